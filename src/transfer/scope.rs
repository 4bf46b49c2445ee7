//! What the global scope has in a page and in a worker, where `window` is missing. Read by name, since
//! gloo has neither of the two.

use wasm_bindgen::JsCast;
use web_sys::{CacheStorage, StorageManager};

/// `caches`; `None` outside a secure context (plain http on another machine).
pub(super) fn caches() -> Option<CacheStorage> {
    let caches = js_sys::Reflect::get(&js_sys::global(), &"caches".into()).ok()?;
    caches.dyn_into().ok()
}

/// `navigator.storage`; `None` outside a secure context.
pub(super) fn storage() -> Option<StorageManager> {
    let navigator = js_sys::Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    js_sys::Reflect::get(&navigator, &"storage".into()).ok()?.dyn_into().ok()
}
