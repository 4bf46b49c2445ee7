//! Fetching with progress, and checking what came.

use super::{
    TransferError, body::Body, cache, error::message_from_js, kept_file, local::is_on_this_machine,
    scope,
};
use js_sys::{Reflect, Uint8Array};
use rankscope_core::benchmark::FileEntry;
use sha2::{Digest, Sha256};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Request, RequestInit, Response};

/// Fetches a file of the benchmark at `base_url` (which ends in `/`) and checks its size and
/// hash, from the cache where it is kept there. `on_progress` gets bytes done and in all.
///
/// # Errors
/// See [`TransferError`]; nothing that failed its check is returned or kept.
pub async fn fetch_file(
    base_url: &str,
    file: &FileEntry,
    is_cancelled: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, TransferError> {
    let url = format!("{base_url}{}", file.path);
    if let Some(bytes) = cache::kept(&url, file).await {
        if check(file, &bytes).is_ok() {
            on_progress(file.bytes, file.bytes);
            return Ok(bytes);
        }
        cache::forget(&url, file).await;
    }
    if is_on_this_machine(base_url) {
        return Err(TransferError::NotHere { url });
    }
    let bytes = fetch_bytes(&url, Some(file), Freshness::Any, is_cancelled, on_progress).await;
    let bytes = match bytes.and_then(|bytes| checked(file, bytes)) {
        // The browser may have answered with its own copy of a file that was built again since.
        Err(TransferError::Size { .. } | TransferError::Sha256 { .. }) => {
            let again =
                fetch_bytes(&url, Some(file), Freshness::FromServer, is_cancelled, on_progress);
            checked(file, again.await?)?
        }
        bytes => bytes?,
    };
    cache::keep(&url, file, &bytes).await;
    Ok(bytes)
}

/// Fetches a text that no manifest describes.
///
/// # Errors
/// See [`TransferError`].
pub async fn fetch_text(url: &str) -> Result<String, TransferError> {
    let bytes = fetch_bytes(url, None, Freshness::Any, &|| false, &mut |_, _| {}).await?;
    text(url, bytes)
}

/// Fetches the manifest of the benchmark at `base_url`, which ends in `/`: the server's, or,
/// where no server can be reached, the one of the last visit.
///
/// # Errors
/// See [`TransferError`].
pub async fn fetch_manifest(base_url: &str) -> Result<String, TransferError> {
    let url = format!("{base_url}benchmark.json");
    if is_on_this_machine(base_url) {
        let Some(bytes) = cache::kept_manifest(&url).await else {
            return Err(TransferError::NotHere { url: base_url.into() });
        };
        return text(&url, bytes);
    }
    // A manifest that is older than the files beside it would make them look damaged.
    let fetched = fetch_bytes(&url, None, Freshness::Checked, &|| false, &mut |_, _| {}).await;
    match fetched {
        Ok(bytes) => {
            cache::keep_manifest(&url, &bytes).await;
            text(&url, bytes)
        }
        Err(error @ TransferError::Network { .. }) => match cache::kept_manifest(&url).await {
            Some(bytes) => text(&url, bytes),
            None => Err(error),
        },
        Err(error) => Err(error),
    }
}

/// Forgets what is kept of earlier builds of the benchmark at `base_url`.
pub async fn forget_earlier_builds(base_url: &str, files: &[FileEntry]) {
    cache::forget_all_but(base_url, files).await;
    kept_file::forget_all_but(base_url, files).await;
}

fn text(url: &str, bytes: Vec<u8>) -> Result<String, TransferError> {
    String::from_utf8(bytes).map_err(|_| TransferError::NotText { url: url.into() })
}

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

fn checked(file: &FileEntry, bytes: Vec<u8>) -> Result<Vec<u8>, TransferError> {
    check(file, &bytes)?;
    Ok(bytes)
}

fn check(file: &FileEntry, bytes: &[u8]) -> Result<(), TransferError> {
    let path = || file.path.clone();
    let found = bytes.len() as u64;
    if found != file.bytes {
        return Err(TransferError::Size { path: path(), expected: file.bytes, found });
    }
    let found = sha256_hex(bytes);
    if found != file.sha256 {
        let expected = file.sha256.clone();
        return Err(TransferError::Sha256 { path: path(), expected, found });
    }
    Ok(())
}

/// SHA-256 of bytes as 64 lower-case hexadecimal digits.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    sha256_of_digest(Sha256::new_with_prefix(bytes))
}

pub(super) fn sha256_of_digest(digest: Sha256) -> String {
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

async fn fetch_bytes(
    url: &str,
    file: Option<&FileEntry>,
    freshness: Freshness,
    is_cancelled: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, TransferError> {
    let expected = file.map_or(0, |file| file.bytes);
    let mut bytes = Vec::with_capacity(usize::try_from(expected.min(1 << 30)).unwrap_or(0));
    let mut take = |chunk: &Uint8Array| {
        let start = bytes.len();
        bytes.resize(start + chunk.length() as usize, 0);
        if let Some(free) = bytes.get_mut(start..) {
            chunk.copy_to(free);
        }
        if file.is_some() {
            on_progress(bytes.len() as u64, expected);
        }
        Ok(())
    };
    let response = respond(url, freshness).await?;
    stream(&response, url, file, is_cancelled, &mut take).await?;
    Ok(bytes)
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
