//! Requests to a search engine, what sends them, and which engine answers.

use super::RemoteError;
use crate::benchmark::RemoteKind;
use serde_json::Value;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
}

impl Method {
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
pub fn key_header(kind: RemoteKind) -> &'static str {
    match kind {
        RemoteKind::Qdrant => "api-key",
        RemoteKind::Chroma => "x-chroma-token",
    }
}

/// Each is asked for what only it has.
const PROBES: [(RemoteKind, &str, &str); 2] = [
    (RemoteKind::Chroma, "/api/v2/heartbeat", "nanosecond heartbeat"),
    (RemoteKind::Qdrant, "/", "title"),
];

/// `None` if it is neither.
pub async fn kind_at(
    url: &str,
    transport: &impl Transport,
) -> Result<Option<RemoteKind>, RemoteError> {
    for (kind, path, field) in PROBES {
        let url = format!("{}{path}", url.trim_end_matches('/'));
        let call = Call { kind, method: Method::Get, url, body: None, max_answer_bytes: 1 << 20 };
        let Answer { status, body } = transport.send(&call).await?;
        let json: Option<Value> = serde_json::from_slice(&body).ok();
        let value = json.as_ref().and_then(|json| json.get(field));
        let is_it = match kind {
            RemoteKind::Chroma => value.is_some(),
            RemoteKind::Qdrant => {
                value.and_then(Value::as_str).is_some_and(|title| title.contains("qdrant"))
            }
        };
        if is_it {
            return Ok(Some(kind));
        }
        if matches!(status, 401 | 403) && kind == RemoteKind::Qdrant {
            return Err(RemoteError::Key { url: call.url, status, has_key: transport.has_key() });
        }
    }
    Ok(None)
}
