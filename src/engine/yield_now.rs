//! Yielding: the worker handles other messages between two pieces of long work.
//!
//! Browsers clamp repeated zero-length timers to four milliseconds, longer than most searches
//! take. Where there is a scheduler, a task of ordinary priority runs right after the messages that
//! wait now. A message to the worker itself would do the same, but it passes through another
//! thread, and on a busy machine that takes longer than a timer.

use gloo_timers::future::sleep;
use js_sys::{Function, Promise, Reflect};
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Returns after the messages that wait now.
pub(super) async fn yield_now() {
    let is_scheduled = match task_of_ordinary_priority() {
        Ok(task) => JsFuture::from(task).await.is_ok(),
        Err(_) => false,
    };
    if !is_scheduled {
        sleep(Duration::ZERO).await;
    }
}

fn task_of_ordinary_priority() -> Result<Promise, JsValue> {
    let scheduler = Reflect::get(&js_sys::global(), &"scheduler".into())?;
    let post: Function = Reflect::get(&scheduler, &"postTask".into())?.dyn_into()?;
    Ok(Promise::new(&mut |resolve, reject| {
        if let Err(error) = post.call1(&scheduler, &resolve) {
            let _ = reject.call1(&JsValue::UNDEFINED, &error);
        }
    }))
}
