use super::client::Engine;
use super::event::event_from_message;
use super::module::Module;
use super::words;
use crate::ui::task::Ended;
use leptos::prelude::*;
use rankscope_messages::{DeviceKind, Event};
use wasm_bindgen::JsValue;

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
