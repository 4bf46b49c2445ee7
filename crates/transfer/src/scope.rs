//! What the global scope has in a page and in a worker, where `window` is missing. Read by name, since
//! gloo has neither of the two.

use super::TransferError;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, CacheStorage, StorageManager};

/// `caches`; `None` outside a secure context (plain http on another machine).
pub(super) fn caches() -> Option<CacheStorage> {
    let caches = js_sys::Reflect::get(&js_sys::global(), &"caches".into()).ok()?;
    caches.dyn_into().ok()
}

/// A cache for what a visitor brings.
///
/// # Errors
/// The page has none, or the browser does not open it.
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

/// `navigator.storage`; `None` outside a secure context.
pub(super) fn storage() -> Option<StorageManager> {
    let navigator = js_sys::Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    js_sys::Reflect::get(&navigator, &"storage".into()).ok()?.dyn_into().ok()
}
