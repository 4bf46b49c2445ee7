//! Detects a worker that ended silently: the browser may stop one, for example for lack of memory,
//! without an event for the page.
//!
//! The loader script holds a lock of the worker's name for as long as the worker lives. The browser
//! releases it when the worker ends, however it ends, so the page waits for the same lock:
//! <https://w3c.github.io/web-locks/>.

use js_sys::{Promise, Reflect};
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    type Locks;
    #[wasm_bindgen(method, catch)]
    fn request(this: &Locks, name: &str, granted: &JsValue) -> Result<Promise, JsValue>;
}

/// Waits until the worker of this name has ended. `false`, at once, if the browser cannot tell, as
/// on pages without https. Call it once the worker has sent a message: it then holds its lock.
pub(super) async fn has_ended(name: &str) -> bool {
    let locks = Reflect::get(&window().navigator(), &"locks".into());
    let Ok(locks) = locks else { return false };
    if locks.is_undefined() {
        return false;
    }
    // Granted only to be released again.
    let granted = Closure::once_into_js(|| {});
    match locks.unchecked_into::<Locks>().request(name, &granted) {
        Ok(granted) => JsFuture::from(granted).await.is_ok(),
        Err(_) => false,
    }
}
