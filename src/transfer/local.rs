//! Benchmarks from folders on this machine. Their files are stored where downloaded ones are, under
//! an address that no server has, so that page and worker read them in the same way.

use super::{
    TransferError, cache, hash::sha256_of_digest, kept_file, on_this_machine::is_on_this_machine,
};
use js_sys::Uint8Array;
use rankscope_core::benchmark::FileEntry;
use sha2::{Digest, Sha256};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

/// Bytes that are hashed before the page gets to respond.
const SLICE_BYTES: f64 = 2.0 * 1024.0 * 1024.0;

/// Checks a file of a folder against its entry and stores it for the benchmark at `base_url`.
/// `on_progress` gets the bytes done.
///
/// # Errors
/// The size or hash differs from the manifest's, or the browser refuses.
pub async fn keep_local_file(
    base_url: &str,
    file: &FileEntry,
    bytes: &Blob,
    is_cancelled: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64),
) -> Result<(), TransferError> {
    let failed = |value: JsValue| TransferError::browser(&format!("reading {}", file.path), &value);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a byte count")]
    let found = bytes.size() as u64;
    if found != file.bytes {
        let (path, expected) = (file.path.clone(), file.bytes);
        return Err(TransferError::Size { path, expected, found });
    }
    let mut digest = Sha256::new();
    let mut start = 0.0;
    while start < bytes.size() {
        if is_cancelled() {
            return Err(TransferError::Cancelled);
        }
        let end = bytes.size().min(start + SLICE_BYTES);
        let slice = bytes.slice_with_f64_and_f64(start, end).map_err(failed)?;
        let buffer = JsFuture::from(slice.array_buffer()).await.map_err(failed)?;
        digest.update(Uint8Array::new(&buffer).to_vec());
        start = end;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "as above")]
        on_progress(start as u64);
    }
    let found = sha256_of_digest(digest);
    if found != file.sha256 {
        let (path, expected) = (file.path.clone(), file.sha256.clone());
        return Err(TransferError::Sha256 { path, expected, found });
    }
    cache::keep_blob(base_url, file, bytes).await
}

/// Stores the manifest of such a benchmark. Call it last: without the manifest, the rest cannot be
/// opened.
///
/// # Errors
/// The browser refuses.
pub async fn keep_local_manifest(base_url: &str, text: &str) -> Result<(), TransferError> {
    let url = format!("{base_url}benchmark.json");
    cache::keep_manifest(&url, text.as_bytes()).await;
    if cache::kept_manifest(&url).await.is_none() {
        let (call, message) =
            ("storing benchmark.json".into(), "not all bytes were written".into());
        return Err(TransferError::NoSpace { call, message });
    }
    Ok(())
}

/// The addresses and manifests of the benchmarks that were opened from folders.
pub async fn local_benchmarks() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for url in cache::kept_urls().await {
        let Some(base_url) = url.strip_suffix("benchmark.json") else { continue };
        if is_on_this_machine(base_url)
            && let Some(bytes) = cache::kept_manifest(&url).await
        {
            found.push((base_url.to_string(), String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    found
}

/// Deletes what an import left that failed or was stopped; a folder that was imported whole before
/// stays. The manifest, which is stored last, tells the two apart.
pub async fn forget_unfinished_local(base_url: &str) {
    if cache::kept_manifest(&format!("{base_url}benchmark.json")).await.is_none() {
        forget_local(base_url).await;
    }
}

/// Deletes such a benchmark, complete or not.
pub async fn forget_local(base_url: &str) {
    cache::forget_local(base_url).await;
    kept_file::forget_all_of(base_url).await;
}
