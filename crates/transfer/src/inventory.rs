//! Everything that this site stores in the browser: which files, how many bytes, whether the
//! browser may evict them, and how to delete them.

use super::{
    TransferError,
    cache::{self, is_on_this_machine},
    file_system, kept_file, scope,
};
use js_sys::{Array, Promise};
use rankscope_core::benchmark::FileEntry;
use std::collections::HashSet;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// Of all our caches' names, including the service worker's.
const ALL_CACHES: &str = "rankscope-";

/// For each file of the benchmark at `base_url`, whether it is in the cache or the file system.
pub async fn which_are_kept(base_url: &str, files: &[FileEntry]) -> Vec<bool> {
    let kept: HashSet<String> = cache::kept_urls().await.into_iter().collect();
    let in_cache = cache::which_are_among(&kept, base_url, files);
    let large = kept_file::kept_hashes(base_url).await;
    let in_files = files.iter().map(|file| large.contains(&file.sha256));
    in_cache.into_iter().zip(in_files).map(|(cache, files)| cache || files).collect()
}

/// Stores the benchmark's manifest for visits without a network, and deletes the stored files of
/// its earlier builds. Call it once the benchmark's lists are loaded: until then, only an earlier
/// build is known to work.
pub async fn keep_build(base_url: &str, manifest: &str, files: &[FileEntry]) {
    // An imported folder never changes.
    if is_on_this_machine(base_url) {
        return;
    }
    cache::keep_manifest(&format!("{base_url}benchmark.json"), manifest.as_bytes()).await;
    cache::forget_all_but(base_url, files).await;
    kept_file::forget_all_but(base_url, files).await;
}

/// `None` if the browser does not report it.
pub async fn cached_bytes() -> Option<u64> {
    let estimate = JsFuture::from(scope::storage()?.estimate().ok()?).await.ok()?;
    let usage = js_sys::Reflect::get(&estimate, &"usage".into()).ok()?.as_f64()?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a byte count")]
    let bytes = usage as u64;
    Some(bytes)
}

/// Deletes everything: files of benchmarks, imports, and the page itself. Fails if another tab has
/// a file open.
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

/// Whether the browser agrees to keep the storage until the visitor removes it; otherwise it may evict
/// it when the disk is nearly full: <https://storage.spec.whatwg.org/#persistence>. May prompt the
/// visitor. `None` if it cannot be asked, as from a worker.
pub async fn ask_to_keep_storage() -> Option<bool> {
    answer(scope::storage()?.persist()).await
}

/// Whether the browser has agreed to that; `None` if it cannot be asked.
pub async fn will_keep_storage() -> Option<bool> {
    answer(scope::storage()?.persisted()).await
}

async fn answer(promise: Result<Promise, JsValue>) -> Option<bool> {
    JsFuture::from(promise.ok()?).await.ok()?.as_bool()
}
