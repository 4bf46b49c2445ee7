//! The Cache API: a checked file is not downloaded again, and is available offline.
//!
//! The key of a file has its URL, its hash and its benchmark: a changed file never matches an old
//! copy, and of two benchmarks, one in a folder of the other, neither deletes the other's files.
//! The key of a manifest is its URL alone, for the version last opened. A failing cache is not an
//! error: the file is fetched instead.

use super::{TransferError, hash::sha256_hex, scope};
use gloo::file::Blob;
use rankscope_core::benchmark::FileEntry;
use std::collections::HashSet;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, Response, Url};

const CACHE_NAME: &str = "rankscope-files-1";

/// The folder of the addresses of benchmarks opened from folders, relative to the app: on no server.
pub const ON_THIS_MACHINE: &str = "on-this-machine/";

pub fn is_on_this_machine(base_url: &str) -> bool {
    base_url.contains(&format!("/{ON_THIS_MACHINE}"))
}

/// The folder of shards of a visitor's vectors, below the benchmark's address: on no server's
/// manifest.
pub const VECTORS_FOLDER: &str = "imported-vectors/";

/// The folder of shards of derived systems, which the page makes: on no server's manifest either.
pub const DERIVED_FOLDER: &str = "derived-vectors/";

async fn open() -> Option<Cache> {
    scope::cache_named(CACHE_NAME).await.ok()
}

fn owner(base_url: &str) -> String {
    format!("&benchmark={}", sha256_hex(base_url.as_bytes()))
}

/// As the browser returns it.
fn key(base_url: &str, file: &FileEntry) -> String {
    normal(format!("{}{}", earlier_key(base_url, file), owner(base_url)))
}

/// The key of earlier versions of the page, still read: imported folders may be stored under it.
fn earlier_key(base_url: &str, file: &FileEntry) -> String {
    normal(format!("{base_url}{}?sha256={}", file.path, file.sha256))
}

/// A URL with the escapes that the browser adds.
fn normal(url: String) -> String {
    Url::new(&url).map_or(url, |url| url.href())
}

pub(super) async fn kept(base_url: &str, file: &FileEntry) -> Option<Vec<u8>> {
    scope::bytes_of(kept_response(base_url, file).await?).await
}

pub(super) async fn kept_manifest(url: &str) -> Option<Vec<u8>> {
    scope::bytes_of(response_under(url).await?).await
}

/// The cached copy of a file, its body unread.
pub(super) async fn kept_response(base_url: &str, file: &FileEntry) -> Option<Response> {
    match response_under(&key(base_url, file)).await {
        Some(found) => Some(found),
        None => response_under(&earlier_key(base_url, file)).await,
    }
}

async fn response_under(key: &str) -> Option<Response> {
    scope::response_under(&open().await?, key).await
}

/// If the browser refuses, the file is fetched again next time.
pub(super) async fn keep(base_url: &str, file: &FileEntry, bytes: &[u8]) {
    keep_under(&key(base_url, file), bytes).await;
}

/// Replaces an earlier version.
pub(super) async fn keep_manifest(url: &str, bytes: &[u8]) {
    keep_under(url, bytes).await;
}

async fn keep_under(key: &str, bytes: &[u8]) {
    let Some(cache) = open().await else { return };
    scope::put_bytes(&cache, key, bytes).await;
}

/// Stores a file from this machine. It has no other copy, so a refusal is an error.
pub(super) async fn keep_blob(
    base_url: &str,
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
    let response = Response::new_with_opt_blob(Some(bytes.as_ref())).map_err(failed)?;
    let put = cache.put_with_str(&key(base_url, file), &response);
    JsFuture::from(put).await.map(drop).map_err(failed)
}

pub(super) async fn kept_urls() -> Vec<String> {
    match open().await {
        Some(cache) => scope::keys(&cache).await,
        None => Vec::new(),
    }
}

pub(super) fn which_are_among(
    kept: &HashSet<String>,
    base_url: &str,
    files: &[FileEntry],
) -> Vec<bool> {
    let is_kept =
        |file| kept.contains(&key(base_url, file)) || kept.contains(&earlier_key(base_url, file));
    files.iter().map(is_kept).collect()
}

/// Deletes the files and the manifest of a benchmark opened from a folder on this machine.
pub(super) async fn forget_local(base_url: &str) {
    let Some(cache) = open().await else { return };
    let owner = owner(base_url);
    let is_own = |url: &&String| match url.strip_prefix(base_url) {
        // Entries of earlier versions of the page name no benchmark, but no other lies below.
        Some(path) => url.ends_with(&owner) || !path.contains("&benchmark="),
        None => false,
    };
    for url in scope::keys(&cache).await.iter().filter(is_own) {
        let _ = JsFuture::from(cache.delete_with_str(url)).await;
    }
}

/// Deletes the benchmark's files that its manifest no longer lists, but none that the visitor
/// brought or the page made.
pub(super) async fn forget_all_but(base_url: &str, files: &[FileEntry]) {
    let Some(cache) = open().await else { return };
    let listed: HashSet<String> = files.iter().map(|file| key(base_url, file)).collect();
    let owner = owner(base_url);
    let elsewhere = [VECTORS_FOLDER, DERIVED_FOLDER].map(|own| normal(format!("{base_url}{own}")));
    for url in scope::keys(&cache).await {
        let is_own =
            url.ends_with(&owner) && !elsewhere.iter().any(|folder| url.starts_with(folder));
        if is_own && !listed.contains(&url) {
            let _ = JsFuture::from(cache.delete_with_str(&url)).await;
        }
    }
}

/// Deletes the shards in a folder of vectors that are not among `files`.
pub(super) async fn forget_vectors_but(base_url: &str, folder: &str, files: &[FileEntry]) {
    let Some(cache) = open().await else { return };
    let listed: HashSet<String> = files.iter().map(|file| key(base_url, file)).collect();
    let (owner, folder) = (owner(base_url), normal(format!("{base_url}{folder}")));
    for url in scope::keys(&cache).await {
        if url.ends_with(&owner) && url.starts_with(&folder) && !listed.contains(&url) {
            let _ = JsFuture::from(cache.delete_with_str(&url)).await;
        }
    }
}

pub(super) async fn forget(base_url: &str, file: &FileEntry) {
    let Some(cache) = open().await else { return };
    for key in [key(base_url, file), earlier_key(base_url, file)] {
        let _ = JsFuture::from(cache.delete_with_str(&key)).await;
    }
}
