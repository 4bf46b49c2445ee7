//! Globals of a page and of a worker, where `window` is missing: read by name, since gloo has
//! neither.

use super::TransferError;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, CacheStorage, Request, Response, StorageManager};

/// `caches`; `None` outside a secure context (plain http on another machine).
pub(super) fn caches() -> Option<CacheStorage> {
    let caches = js_sys::Reflect::get(&js_sys::global(), &"caches".into()).ok()?;
    caches.dyn_into().ok()
}

pub(super) async fn cache_named(name: &str) -> Result<Cache, TransferError> {
    let Some(caches) = caches() else {
        let why = JsValue::from(
            "browsers store files only for pages served over https or from this machine",
        );
        return Err(TransferError::browser("caches", &why));
    };
    let failed = |value: JsValue| TransferError::browser("caches.open", &value);
    JsFuture::from(caches.open(name)).await.map(JsCast::unchecked_into).map_err(failed)
}

/// The URLs of all entries, in the order in which they were added.
pub(super) async fn keys(cache: &Cache) -> Vec<String> {
    let Ok(keys) = JsFuture::from(cache.keys()).await else { return Vec::new() };
    let keys = Array::from(&keys);
    keys.iter().map(|key| key.unchecked_into::<Request>().url()).collect()
}

pub(super) async fn response_under(cache: &Cache, key: &str) -> Option<Response> {
    JsFuture::from(cache.match_with_str(key)).await.ok()?.dyn_into().ok()
}

pub(super) async fn bytes_of(response: Response) -> Option<Vec<u8>> {
    gloo::net::http::Response::from(response).binary().await.ok()
}

pub(super) async fn put_bytes(cache: &Cache, key: &str, bytes: &[u8]) {
    let body = Uint8Array::from(bytes);
    if let Ok(response) = Response::new_with_opt_buffer_source(Some(body.unchecked_ref())) {
        let _ = JsFuture::from(cache.put_with_str(key, &response)).await;
    }
}

/// `navigator.storage`; `None` outside a secure context.
pub(super) fn storage() -> Option<StorageManager> {
    let navigator = js_sys::Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    js_sys::Reflect::get(&navigator, &"storage".into()).ok()?.dyn_into().ok()
}
