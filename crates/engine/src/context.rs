//! A task's view of its request: cancellation, progress, clock and reply.

use super::{error::EngineError, yield_now::yield_now};
use rankscope_messages::{Event, Progress, ProgressUnit, RequestId, Response};
use rankscope_transfer::TransferError;
use std::{cell::Cell, rc::Rc};
use wasm_bindgen::JsCast;
use web_sys::Performance;

pub(super) struct Context {
    id: RequestId,
    is_cancelled: Rc<Cell<bool>>,
    post: fn(&Event),
}

impl Context {
    /// `post` sends the events of request `id`; the page sets `is_cancelled` to cancel it.
    pub(super) fn new(id: RequestId, is_cancelled: Rc<Cell<bool>>, post: fn(&Event)) -> Self {
        Self { id, is_cancelled, post }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled.get()
    }

    /// Lets other messages and tasks run. An error once the request is cancelled.
    pub(super) async fn yield_now(&self) -> Result<(), EngineError> {
        yield_now().await;
        if self.is_cancelled() { Err(TransferError::Cancelled.into()) } else { Ok(()) }
    }

    pub(super) fn progress(&self, what: &str, done: u64, total: u64, unit: ProgressUnit) {
        let progress = Progress { what: what.into(), done, total, unit };
        (self.post)(&Event::Progress { id: self.id, progress });
    }

    pub(super) fn download_progress(&self, file: &str, done: u64, total: u64) {
        self.progress(file, done, total, ProgressUnit::Bytes);
    }

    pub(super) fn reply(&self, response: Response) {
        (self.post)(&Event::Response { id: self.id, response });
    }
}

pub(super) fn now_ms() -> f64 {
    js_sys::Reflect::get(&js_sys::global(), &"performance".into())
        .ok()
        .and_then(|performance| performance.dyn_into::<Performance>().ok())
        .map_or_else(js_sys::Date::now, |performance| performance.now())
}
