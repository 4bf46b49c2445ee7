//! The Cache API: a file that was checked once is not downloaded again.
//!
//! Entries are kept under the file's URL with its hash, so that a changed file never meets
//! an old copy. A cache that fails is no error: the file is fetched instead.

use super::{TransferError, scope};
use crate::benchmark::FileEntry;
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, Response};

const CACHE_NAME: &str = "rankscope-files-1";

async fn open() -> Option<Cache> {
    JsFuture::from(scope::caches()?.open(CACHE_NAME)).await.ok()?.dyn_into().ok()
}

fn key(url: &str, file: &FileEntry) -> String {
    format!("{url}?sha256={}", file.sha256)
}

/// The kept copy of a file.
pub(super) async fn kept(url: &str, file: &FileEntry) -> Option<Vec<u8>> {
    let found = JsFuture::from(open().await?.match_with_str(&key(url, file))).await.ok()?;
    let response: Response = found.dyn_into().ok()?;
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

/// Keeps a checked file. A full disk or a refusal means that it is fetched again next time.
pub(super) async fn keep(url: &str, file: &FileEntry, bytes: &[u8]) {
    let Some(cache) = open().await else { return };
    let body = Uint8Array::from(bytes);
    let Ok(response) = Response::new_with_opt_buffer_source(Some(body.unchecked_ref())) else {
        return;
    };
    let _ = JsFuture::from(cache.put_with_str(&key(url, file), &response)).await;
}

/// Forgets a kept copy that turned out to be damaged.
pub(super) async fn forget(url: &str, file: &FileEntry) {
    if let Some(cache) = open().await {
        let _ = JsFuture::from(cache.delete_with_str(&key(url, file))).await;
    }
}

/// Bytes that this site keeps in the browser, as far as the browser tells.
pub async fn cached_bytes() -> Option<u64> {
    let estimate = JsFuture::from(scope::storage()?.estimate().ok()?).await.ok()?;
    let usage = js_sys::Reflect::get(&estimate, &"usage".into()).ok()?.as_f64()?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a byte count")]
    let bytes = usage as u64;
    Some(bytes)
}

/// Removes every kept file.
///
/// # Errors
/// What the browser refuses.
pub async fn clear_cache() -> Result<(), TransferError> {
    let Some(caches) = scope::caches() else { return Ok(()) };
    let failed = |value: JsValue| TransferError::browser("caches.delete", &value);
    JsFuture::from(caches.delete(CACHE_NAME)).await.map(drop).map_err(failed)
}
