//! Locks shared by all tabs of the site: <https://w3c.github.io/web-locks/>. Bindings by hand:
//! web-sys puts them behind an unstable flag.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    type LockManager;
    #[wasm_bindgen(method, catch)]
    fn request(this: &LockManager, name: &str, granted: &JsValue) -> Result<Promise, JsValue>;
}

/// A lock held, or waited for, until this is dropped; the browser also releases it with the tab or
/// worker.
pub(super) struct Lock {
    release: Option<Function>,
    is_granted: Promise,
}

impl Lock {
    /// `None` if the browser has no locks.
    pub(super) fn ask(name: &str) -> Option<Self> {
        let locks = manager()?;
        let (is_released, release) = promise();
        let (is_granted, grant) = promise();
        let hold = Closure::once_into_js(move || {
            call(grant.as_ref());
            is_released
        });
        // It resolves once the lock is released; nothing awaits that.
        let _ = locks.request(name, &hold).ok()?;
        Some(Self { release, is_granted })
    }

    pub(super) async fn granted(&self) {
        let _ = JsFuture::from(self.is_granted.clone()).await;
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        call(self.release.as_ref());
    }
}

/// `navigator.locks`; `None` outside a secure context.
fn manager() -> Option<LockManager> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?;
    (!locks.is_undefined()).then(|| locks.unchecked_into())
}

fn promise() -> (Promise, Option<Function>) {
    let mut resolve = None;
    let promise = Promise::new(&mut |resolved, _| resolve = Some(resolved));
    (promise, resolve)
}

fn call(resolve: Option<&Function>) {
    // A promise's resolve function cannot fail.
    let _ = resolve.map(|resolve| resolve.call0(&JsValue::UNDEFINED));
}
