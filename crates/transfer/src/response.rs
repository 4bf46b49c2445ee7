//! Requests to the server, and streaming their responses.

use super::{
    TransferError,
    body::Body,
    error::{message_from_gloo, message_from_js},
    waiting::in_time,
};
use gloo::net::http::RequestBuilder;
use js_sys::Uint8Array;
use rankscope_core::{benchmark::FileEntry, limits::MAX_MANIFEST_BYTES};
use web_sys::{AbortController, RequestCache, Response};

#[derive(Clone, Copy)]
pub(super) enum Freshness {
    /// The browser's default.
    Any,
    /// The cached copy, if the server confirms it.
    Checked,
    FromServer,
    /// Download and keep nothing: the HTTP cache is slow with thousands of parts.
    NotKept,
}

impl Freshness {
    fn mode(self) -> RequestCache {
        match self {
            Self::Any => RequestCache::Default,
            Self::Checked => RequestCache::NoCache,
            Self::FromServer => RequestCache::Reload,
            Self::NotKept => RequestCache::NoStore,
        }
    }
}

/// Sends a request, and leaves the body of the response unread.
pub(super) async fn respond(
    url: &str,
    freshness: Freshness,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Response, TransferError> {
    respond_with(url, freshness, None, is_cancelled).await
}

pub(super) async fn respond_with(
    url: &str,
    freshness: Freshness,
    range: Option<&str>,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Response, TransferError> {
    let failed = |message| TransferError::Network { url: url.into(), message };
    let controller = AbortController::new().map_err(|value| failed(message_from_js(&value)))?;
    let request =
        RequestBuilder::new(url).cache(freshness.mode()).abort_signal(Some(&controller.signal()));
    let request = match range {
        Some(range) => request.header("range", range),
        None => request,
    };
    let response = in_time(url, is_cancelled, request.send()).await;
    if response.is_err() {
        // Frees the connection: gloo does not stop a request when its future is dropped.
        controller.abort();
    }
    let response = response?.map_err(|error| failed(message_from_gloo(error)))?;
    match response.status() {
        404 => Err(TransferError::NotFound { url: url.into() }),
        status if !response.ok() => Err(TransferError::Status { url: url.into(), status }),
        _ => Ok(response.into()),
    }
}

/// Passes the body to `take` chunk by chunk. Checks only that it is not longer than the entry says,
/// or than a file without an entry may be.
pub(super) async fn stream(
    response: &Response,
    url: &str,
    file: Option<&FileEntry>,
    is_cancelled: &dyn Fn() -> bool,
    take: &mut dyn FnMut(&Uint8Array) -> Result<(), TransferError>,
) -> Result<(), TransferError> {
    let network = |value| TransferError::network(url, &value);
    let n_bytes = file.map(|file| file.bytes);
    let Some(mut body) = Body::of(response, n_bytes).map_err(network)? else { return Ok(()) };
    let mut done = 0;
    let mut taken = |part: &Uint8Array| {
        done += u64::from(part.length());
        match file {
            // Stops a server that sends an endless body.
            Some(file) if done > file.bytes => {
                let (path, expected) = (file.path.clone(), file.bytes);
                Err(TransferError::Size { path, expected, found: done })
            }
            // No manifest says how long it is.
            None if done > MAX_MANIFEST_BYTES => {
                Err(TransferError::TooLong { url: url.into(), most: MAX_MANIFEST_BYTES })
            }
            _ => take(part),
        }
    };
    let outcome = async {
        loop {
            if is_cancelled() {
                return Err(TransferError::Cancelled);
            }
            let next = in_time(url, is_cancelled, body.next(&mut taken)).await?;
            match next.map_err(network)? {
                Some(taken) => taken?,
                None => return Ok(()),
            }
        }
    };
    let outcome = outcome.await;
    if outcome.is_err() {
        body.cancel().await;
    }
    outcome
}
