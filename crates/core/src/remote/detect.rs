//! Which search engine answers at an address.

use super::{
    call::{Answer, Call, Method, Transport},
    error::RemoteError,
};
use crate::benchmark::RemoteKind;
use serde_json::Value;

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
