//! Sends a request, and turns every status but success into an error.

use super::{
    call::{Answer, Call, Transport},
    dialect::NotRead,
    dialects::dialect_of,
    error::RemoteError,
    told::told,
};
use crate::benchmark::Remote;

/// The longest error message of an engine that is shown.
const SAID_CHARS: usize = 300;

/// Of a successful answer.
pub(super) async fn body_of(
    remote: &Remote,
    call: &Call,
    transport: &impl Transport,
) -> Result<Vec<u8>, RemoteError> {
    let Answer { status, body } = transport.send(call).await?;
    let (url, dialect) = (call.url.clone(), dialect_of(call.kind));
    let said = || Some(told(&dialect.said(&body)?).chars().take(SAID_CHARS).collect::<String>());
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

pub(super) fn not_understood(call: &Call, reason: NotRead) -> RemoteError {
    let reason = told(&reason).chars().take(SAID_CHARS).collect();
    RemoteError::NotUnderstood { url: call.url.clone(), kind: call.kind, reason }
}
