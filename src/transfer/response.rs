//! A server's response: asked for, and read as it comes.

use super::{TransferError, body::Body, error::message_from_js, scope};
use js_sys::{Reflect, Uint8Array};
use rankscope_core::benchmark::FileEntry;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Request, RequestInit, Response};

/// Whose word counts, the browser's own cache or the server's.
#[derive(Clone, Copy)]
pub(super) enum Freshness {
    /// What the browser thinks best.
    Any,
    /// The browser's copy, if the server says that it is still the same.
    Checked,
    /// The server's.
    FromServer,
}

impl Freshness {
    /// The request's `cache`.
    fn mode(self) -> &'static str {
        match self {
            Self::Any => "default",
            Self::Checked => "no-cache",
            Self::FromServer => "reload",
        }
    }
}

/// The server's answer, whose body is still to come.
pub(super) async fn respond(url: &str, freshness: Freshness) -> Result<Response, TransferError> {
    let network =
        |value| TransferError::Network { url: url.into(), message: message_from_js(&value) };
    let options = RequestInit::new();
    Reflect::set(&options, &"cache".into(), &freshness.mode().into()).map_err(network)?;
    let request = Request::new_with_str_and_init(url, &options).map_err(network)?;
    let response: Response =
        JsFuture::from(scope::fetch(&request)?).await.map_err(network)?.unchecked_into();
    match response.status() {
        404 => Err(TransferError::NotFound { url: url.into() }),
        status if !response.ok() => Err(TransferError::Status { url: url.into(), status }),
        _ => Ok(response),
    }
}

/// Hands a body on as it comes, unchecked but for being no longer than it should.
pub(super) async fn stream(
    response: &Response,
    url: &str,
    file: Option<&FileEntry>,
    is_cancelled: &dyn Fn() -> bool,
    take: &mut dyn FnMut(&Uint8Array) -> Result<(), TransferError>,
) -> Result<(), TransferError> {
    let network =
        |value| TransferError::Network { url: url.into(), message: message_from_js(&value) };
    let n_bytes = file.map(|file| file.bytes);
    let Some(mut body) = Body::of(response, n_bytes).map_err(network)? else { return Ok(()) };
    let mut done = 0;
    let mut taken = |part: &Uint8Array| {
        done += u64::from(part.length());
        match file {
            // A server that answers with something endless is stopped here.
            Some(file) if done > file.bytes => {
                let (path, expected) = (file.path.clone(), file.bytes);
                Err(TransferError::Size { path, expected, found: done })
            }
            _ => take(part),
        }
    };
    let outcome = async {
        loop {
            if is_cancelled() {
                return Err(TransferError::Cancelled);
            }
            match body.next(&mut taken).await.map_err(network)? {
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
