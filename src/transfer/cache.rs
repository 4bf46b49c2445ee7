//! The Cache API: a file that was checked once is not downloaded again, and is there without a
//! network.
//!
//! Entries are kept under the file's URL with its hash, so that a changed file never meets
//! an old copy; a manifest is kept under its URL alone, as it was when it was last fetched. A
//! cache that fails is no error: the file is fetched instead.

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

/// The URLs of everything that is kept.
async fn keys(cache: &Cache) -> Vec<String> {
    let Ok(keys) = JsFuture::from(cache.keys()).await else { return Vec::new() };
    let keys = Array::from(&keys);
    keys.iter().map(|key| key.unchecked_into::<Request>().url()).collect()
}

pub(super) fn key(url: &str, file: &FileEntry) -> String {
    format!("{url}?sha256={}", file.sha256)
}

/// The kept copy of a file.
pub(super) async fn kept(url: &str, file: &FileEntry) -> Option<Vec<u8>> {
    kept_under(&key(url, file)).await
}

/// A kept manifest.
pub(super) async fn kept_manifest(url: &str) -> Option<Vec<u8>> {
    kept_under(url).await
}

/// The kept copy of a file, whose body is still to come.
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

/// Keeps a checked file. A full disk or a refusal means that it is fetched again next time.
pub(super) async fn keep(url: &str, file: &FileEntry, bytes: &[u8]) {
    keep_under(&key(url, file), bytes).await;
}

/// Keeps a manifest in the place of an earlier one.
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

/// Keeps a file that lies on this machine. It is nowhere else, so that a refusal is an error.
pub(super) async fn keep_blob(
    url: &str,
    file: &FileEntry,
    bytes: &Blob,
) -> Result<(), TransferError> {
    let failed = |value: JsValue| TransferError::browser(&format!("keeping {}", file.path), &value);
    let none =
        || failed(JsValue::from("browsers keep files only for addresses with https, or here"));
    let cache = open().await.ok_or_else(none)?;
    let response = Response::new_with_opt_blob(Some(bytes)).map_err(failed)?;
    let put = cache.put_with_str(&key(url, file), &response);
    JsFuture::from(put).await.map(drop).map_err(failed)
}

/// The URLs of everything that is kept.
pub(super) async fn kept_urls() -> Vec<String> {
    match open().await {
        Some(cache) => keys(&cache).await,
        None => Vec::new(),
    }
}

/// Forgets all files below a URL, and the manifest.
pub(super) async fn forget_all_of(base_url: &str) {
    let Some(cache) = open().await else { return };
    for url in keys(&cache).await.iter().filter(|url| url.starts_with(base_url)) {
        let _ = JsFuture::from(cache.delete_with_str(url)).await;
    }
}

/// Forgets the files of the benchmark at `base_url` that its manifest no longer lists.
pub(super) async fn forget_all_but(base_url: &str, files: &[FileEntry]) {
    let Some(cache) = open().await else { return };
    let listed = files.iter().map(|file| key(&format!("{base_url}{}", file.path), file));
    let listed: HashSet<String> = listed.collect();
    for url in keys(&cache).await {
        // Only what has a hash is a file; the manifest has none.
        if url.starts_with(base_url) && url.contains("?sha256=") && !listed.contains(&url) {
            let _ = JsFuture::from(cache.delete_with_str(&url)).await;
        }
    }
}

/// Forgets a kept copy that turned out to be damaged.
pub(super) async fn forget(url: &str, file: &FileEntry) {
    if let Some(cache) = open().await {
        let _ = JsFuture::from(cache.delete_with_str(&key(url, file))).await;
    }
}
