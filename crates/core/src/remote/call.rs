use super::RemoteError;
use crate::benchmark::RemoteKind;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
}

impl Method {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub kind: RemoteKind,
    pub method: Method,
    pub url: String,
    /// JSON.
    pub body: Option<String>,
    /// Longer answers are not read.
    pub max_answer_bytes: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

/// Sends requests, with the visitor's key for the engine if there is one. Follows no redirects, which could take
/// the key elsewhere.
pub trait Transport {
    /// Any status is an answer.
    fn send(&self, call: &Call) -> impl Future<Output = Result<Answer, RemoteError>>;

    fn has_key(&self) -> bool;
}

/// The header that carries the key.
#[must_use]
pub fn key_header(kind: RemoteKind) -> &'static str {
    match kind {
        RemoteKind::Qdrant => "api-key",
        RemoteKind::Chroma => "x-chroma-token",
    }
}
