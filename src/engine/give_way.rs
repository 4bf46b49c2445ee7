//! Giving way: other messages are heard between two pieces of long work.
//!
//! A browser lets a timer of zero wait four milliseconds once it is used again and again, which
//! is longer than most searches take. Where there is a scheduler, a task of ordinary priority
//! comes after the messages that wait now, and no later. A message to oneself would as well, but
//! it goes through another thread, and on a busy machine that takes longer than a timer.

use gloo_timers::future::sleep;
use js_sys::{Function, Promise, Reflect};
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Comes back after the messages that wait now.
pub(super) async fn let_others_in() {
    let came = match task_of_ordinary_priority() {
        Ok(task) => JsFuture::from(task).await.is_ok(),
        Err(_) => false,
    };
    if !came {
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
