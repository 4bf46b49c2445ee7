//! Everything that this site stores in the browser: which files, how many bytes, and how to delete
//! it.

use super::{
    TransferError, cache, file_system, kept_file, on_this_machine::is_on_this_machine, scope,
};
use js_sys::Array;
use rankscope_core::benchmark::FileEntry;
use std::collections::HashSet;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// The prefix of all our caches' names, including the service worker's.
const ALL_CACHES: &str = "rankscope-";

/// Whether each file of the benchmark at `base_url` is stored, in the cache or the file system.
pub async fn which_are_kept(base_url: &str, files: &[FileEntry]) -> Vec<bool> {
    let kept: HashSet<String> = cache::kept_urls().await.into_iter().collect();
    let in_cache = cache::which_are_among(&kept, base_url, files);
    let large = kept_file::kept_hashes(base_url).await;
    let in_files = files.iter().map(|file| large.contains(&file.sha256));
    in_cache.into_iter().zip(in_files).map(|(cache, files)| cache || files).collect()
}

/// Stores the manifest of the benchmark at `base_url`, for visits without a network, and deletes the
/// stored files of its earlier builds. Call it once its lists are loaded: until then, an earlier
/// build is all that is known to work.
pub async fn keep_build(base_url: &str, manifest: &str, files: &[FileEntry]) {
    // Nothing changes a folder that was imported.
    if is_on_this_machine(base_url) {
        return;
    }
    cache::keep_manifest(&format!("{base_url}benchmark.json"), manifest.as_bytes()).await;
    cache::forget_all_but(base_url, files).await;
    kept_file::forget_all_but(base_url, files).await;
}

/// Bytes that this site stores in the browser; `None` if the browser does not report it.
pub async fn cached_bytes() -> Option<u64> {
    let estimate = JsFuture::from(scope::storage()?.estimate().ok()?).await.ok()?;
    let usage = js_sys::Reflect::get(&estimate, &"usage".into()).ok()?.as_f64()?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a byte count")]
    let bytes = usage as u64;
    Some(bytes)
}

/// Deletes everything that is stored: files of benchmarks, imports, and the page itself.
///
/// # Errors
/// The browser refuses, for example because another tab has a file open.
pub async fn clear_cache() -> Result<(), TransferError> {
    file_system::remove_all().await?;
    let Some(caches) = scope::caches() else { return Ok(()) };
    let failed = |value: JsValue| TransferError::browser("caches.delete", &value);
    let names = JsFuture::from(caches.keys()).await.map_err(failed)?;
    for name in Array::from(&names).iter().filter_map(|name| name.as_string()) {
        if name.starts_with(ALL_CACHES) {
            JsFuture::from(caches.delete(&name)).await.map_err(failed)?;
        }
    }
    Ok(())
}
