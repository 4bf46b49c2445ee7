//! Reads the workers' events, JSON with rankings as separate bytes, and acts on them.

use super::client::Engine;
use super::inner::Module;
use super::words;
use crate::ui::task::Ended;
use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use rankscope_messages::packed::rankings_from_bytes;
use rankscope_messages::{DeviceKind, Event, Response};
use wasm_bindgen::{JsCast, JsValue};

impl Engine {
    pub(super) fn handle_message(&self, kind: DeviceKind, message: &JsValue) {
        let event = match event_from_message(message) {
            Ok(event) => event,
            Err(e) => {
                return self.handle_crash(kind, &format!("it sent an unreadable message: {e}"));
            }
        };
        match event {
            Event::Module { received, total } => {
                if kind == DeviceKind::Cpu {
                    self.module.set(Module::Loading { received, total });
                }
            }
            Event::Started => {
                if kind == DeviceKind::Cpu {
                    self.module.set(Module::Running);
                }
                self.change(|inner| {
                    if let Some(side) = inner.sides.get_mut(kind) {
                        side.has_started = true;
                    }
                });
                self.post_open(kind);
            }
            Event::Device(report) => self.handle_report(kind, report),
            Event::Progress { id, progress } => self.progress(id, progress),
            Event::Response { id, response } => {
                self.change(|inner| inner.n_crashes = 0);
                if self.crash.with_untracked(Option::is_some) {
                    self.crash.set(None);
                }
                let is_last = response.is_last();
                self.reply(id, response);
                if is_last {
                    self.end_rehearsal(id);
                }
            }
            Event::Failed { id: Some(id), failure } => {
                self.end(id, Ended::Failed(failure));
                self.end_rehearsal(id);
            }
            Event::Failed { id: None, failure } => match kind {
                DeviceKind::Cpu => {
                    self.change(|inner| inner.open_failure = Some(failure.clone()));
                    self.open_failure.set(Some(failure.clone()));
                    self.end_all(&Ended::Failed(failure));
                }
                DeviceKind::WebGpu => self.give_up_gpu(&failure.detail),
            },
            Event::Cancelled { id } => self.end(id, Ended::Cancelled),
            Event::DeviceLost { failure } => self.leave_gpu(failure),
            Event::Crashed { message } => self.handle_crash(kind, &message),
        }
    }

    pub(super) fn handle_crash(&self, kind: DeviceKind, message: &str) {
        if kind == DeviceKind::WebGpu {
            return self.leave_gpu(words::gpu_ended(message));
        }
        self.stop(DeviceKind::Cpu);
        if self.read(|inner| inner.sides.active() == DeviceKind::WebGpu) {
            // It had a last request to answer; the GPU takes the others.
            return self.end_of(kind, &Ended::Failed(words::crashed(message, 1)));
        }
        let n_crashes = self.change(|inner| {
            inner.n_crashes += 1;
            inner.n_crashes
        });
        let failure = words::crashed(message, n_crashes);
        self.crash.set(Some(failure.clone()));
        self.change(|inner| {
            inner.queue.clear();
            inner.open_failure = None;
        });
        self.open_failure.set(None);
        if n_crashes < words::MAX_CRASHES {
            self.device.set(None);
            self.start_side(DeviceKind::Cpu);
        } else {
            self.stop(DeviceKind::WebGpu);
            self.device.set(None);
            self.module.set(Module::Stopped);
        }
        self.end_of(kind, &Ended::Failed(failure));
    }
}

/// Reads an event from its JSON, or from an array `[json, packed rankings or values]`.
pub(super) fn event_from_message(message: &JsValue) -> Result<Event, String> {
    let parts = message.dyn_ref::<Array>();
    let json = parts.map_or_else(|| message.clone(), |parts| parts.get(0));
    let json = json.as_string().unwrap_or_default();
    let mut event = serde_json::from_str(&json).map_err(|e| e.to_string())?;
    let bytes = || {
        let bytes = parts.and_then(|parts| parts.get(1).dyn_into::<Uint8Array>().ok());
        bytes.map(|bytes| bytes.to_vec()).unwrap_or_default()
    };
    match &mut event {
        Event::Response { response: Response::Rankings { rankings, .. }, .. } => {
            *rankings = rankings_from_bytes(&bytes()).ok_or("its rankings are truncated")?;
        }
        Event::Response { response: Response::Guided { hits, .. }, .. } => {
            let mut rankings = rankings_from_bytes(&bytes()).ok_or("its hits are truncated")?;
            *hits = rankings.pop().ok_or("its hits are missing")?;
        }
        Event::Response { response: Response::Judged { values }, .. } => *values = bytes(),
        _ => {}
    }
    Ok(event)
}
