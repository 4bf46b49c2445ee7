//! Sends a request, and turns every status but success into what it means.

use super::{
    call::{Answer, Call, Transport},
    dialect::NotRead,
    dialects::dialect_of,
    error::RemoteError,
    told::told,
};
use crate::benchmark::Remote;

/// What an error of an engine says is shown this far.
const SAID_CHARS: usize = 300;

/// The body of a successful answer.
pub(super) async fn body_of(
    remote: &Remote,
    call: &Call,
    transport: &impl Transport,
) -> Result<Vec<u8>, RemoteError> {
    let Answer { status, body } = transport.send(call).await?;
    let (url, dialect) = (call.url.clone(), dialect_of(call.kind));
    let said = || {
        // Not at any length.
        Some(told(&dialect.said(&body)?).chars().take(SAID_CHARS).collect::<String>())
    };
    match (status, said()) {
        (200..=299, _) => Ok(body),
        (401 | 403, _) => Err(RemoteError::Key { url, status, has_key: transport.has_key() }),
        (404, Some(_)) => Err(RemoteError::NoCollection {
            url: remote.base().to_owned(),
            collection: remote.whole_name(),
        }),
        (404 | 405, None) => Err(not_understood(call, format!("it answers with status {status}"))),
        (300..=399, _) => {
            Err(not_understood(call, format!("it redirects elsewhere (status {status})")))
        }
        (_, said) => Err(RemoteError::Status { url, status, said: said.unwrap_or_default() }),
    }
}

/// An answer of something else.
pub(super) fn not_understood(call: &Call, reason: NotRead) -> RemoteError {
    let reason = told(&reason).chars().take(SAID_CHARS).collect();
    RemoteError::NotUnderstood { url: call.url.clone(), kind: call.kind, reason }
}
