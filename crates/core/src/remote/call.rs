//! A request to a search engine, and what sends it.

use super::RemoteError;
use crate::benchmark::RemoteKind;

/// The HTTP method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// GET, without a body.
    Get,
    /// POST.
    Post,
    /// PUT.
    Put,
}

impl Method {
    /// As HTTP writes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
        }
    }
}

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Which engine it is for.
    pub kind: RemoteKind,
    /// The method.
    pub method: Method,
    /// The absolute address.
    pub url: String,
    /// JSON, if it has a body.
    pub body: Option<String>,
    /// No answer needs more bytes: what is longer is not read.
    pub max_answer_bytes: usize,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

/// Sends requests, with the visitor's key for the engine if there is one, and follows no redirects,
/// which could take the key elsewhere.
pub trait Transport {
    /// Sends a request. Any status is an answer.
    ///
    /// # Errors
    /// Nothing answers, not in time, or what answers is not let through; cancelled.
    fn send(&self, call: &Call) -> impl Future<Output = Result<Answer, RemoteError>>;

    /// Whether a key is sent.
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
