//! All that this site keeps in the browser: which files, how many bytes, and forgetting it.

use super::{TransferError, cache, file_system, kept_file, scope};
use js_sys::Array;
use rankscope_core::benchmark::FileEntry;
use std::collections::HashSet;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// What the names of all our caches begin with, the service worker's among them.
const ALL_CACHES: &str = "rankscope-";

/// Which files of the benchmark at `base_url` are kept, here or among the large ones.
pub async fn which_are_kept(base_url: &str, files: &[FileEntry]) -> Vec<bool> {
    let kept: HashSet<String> = cache::kept_urls().await.into_iter().collect();
    let large = kept_file::kept_hashes(base_url).await;
    let is_kept = |file: &FileEntry| {
        large.contains(&file.sha256)
            || kept.contains(&cache::key(&format!("{base_url}{}", file.path), file))
    };
    files.iter().map(is_kept).collect()
}

/// Forgets what is kept of earlier builds of the benchmark at `base_url`.
pub async fn forget_earlier_builds(base_url: &str, files: &[FileEntry]) {
    cache::forget_all_but(base_url, files).await;
    kept_file::forget_all_but(base_url, files).await;
}

/// Bytes that this site keeps in the browser; `None` where the browser does not say.
pub async fn cached_bytes() -> Option<u64> {
    let estimate = JsFuture::from(scope::storage()?.estimate().ok()?).await.ok()?;
    let usage = js_sys::Reflect::get(&estimate, &"usage".into()).ok()?.as_f64()?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a byte count")]
    let bytes = usage as u64;
    Some(bytes)
}

/// Removes everything that is kept: files of benchmarks, what was imported, the page itself.
///
/// # Errors
/// What the browser refuses, such as removing files that another tab has open.
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
