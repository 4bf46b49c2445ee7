//! Yielding, so that the worker handles other messages during long work.
//!
//! Browsers clamp repeated zero-length timers to four milliseconds, longer than most searches take.
//! With the scheduler API, a task of default priority runs right after the queued messages. A
//! message from the worker to itself passes through another thread, which takes longer than a timer
//! on a busy machine.

use gloo::timers::future::sleep;
use js_sys::{Function, Promise, Reflect};
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Returns after the currently queued messages.
pub(super) async fn yield_now() {
    let is_scheduled = match scheduled_task() {
        Ok(task) => JsFuture::from(task).await.is_ok(),
        Err(_) => false,
    };
    if !is_scheduled {
        sleep(Duration::ZERO).await;
    }
}

/// A task of default priority; an error without the scheduler API.
fn scheduled_task() -> Result<Promise, JsValue> {
    let scheduler = Reflect::get(&js_sys::global(), &"scheduler".into())?;
    let post: Function = Reflect::get(&scheduler, &"postTask".into())?.dyn_into()?;
    Ok(Promise::new(&mut |resolve, reject| {
        if let Err(error) = post.call1(&scheduler, &resolve) {
            let _ = reject.call1(&JsValue::UNDEFINED, &error);
        }
    }))
}
