//! Downloads with progress, checked against the manifest.

use super::{
    TransferError,
    body::append,
    cache::{self, is_on_this_machine},
    error::{check_sha256, check_size},
    hash::sha256_hex,
    reserve::reserve,
    response::{Freshness, respond, stream},
};
use js_sys::Uint8Array;
use rankscope_core::benchmark::FileEntry;

/// A file of the benchmark at `base_url` (which ends in `/`), from the cache or the server, its
/// size and hash checked: one that fails is neither returned nor cached. `on_progress` gets the
/// bytes done and the total.
pub async fn fetch_file(
    base_url: &str,
    file: &FileEntry,
    is_cancelled: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, TransferError> {
    let url = format!("{base_url}{}", file.path);
    if let Some(bytes) = cache::kept(base_url, file).await {
        if check(file, &bytes).is_ok() {
            on_progress(file.bytes, file.bytes);
            return Ok(bytes);
        }
        cache::forget(base_url, file).await;
    }
    if is_on_this_machine(base_url) {
        return Err(TransferError::NotHere { url });
    }
    let bytes = fetch_bytes(&url, Some(file), Freshness::Any, is_cancelled, on_progress).await;
    let bytes = match bytes.and_then(|bytes| checked(file, bytes)) {
        // The HTTP cache may have returned a file that has been rebuilt since.
        Err(TransferError::Size { .. } | TransferError::Sha256 { .. }) => {
            let again =
                fetch_bytes(&url, Some(file), Freshness::FromServer, is_cancelled, on_progress);
            checked(file, again.await?)?
        }
        bytes => bytes?,
    };
    cache::keep(base_url, file, &bytes).await;
    Ok(bytes)
}

pub async fn fetch_text(url: &str) -> Result<String, TransferError> {
    let bytes = fetch_bytes(url, None, Freshness::Any, &|| false, &mut |_, _| {}).await?;
    text(url, bytes)
}

/// The manifest of the benchmark at `base_url`, which ends in `/`: from the server, or, if it
/// cannot be reached, the version last opened.
pub async fn fetch_manifest(base_url: &str) -> Result<String, TransferError> {
    let url = format!("{base_url}benchmark.json");
    if is_on_this_machine(base_url) {
        let Some(bytes) = cache::kept_manifest(&url).await else {
            return Err(TransferError::NotHere { url: base_url.into() });
        };
        return text(&url, bytes);
    }
    // An outdated manifest would make newer files look damaged.
    let fetched = fetch_bytes(&url, None, Freshness::Checked, &|| false, &mut |_, _| {}).await;
    match fetched {
        Ok(bytes) => text(&url, bytes),
        Err(error @ TransferError::Network { .. }) => match cache::kept_manifest(&url).await {
            Some(bytes) => text(&url, bytes),
            None => Err(error),
        },
        Err(error) => Err(error),
    }
}

fn text(url: &str, bytes: Vec<u8>) -> Result<String, TransferError> {
    String::from_utf8(bytes).map_err(|_| TransferError::NotText { url: url.into() })
}

fn checked(file: &FileEntry, bytes: Vec<u8>) -> Result<Vec<u8>, TransferError> {
    check(file, &bytes)?;
    Ok(bytes)
}

fn check(file: &FileEntry, bytes: &[u8]) -> Result<(), TransferError> {
    check_size(file, bytes.len() as u64)?;
    check_sha256(file, sha256_hex(bytes))
}

async fn fetch_bytes(
    url: &str,
    file: Option<&FileEntry>,
    freshness: Freshness,
    is_cancelled: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<u8>, TransferError> {
    let expected = file.map_or(u64::MAX, |file| file.bytes);
    let mut bytes = Vec::new();
    let mut take = |chunk: &Uint8Array| {
        reserve(&mut bytes, chunk.length() as usize, expected);
        append(&mut bytes, chunk);
        if file.is_some() {
            on_progress(bytes.len() as u64, expected);
        }
        Ok(())
    };
    let response = respond(url, freshness, is_cancelled).await?;
    stream(&response, url, file, is_cancelled, &mut take).await?;
    Ok(bytes)
}
