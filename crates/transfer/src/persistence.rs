//! Whether the browser keeps this site's storage until the visitor removes it. Otherwise it may empty
//! it when the disk is nearly full: <https://storage.spec.whatwg.org/#persistence>.

use super::scope;
use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// Asks the browser to keep the storage, which may ask the visitor. Whether it agreed; `None` if it
/// cannot be asked. Only a page can ask, not a worker.
pub async fn ask_to_keep_storage() -> Option<bool> {
    answer(scope::storage()?.persist()).await
}

/// Whether the browser has agreed to keep the storage; `None` if it cannot be asked.
pub async fn will_keep_storage() -> Option<bool> {
    answer(scope::storage()?.persisted()).await
}

async fn answer(promise: Result<Promise, JsValue>) -> Option<bool> {
    JsFuture::from(promise.ok()?).await.ok()?.as_bool()
}
