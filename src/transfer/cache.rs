//! The Cache API: a checked file is not downloaded again, and is available offline.
//!
//! The key of a file is its URL with its hash, so that a changed file never matches an old copy.
//! The key of a manifest is its URL alone, for the version last fetched. A failing cache is not an
//! error: the file is fetched instead.

use super::{TransferError, scope};
use js_sys::{Array, Uint8Array};
use rankscope_core::benchmark::FileEntry;
use std::collections::HashSet;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Cache, Request, Response};

const CACHE_NAME: &str = "rankscope-files-1";

async fn open() -> Option<Cache> {
    JsFuture::from(scope::caches()?.open(CACHE_NAME)).await.ok()?.dyn_into().ok()
}

/// The URLs of all entries.
async fn keys(cache: &Cache) -> Vec<String> {
    let Ok(keys) = JsFuture::from(cache.keys()).await else { return Vec::new() };
    let keys = Array::from(&keys);
    keys.iter().map(|key| key.unchecked_into::<Request>().url()).collect()
}

pub(super) fn key(url: &str, file: &FileEntry) -> String {
    format!("{url}?sha256={}", file.sha256)
}

/// The cached copy of a file.
pub(super) async fn kept(url: &str, file: &FileEntry) -> Option<Vec<u8>> {
    kept_under(&key(url, file)).await
}

/// A cached manifest.
pub(super) async fn kept_manifest(url: &str) -> Option<Vec<u8>> {
    kept_under(url).await
}

/// The cached copy of a file as a response, with its body unread.
pub(super) async fn kept_response(url: &str, file: &FileEntry) -> Option<Response> {
    response_under(&key(url, file)).await
}

async fn response_under(key: &str) -> Option<Response> {
    let found = JsFuture::from(open().await?.match_with_str(key)).await.ok()?;
    found.dyn_into().ok()
}

async fn kept_under(key: &str) -> Option<Vec<u8>> {
    let response = response_under(key).await?;
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

/// Caches a checked file. If the browser refuses, the file is fetched again next time.
pub(super) async fn keep(url: &str, file: &FileEntry, bytes: &[u8]) {
    keep_under(&key(url, file), bytes).await;
}

/// Caches a manifest, replacing an earlier version.
pub(super) async fn keep_manifest(url: &str, bytes: &[u8]) {
    keep_under(url, bytes).await;
}

async fn keep_under(key: &str, bytes: &[u8]) {
    let Some(cache) = open().await else { return };
    let body = Uint8Array::from(bytes);
    let Ok(response) = Response::new_with_opt_buffer_source(Some(body.unchecked_ref())) else {
        return;
    };
    let _ = JsFuture::from(cache.put_with_str(key, &response)).await;
}

/// Stores a file from this machine. There is no other copy, so a refusal is an error.
pub(super) async fn keep_blob(
    url: &str,
    file: &FileEntry,
    bytes: &Blob,
) -> Result<(), TransferError> {
    let failed = |value: JsValue| TransferError::browser(&format!("storing {}", file.path), &value);
    let unsupported = || {
        failed(JsValue::from(
            "browsers store files only for pages served over https or from this machine",
        ))
    };
    let cache = open().await.ok_or_else(unsupported)?;
    let response = Response::new_with_opt_blob(Some(bytes)).map_err(failed)?;
    let put = cache.put_with_str(&key(url, file), &response);
    JsFuture::from(put).await.map(drop).map_err(failed)
}

/// The URLs of all entries.
pub(super) async fn kept_urls() -> Vec<String> {
    match open().await {
        Some(cache) => keys(&cache).await,
        None => Vec::new(),
    }
}

/// Deletes the files and the manifest below a URL.
pub(super) async fn forget_all_of(base_url: &str) {
    let Some(cache) = open().await else { return };
    for url in keys(&cache).await.iter().filter(|url| url.starts_with(base_url)) {
        let _ = JsFuture::from(cache.delete_with_str(url)).await;
    }
}

/// Deletes the files of the benchmark at `base_url` that its manifest no longer lists.
pub(super) async fn forget_all_but(base_url: &str, files: &[FileEntry]) {
    let Some(cache) = open().await else { return };
    let listed = files.iter().map(|file| key(&format!("{base_url}{}", file.path), file));
    let listed: HashSet<String> = listed.collect();
    for url in keys(&cache).await {
        // File keys have a hash; the manifest's key has none.
        if url.starts_with(base_url) && url.contains("?sha256=") && !listed.contains(&url) {
            let _ = JsFuture::from(cache.delete_with_str(&url)).await;
        }
    }
}

/// Deletes a cached copy that turned out to be damaged.
pub(super) async fn forget(url: &str, file: &FileEntry) {
    if let Some(cache) = open().await {
        let _ = JsFuture::from(cache.delete_with_str(&key(url, file))).await;
    }
}
