//! Vectors that a visitor brought or the page made. Their shards are stored where a benchmark's files are,
//! so that the worker reads both in the same way; the record of a visitor's system lists its shards, and
//! is stored last.

use super::{TransferError, cache, hash::sha256_hex, kept_file, lock::Lock, scope};
use gloo::file::Blob;
use rankscope_core::benchmark::{FileEntry, RowRange};
use rankscope_core::formats::FormatError;
use rankscope_core::vectors::{Vectors, shard_from_rows};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, Response};

const CACHE_NAME: &str = "rankscope-vectors-1";

async fn open() -> Result<Cache, TransferError> {
    scope::cache_named(CACHE_NAME).await
}

/// An import of vectors in progress: one at a time among all tabs.
pub struct OneImport {
    _lock: Option<Lock>,
}

impl OneImport {
    /// Waits for other imports into the benchmark at `base_url`, and keeps others waiting until
    /// this is dropped.
    pub async fn begin(base_url: &str) -> Self {
        let lock = Lock::ask(&format!("rankscope-vectors-{base_url}"));
        if let Some(lock) = &lock {
            lock.granted().await;
        }
        Self { _lock: lock }
    }
}

/// Of the cache keys of a benchmark's records; nothing is ever fetched from there.
fn prefix(base_url: &str) -> String {
    format!("{base_url}?vectors=")
}

fn key(base_url: &str, id: &str) -> String {
    format!("{}{}", prefix(base_url), String::from(js_sys::encode_uri_component(id)))
}

/// Vectors as a shard in `folder`, under its hash; `rows` are those of a gallery that it has. Errors call it
/// `name`.
pub fn shard_of(
    folder: &str,
    name: &str,
    vectors: &Vectors,
    rows: Option<RowRange>,
) -> Result<(FileEntry, Blob), FormatError> {
    let bytes = shard_from_rows(name, vectors)?;
    let sha256 = sha256_hex(&bytes);
    let path = format!("{folder}{sha256}.safetensors");
    let entry = FileEntry { path, bytes: bytes.len() as u64, sha256, rows };
    Ok((entry, Blob::new(bytes.as_slice())))
}

/// Stores a shard; false if it is stored already. Fails if the browser refuses, such as for lack of
/// space.
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
pub async fn keep_record(base_url: &str, id: &str, record: &str) -> Result<(), TransferError> {
    let failed = |value: JsValue| TransferError::browser("cache.put", &value);
    let response = Response::new_with_opt_str(Some(record)).map_err(failed)?;
    let put = open().await?.put_with_str(&key(base_url, id), &response);
    JsFuture::from(put).await.map(drop).map_err(failed)
}

/// Records of a benchmark's systems, in the order of import.
pub async fn kept_records(base_url: &str) -> Vec<String> {
    let mut kept = Vec::new();
    let Ok(cache) = open().await else { return kept };
    let prefix = prefix(base_url);
    for url in scope::keys(&cache).await.iter().filter(|url| url.starts_with(&prefix)) {
        let Some(response) = scope::response_under(&cache, url).await else { continue };
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

/// Deletes shards, and the copies that a worker reads row by row.
pub async fn forget_shards(base_url: &str, shards: &[FileEntry]) {
    for file in shards {
        cache::forget(base_url, file).await;
    }
    kept_file::forget(base_url, shards).await;
}

/// Deletes the shards in a folder that are not listed: those of an import that never ended, or of an earlier
/// visit.
pub async fn forget_shards_but(base_url: &str, folder: &str, listed: &[FileEntry]) {
    cache::forget_vectors_but(base_url, folder, listed).await;
}
