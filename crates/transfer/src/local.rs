//! Benchmarks from folders on this machine, stored where downloaded ones are, under an address that
//! no server has, so that page and worker read both in the same way.

use super::{
    TransferError,
    cache::{self, is_on_this_machine},
    error::{check_sha256, check_size},
    hash::sha256_of_digest,
    kept_file,
};
use gloo::file::{Blob, futures::read_as_bytes};
use rankscope_core::benchmark::FileEntry;
use sha2::{Digest, Sha256};

/// Hashed before the page gets to respond.
const SLICE_BYTES: u64 = 2 * 1024 * 1024;

/// Checks a file of a folder against its entry and stores it for the benchmark at `base_url`.
/// `on_progress` gets the bytes done.
pub async fn keep_local_file(
    base_url: &str,
    file: &FileEntry,
    bytes: &Blob,
    is_cancelled: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64),
) -> Result<(), TransferError> {
    let n_bytes = bytes.size();
    check_size(file, n_bytes)?;
    let mut digest = Sha256::new();
    let mut start = 0;
    while start < n_bytes {
        if is_cancelled() {
            return Err(TransferError::Cancelled);
        }
        let end = n_bytes.min(start + SLICE_BYTES);
        let part = read_as_bytes(&bytes.slice(start, end)).await;
        digest.update(part.map_err(|error| TransferError::Browser {
            call: format!("reading {}", file.path),
            message: error.to_string(),
        })?);
        start = end;
        on_progress(start);
    }
    check_sha256(file, sha256_of_digest(digest))?;
    cache::keep_blob(base_url, file, bytes).await
}

/// Stores the manifest of such a benchmark. Call it last: without it, the rest cannot be opened.
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

/// Addresses and manifests of the benchmarks opened from folders.
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

/// Deletes the leftovers of an import that failed or was stopped. The manifest, which is stored
/// last, says whether a folder was imported whole.
pub async fn forget_unfinished_local(base_url: &str) {
    if cache::kept_manifest(&format!("{base_url}benchmark.json")).await.is_none() {
        forget_local(base_url).await;
    }
}

pub async fn forget_local(base_url: &str) {
    cache::forget_local(base_url).await;
    kept_file::forget_all_of(base_url).await;
}
