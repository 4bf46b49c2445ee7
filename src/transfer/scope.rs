//! The global scope, in the page or in a worker, where `window` is missing.

use super::TransferError;
use js_sys::Promise;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CacheStorage, Request, StorageManager, Window, WorkerGlobalScope};

fn window() -> Option<Window> {
    js_sys::global().dyn_into().ok()
}

fn worker() -> Option<WorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

/// `fetch(request)`.
pub(super) fn fetch(request: &Request) -> Result<Promise, TransferError> {
    let promise = match (window(), worker()) {
        (Some(window), _) => Some(window.fetch_with_request(request)),
        (None, Some(worker)) => Some(worker.fetch_with_request(request)),
        (None, None) => None,
    };
    promise.ok_or_else(|| TransferError::browser("fetch", &JsValue::from("fetch is not available")))
}

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
