//! Systems made of a visitor's vectors. Their shards are stored where a benchmark's files are, so that
//! the worker reads them in the same way; a record of each says which these are, and is stored last.

use super::{TransferError, cache, kept_file, lock::Lock, scope};
use gloo::file::Blob;
use js_sys::Array;
use rankscope_core::benchmark::FileEntry;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, Request, Response};

const CACHE_NAME: &str = "rankscope-vectors-1";

async fn open() -> Result<Cache, TransferError> {
    scope::cache_named(CACHE_NAME).await
}

/// An import of vectors in progress: of all tabs, one at a time.
pub struct OneImport {
    _lock: Option<Lock>,
}

impl OneImport {
    /// Waits until no other import into the benchmark at `base_url` goes on, and keeps others waiting
    /// until this is dropped.
    pub async fn begin(base_url: &str) -> Self {
        let lock = Lock::ask(&format!("rankscope-vectors-{base_url}"));
        if let Some(lock) = &lock {
            lock.granted().await;
        }
        Self { _lock: lock }
    }
}

/// The prefix of the cache keys of a benchmark's records; nothing is ever fetched from there.
fn prefix(base_url: &str) -> String {
    format!("{base_url}?vectors=")
}

fn key(base_url: &str, id: &str) -> String {
    format!("{}{}", prefix(base_url), String::from(js_sys::encode_uri_component(id)))
}

/// Stores a shard of a visitor's vectors; false if it is there already.
///
/// # Errors
/// The browser refuses, for example because its quota is used up.
pub async fn keep_vectors(
    base_url: &str,
    file: &FileEntry,
    bytes: &Blob,
) -> Result<bool, TransferError> {
    if cache::kept_response(base_url, file).await.is_some() {
        return Ok(false);
    }
    cache::keep_blob(base_url, file, bytes).await?;
    Ok(true)
}

/// Stores the record of a system, which makes its shards count.
///
/// # Errors
/// The browser refuses.
pub async fn keep_record(base_url: &str, id: &str, record: &str) -> Result<(), TransferError> {
    let failed = |value: JsValue| TransferError::browser("cache.put", &value);
    let response = Response::new_with_opt_str(Some(record)).map_err(failed)?;
    let put = open().await?.put_with_str(&key(base_url, id), &response);
    JsFuture::from(put).await.map(drop).map_err(failed)
}

/// The records of a benchmark's systems of a visitor's vectors, in the order of import.
pub async fn kept_records(base_url: &str) -> Vec<String> {
    let mut kept = Vec::new();
    let Ok(cache) = open().await else { return kept };
    let Ok(keys) = JsFuture::from(cache.keys()).await else { return kept };
    let prefix = prefix(base_url);
    for request in Array::from(&keys).iter().map(JsCast::unchecked_into::<Request>) {
        if !request.url().starts_with(&prefix) {
            continue;
        }
        let Ok(found) = JsFuture::from(cache.match_with_request(&request)).await else { continue };
        let Ok(response) = found.dyn_into::<Response>() else { continue };
        if let Ok(text) = gloo::net::http::Response::from(response).text().await {
            kept.push(text);
        }
    }
    kept
}

/// Deletes the record of a system, and those of its shards that no other system has.
pub async fn forget_vectors(base_url: &str, id: &str, unused: &[FileEntry]) {
    if let Ok(cache) = open().await {
        // A missing entry is not an error.
        let _ = JsFuture::from(cache.delete_with_str(&key(base_url, id))).await;
    }
    forget_shards(base_url, unused).await;
}

/// Deletes shards, with the copies that a worker reads row by row.
pub async fn forget_shards(base_url: &str, shards: &[FileEntry]) {
    for file in shards {
        cache::forget(base_url, file).await;
    }
    kept_file::forget(base_url, shards).await;
}

/// Deletes the shards of a benchmark that no record lists: those of an import that never ended.
pub async fn forget_shards_but(base_url: &str, listed: &[FileEntry]) {
    cache::forget_vectors_but(base_url, listed).await;
}
