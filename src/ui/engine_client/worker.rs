//! A worker, terminated on drop. Gloo's neither counts a module's bytes nor reports a crash.

use gloo::events::EventListener;
use js_sys::{Array, Promise, Reflect, Uint8Array};
use leptos::prelude::window;
use rankscope_messages::Command;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

/// A running worker. No callback runs after this is dropped.
pub(super) struct WorkerHandle {
    worker: Worker,
    is_wanted: Rc<Cell<bool>>,
    _listeners: [EventListener; 2],
}

impl WorkerHandle {
    pub(super) fn start(
        loader_url: &'static str,
        mut on_message: impl FnMut(JsValue) + 'static,
        on_crash: impl Fn(&str) + Clone + 'static,
    ) -> Result<Self, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let name = format!("rankscope-engine-{}-{}", js_sys::Date::now(), js_sys::Math::random());
        options.set_name(&name);
        let worker = Worker::new_with_options(loader_url, &options)
            .map_err(|e| format!("the browser cannot start a worker: {e:?}"))?;
        let is_wanted = Rc::new(Cell::new(true));
        let mut unwatched = Some((name, is_wanted.clone(), on_crash.clone()));
        let on_message = EventListener::new(&worker, "message", move |event| {
            if let Some((name, is_wanted, on_crash)) = unwatched.take() {
                leptos::task::spawn_local(async move {
                    if has_ended(&name).await && is_wanted.get() {
                        on_crash("The browser ended it, perhaps for lack of memory.");
                    }
                });
            }
            on_message(event.unchecked_ref::<MessageEvent>().data());
        });
        let on_error = EventListener::new(&worker, "error", move |event| {
            // An ErrorEvent with a message, or a bare Event if the file is missing.
            let message = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message);
            let message = message.filter(|message| !message.is_empty());
            on_crash(
                &message.unwrap_or_else(|| format!("{loader_url} could not be loaded or run")),
            );
        });
        Ok(Self { worker, is_wanted, _listeners: [on_message, on_error] })
    }

    pub(super) fn post(&self, command: &Command) -> Result<(), String> {
        let json = serde_json::to_string(command)
            .map_err(|e| format!("a command cannot be serialised: {e}"))?;
        let json = JsValue::from_str(&json);
        let pixels = match command {
            Command::Request { request, .. } => request.pixels(),
            _ => None,
        };
        let posted = match pixels {
            None => self.worker.post_message(&json),
            Some(pixels) => {
                let pixels = Uint8Array::from(pixels.as_slice());
                // The copy is transferred: the page keeps its own.
                let transfer = Array::of1(&pixels.buffer());
                self.worker.post_message_with_transfer(&Array::of2(&json, &pixels), &transfer)
            }
        };
        posted.map_err(|e| format!("a command cannot be sent: {e:?}"))
    }
}

impl Drop for WorkerHandle {
    fn drop(&mut self) {
        self.is_wanted.set(false);
        self.worker.terminate();
    }
}

#[wasm_bindgen]
extern "C" {
    type Locks;
    #[wasm_bindgen(method, catch)]
    fn request(this: &Locks, name: &str, granted: &JsValue) -> Result<Promise, JsValue>;
}

/// `false`, at once, if the browser cannot tell, as on pages without https. Call it once the
/// worker has sent a message: it then holds its lock.
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
