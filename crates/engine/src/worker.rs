//! The worker's message loop: commands in, events out.

use super::{
    context::Context, device::Device, error::EngineError, remotes::use_keys, session::Session,
    tasks, warm_up::warm_up,
};
use gloo::events::EventListener;
use js_sys::{Array, Uint8Array};
use rankscope_core::benchmark::Manifest;
use rankscope_messages::{
    Command, DeviceReport, Event, Failure, Request, RequestId, Response,
    packed::bytes_from_rankings,
};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
    sync::Arc,
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

thread_local! {
    static MANIFEST: RefCell<Option<Box<Manifest>>> = const { RefCell::new(None) };
    static SESSION: RefCell<Option<Rc<Session>>> = const { RefCell::new(None) };
    /// Running requests and their cancel flags.
    static RUNNING: RefCell<HashMap<RequestId, Rc<Cell<bool>>>> = RefCell::default();
}

/// Starts handling commands. Called once, when the module is loaded in a worker.
pub fn start<D: Device + 'static>() {
    std::panic::set_hook(Box::new(|info| {
        post(&Event::Crashed { message: info.to_string() });
        console_error_panic_hook::hook(info);
    }));
    let Some(scope) = scope() else { return };
    EventListener::new(&scope, "message", |event| {
        match command_from_message(&event.unchecked_ref::<MessageEvent>().data()) {
            Ok(command) => handle::<D>(command),
            Err(e) => post(&Event::Crashed { message: format!("not a command: {e}") }),
        }
    })
    // It listens as long as the worker lives.
    .forget();
    post(&Event::Started);
}

/// Reads a command from its JSON, or from an array `[json, pixels of a picture]`.
fn command_from_message(message: &JsValue) -> Result<Command, serde_json::Error> {
    let parts = message.dyn_ref::<Array>();
    let json = parts.map_or_else(|| message.clone(), |parts| parts.get(0));
    let mut command = serde_json::from_str(&json.as_string().unwrap_or_default())?;
    let pixels = parts.and_then(|parts| parts.get(1).dyn_into::<Uint8Array>().ok());
    if let (Command::Request { request, .. }, Some(pixels)) = (&mut command, pixels) {
        request.put_pixels(&Arc::new(pixels.to_vec()));
    }
    Ok(command)
}

fn scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

fn post(event: &Event) {
    // Events are plain data, so serialization cannot fail.
    let (Some(scope), Ok(json)) = (scope(), serde_json::to_string(event)) else { return };
    let bytes = match event {
        Event::Response { response: Response::Rankings { rankings, .. }, .. } => {
            Uint8Array::from(bytes_from_rankings(rankings).as_slice())
        }
        Event::Response { response: Response::Guided { hits, .. }, .. } => {
            Uint8Array::from(bytes_from_rankings(std::slice::from_ref(hits)).as_slice())
        }
        Event::Response { response: Response::Judged { values }, .. } => {
            Uint8Array::from(values.as_slice())
        }
        _ => {
            let _ = scope.post_message(&JsValue::from(json));
            return;
        }
    };
    let message = Array::of2(&JsValue::from(json), &bytes);
    // The bytes are transferred, not copied.
    let _ = scope.post_message_with_transfer(&message, &Array::of1(&bytes.buffer()));
}

fn post_report(report: &DeviceReport) {
    post(&Event::Device(report.clone()));
}

fn handle<D: Device + 'static>(command: Command) {
    match command {
        Command::Open { base_url, manifest, device, max_gallery_bytes } => {
            MANIFEST.set(Some(manifest.clone()));
            spawn_local(async move {
                match D::open(device).await {
                    Ok((device, report)) => {
                        post_report(&report);
                        // Systems may have been sent while the device was opened.
                        let latest = MANIFEST.with_borrow(Clone::clone).unwrap_or(manifest);
                        let session = Session::new(
                            base_url,
                            *latest,
                            Rc::new(device),
                            report,
                            post_report,
                            max_gallery_bytes,
                        );
                        SESSION.set(Some(Rc::new(session)));
                        warm_up().await;
                    }
                    Err(why) => {
                        let failure = (&EngineError::NoWebGpu(why)).into();
                        post(&Event::Failed { id: None, failure });
                    }
                }
            })
        }
        Command::Systems { manifest } => {
            MANIFEST.set(Some(manifest.clone()));
            SESSION.with_borrow_mut(|session| {
                *session = session.take().map(|open| Rc::new(open.with_manifest(*manifest)));
            });
        }
        Command::Keys { keys } => use_keys(keys),
        Command::Cancel { id } => RUNNING.with_borrow(|running| {
            // The request may have ended in the meantime.
            if let Some(is_cancelled) = running.get(&id) {
                is_cancelled.set(true);
            }
        }),
        Command::Request { id, request } => {
            let is_cancelled = Rc::new(Cell::new(false));
            RUNNING.with_borrow_mut(|running| running.insert(id, is_cancelled.clone()));
            spawn_local(async move {
                let outcome = answer(&request, &Context::new(id, is_cancelled, post)).await;
                RUNNING.with_borrow_mut(|running| running.remove(&id));
                match outcome {
                    Ok(()) => {}
                    Err(error) if error.is_cancelled() => post(&Event::Cancelled { id }),
                    Err(error) => {
                        let failure = Failure::from(&error);
                        post(&Event::Failed { id: Some(id), failure: failure.clone() });
                        if error.is_of_device() {
                            post(&Event::DeviceLost { failure });
                        }
                    }
                }
            });
        }
    }
}

async fn answer(request: &Request, context: &Context) -> Result<(), EngineError> {
    let session = SESSION.with_borrow(Clone::clone).ok_or(EngineError::NotOpen)?;
    tasks::run(&session, request, context).await
}
