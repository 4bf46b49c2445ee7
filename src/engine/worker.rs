//! The worker's door: messages in, messages out.

use super::{
    device,
    error::EngineError,
    packed::bytes_from_rankings,
    protocol::{Command, DeviceReport, Event, Failure, RequestId, Response},
    session::Session,
    tasks::{self, Ways},
};
use js_sys::{Array, Uint8Array};
use std::{cell::RefCell, collections::HashSet, rc::Rc};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Performance};

thread_local! {
    static SESSION: RefCell<Option<Rc<Session>>> = const { RefCell::new(None) };
    static CANCELLED: RefCell<HashSet<RequestId>> = RefCell::default();
}

/// Takes commands from now on. Called once, when the module is loaded in a worker.
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        post(&Event::Crashed { message: info.to_string() });
        console_error_panic_hook::hook(info);
    }));
    let Some(scope) = scope() else { return };
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        match serde_json::from_str(&text) {
            Ok(command) => take(command),
            Err(e) => post(&Event::Crashed { message: format!("not a command: {e}") }),
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // It lives as long as the worker.
    on_message.forget();
    post(&Event::Started);
}

/// Milliseconds since the worker started.
pub(super) fn now_ms() -> f64 {
    js_sys::Reflect::get(&js_sys::global(), &"performance".into())
        .ok()
        .and_then(|performance| performance.dyn_into::<Performance>().ok())
        .map_or_else(js_sys::Date::now, |performance| performance.now())
}

fn scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

fn post(event: &Event) {
    // The messages are plain data: they always have a JSON form.
    let (Some(scope), Ok(json)) = (scope(), serde_json::to_string(event)) else { return };
    let Event::Response { response: Response::Rankings { rankings, .. }, .. } = event else {
        let _ = scope.post_message(&JsValue::from(json));
        return;
    };
    let bytes = Uint8Array::from(bytes_from_rankings(rankings).as_slice());
    let message = Array::of2(&JsValue::from(json), &bytes);
    // Handed over, not copied.
    let _ = scope.post_message_with_transfer(&message, &Array::of1(&bytes.buffer()));
}

pub(super) fn tell_device(report: &DeviceReport) {
    post(&Event::Device(report.clone()));
}

fn take(command: Command) {
    match command {
        Command::Open { base_url, manifest, device, room_bytes } => spawn_local(async move {
            match device::choose(device).await {
                Ok((gpu, report)) => {
                    let session =
                        Session::new(base_url, *manifest, gpu, report.clone(), room_bytes);
                    SESSION.set(Some(Rc::new(session)));
                    tell_device(&report);
                }
                Err(error) => post(&Event::Failed { id: None, failure: (&error).into() }),
            }
        }),
        Command::Cancel { id } => {
            CANCELLED.with_borrow_mut(|cancelled| cancelled.insert(id));
        }
        Command::Request { id, request } => spawn_local(async move {
            let event = match answer(id, &request).await {
                Ok(()) => None,
                Err(error) if error.is_cancelled() => Some(Event::Cancelled { id }),
                Err(error) => Some(Event::Failed { id: Some(id), failure: Failure::from(&error) }),
            };
            CANCELLED.with_borrow_mut(|cancelled| cancelled.remove(&id));
            if let Some(event) = event {
                post(&event);
            }
        }),
    }
}

async fn answer(id: RequestId, request: &super::protocol::Request) -> Result<(), EngineError> {
    let session = SESSION.with_borrow(Clone::clone).ok_or(EngineError::NotOpen)?;
    let ways = Ways {
        is_cancelled: &|| CANCELLED.with_borrow(|cancelled| cancelled.contains(&id)),
        progress: &|progress| post(&Event::Progress { id, progress }),
        respond: &|response| post(&Event::Response { id, response }),
    };
    tasks::run(&session, request, &ways).await
}
