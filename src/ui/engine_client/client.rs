//! The engine client: sends requests and replaces a worker that crashes.
//!
//! Requests are queued until the worker has chosen its device. After a crash, pending requests fail
//! and are not sent again, since one of them may be the cause.

use super::event::event_from_message;
use super::module::Module;
use super::replies::{Replies, ReplyEvent, Sender, replies};
use super::worker::WorkerHandle;
use crate::messages::{
    Command, DevicePreference, DeviceReport, Event, Failure, Request, RequestId, Response,
};
use crate::ui::imports::Answers;
use crate::ui::task::Ended;
use gloo::timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_core::analysis::Rankings;
use rankscope_core::benchmark::Manifest;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// Relative to the document, so that the app works in any folder.
const LOADER_URL: &str = "engine_loader.js";
/// Loads the engine without relaxed SIMD, whatever the browser supports.
const PLAIN_LOADER_URL: &str = "engine_loader.js?simd=plain";
/// After this many crashes without a reply in between, the worker is not replaced.
const MAX_CRASHES: u32 = 3;

/// The rankings of an imported system; `None` for any other system.
type Imported = Rc<dyn Fn(&str) -> Option<Rankings>>;

/// The arguments of [`Engine::open`].
#[derive(Clone)]
struct Opened {
    base_url: String,
    manifest: Manifest,
    device: DevicePreference,
    max_gallery_bytes: Option<u64>,
}

#[derive(Default)]
struct Inner {
    worker: Option<WorkerHandle>,
    has_started: bool,
    /// Whether the worker has opened the benchmark and chosen a device.
    is_open: bool,
    opened: Option<Opened>,
    open_failure: Option<Failure>,
    queue: Vec<Command>,
    pending: HashMap<RequestId, Sender>,
    last_id: RequestId,
    n_crashes: u32,
    imported: Option<Imported>,
}

/// The client. Cheap to copy; one per page.
#[derive(Clone, Copy)]
pub struct Engine {
    inner: StoredValue<Rc<RefCell<Inner>>, LocalStorage>,
    loader_url: &'static str,
    /// The state of the engine's module.
    pub module: RwSignal<Module>,
    /// The device, once chosen.
    pub device: RwSignal<Option<DeviceReport>>,
    /// Why the worker could not open the device or the benchmark.
    pub open_failure: RwSignal<Option<Failure>>,
    /// The last crash, until a request succeeds again.
    pub crash: RwSignal<Option<Failure>>,
}

impl Engine {
    /// A client without a worker; [`Engine::open`] starts one.
    #[must_use]
    pub fn new(has_plain_simd: bool) -> Self {
        Self {
            inner: StoredValue::new_local(Rc::default()),
            loader_url: if has_plain_simd { PLAIN_LOADER_URL } else { LOADER_URL },
            module: RwSignal::new(Module::Loading { received: 0, total: 0 }),
            device: RwSignal::new(None),
            open_failure: RwSignal::new(None),
            crash: RwSignal::new(None),
        }
    }

    /// Loads the engine's module ahead of its first use.
    pub fn warm_up(&self) {
        if self.inner().borrow().worker.is_none() {
            self.start_worker();
        }
    }

    /// Opens a benchmark on a device, with at most `max_gallery_bytes` of galleries in memory;
    /// `None` for the default. Does nothing if it is already open; otherwise a new worker opens it.
    pub fn open(
        &self,
        base_url: &str,
        manifest: &Manifest,
        device: DevicePreference,
        max_gallery_bytes: Option<u64>,
    ) {
        let inner = self.inner();
        let (was_opened, has_worker, has_started) = {
            let mut inner = inner.borrow_mut();
            let is_same = inner.opened.as_ref().is_some_and(|opened| {
                opened.base_url == base_url
                    && opened.device == device
                    && opened.max_gallery_bytes == max_gallery_bytes
                    && opened.manifest == *manifest
            });
            if is_same {
                return;
            }
            let (base_url, manifest) = (base_url.to_string(), manifest.clone());
            let opened = Opened { base_url, manifest, device, max_gallery_bytes };
            let was_opened = inner.opened.replace(opened).is_some();
            inner.n_crashes = 0;
            (was_opened, inner.worker.is_some(), inner.has_started)
        };
        if was_opened || !has_worker {
            self.end_all(&Ended::Cancelled);
            self.crash.set(None);
            self.start_worker();
        } else if has_started {
            self.post_open();
        }
    }

    /// Sends a request and returns its last reply; most have only one. Dropping the future cancels
    /// the request.
    ///
    /// # Errors
    /// The request failed or was cancelled.
    pub async fn ask(&self, request: Request) -> Result<Response, Ended> {
        let mut replies = self.stream(request);
        let mut last = None;
        while let Some(response) = replies.next_reply(|_| {}).await? {
            last = Some(response);
        }
        // Every request ends with a reply, a failure or a cancellation.
        last.ok_or(Ended::Cancelled)
    }

    /// Sends a request and returns its progress and replies, up to the last reply. Dropping them
    /// cancels the request.
    #[must_use]
    pub fn stream(&self, request: Request) -> Replies {
        let inner = self.inner();
        let id = {
            let mut inner = inner.borrow_mut();
            inner.last_id += 1;
            inner.last_id
        };
        let engine = *self;
        let (sender, replies) = replies(move || engine.cancel(id));
        let imported = inner.borrow().imported.clone();
        let imported = imported.and_then(|rankings_of| rankings_of(request.system()?));
        if let Some(rankings) = imported {
            inner.borrow_mut().pending.insert(id, sender);
            leptos::task::spawn_local(engine.reply_from_run(id, Answers::new(request, rankings)));
            return replies;
        }
        let refusal = {
            let inner = inner.borrow();
            let is_stopped = inner.n_crashes >= MAX_CRASHES;
            if is_stopped { Some(stopped_failure()) } else { inner.open_failure.clone() }
        };
        if let Some(failure) = refusal {
            send(&sender, Err(Ended::Failed(failure)));
            return replies;
        }
        inner.borrow_mut().pending.insert(id, sender);
        self.send(Command::Request { id, request });
        replies
    }

    /// Sets the lookup of imported systems' rankings.
    pub fn set_imported(&self, of: impl Fn(&str) -> Option<Rankings> + 'static) {
        self.inner().borrow_mut().imported = Some(Rc::new(of));
    }

    /// Replies from an imported run, yielding after every reply.
    async fn reply_from_run(self, id: RequestId, answers: Answers) {
        for answer in answers {
            let is_pending =
                self.inner.try_get_value().is_some_and(|i| i.borrow().pending.contains_key(&id));
            if !is_pending {
                return;
            }
            match answer {
                Ok(response) => self.reply(id, response),
                Err(failure) => self.end(id, Ended::Failed(failure)),
            }
            TimeoutFuture::new(0).await;
        }
    }

    /// Cancels all requests and starts a new worker; frees the memory of the old one.
    pub fn restart(&self) {
        self.end_all(&Ended::Cancelled);
        self.start_worker();
    }

    /// Cancels a request whose replies were dropped.
    fn cancel(&self, id: RequestId) {
        // Disposed with the page, whose worker ends too.
        let Some(inner) = self.inner.try_get_value() else { return };
        let was_pending = inner.borrow_mut().pending.remove(&id).is_some();
        if was_pending {
            self.send(Command::Cancel { id });
        }
    }

    fn inner(&self) -> Rc<RefCell<Inner>> {
        self.inner.get_value()
    }

    /// Sends a command, or queues it until the worker has opened the benchmark.
    fn send(&self, command: Command) {
        let inner = self.inner();
        let is_open = inner.borrow().is_open;
        if is_open {
            self.post(&command);
        } else {
            inner.borrow_mut().queue.push(command);
        }
    }

    fn post(&self, command: &Command) {
        let posted = self.inner().borrow().worker.as_ref().map(|worker| worker.post(command));
        if let Some(Err(problem)) = posted {
            // Deferred: the caller may hold a borrow.
            let engine = *self;
            leptos::task::spawn_local(async move { engine.handle_crash(&problem) });
        }
    }

    /// Tells a started worker to open the benchmark.
    fn post_open(&self) {
        let Some(opened) = self.inner().borrow().opened.clone() else { return };
        self.post(&Command::Open {
            base_url: opened.base_url,
            manifest: Box::new(opened.manifest),
            device: opened.device,
            max_gallery_bytes: opened.max_gallery_bytes,
        });
    }

    /// Sends the commands queued while the worker chose its device, which may take seconds.
    fn send_queue(&self) {
        let queue = {
            let inner = self.inner();
            let mut inner = inner.borrow_mut();
            inner.is_open = true;
            std::mem::take(&mut inner.queue)
        };
        for command in &queue {
            self.post(command);
        }
    }

    /// Starts a worker; stops the current one.
    fn start_worker(&self) {
        self.stop_worker();
        self.module.set(Module::Loading { received: 0, total: 0 });
        let engine = *self;
        let on_message = move |message: JsValue| engine.handle_message(&message);
        let on_crash = move |message: &str| engine.handle_crash(message);
        match WorkerHandle::start(self.loader_url, on_message, on_crash) {
            Ok(worker) => self.inner().borrow_mut().worker = Some(worker),
            Err(problem) => self.handle_crash(&problem),
        }
    }

    fn stop_worker(&self) {
        let worker = {
            let inner = self.inner();
            let mut inner = inner.borrow_mut();
            inner.has_started = false;
            inner.is_open = false;
            inner.open_failure = None;
            inner.worker.take()
        };
        drop(worker);
        self.device.set(None);
        self.open_failure.set(None);
    }

    fn handle_message(&self, message: &JsValue) {
        let event = match event_from_message(message) {
            Ok(event) => event,
            Err(e) => return self.handle_crash(&format!("it sent an unreadable message: {e}")),
        };
        match event {
            Event::Module { received, total } => {
                self.module.set(Module::Loading { received, total });
            }
            Event::Started => {
                self.module.set(Module::Running);
                self.inner().borrow_mut().has_started = true;
                self.post_open();
            }
            Event::Device(report) => {
                self.device.set(Some(report));
                self.send_queue();
            }
            Event::Progress { id, progress } => {
                if let Some(sender) = self.inner().borrow().pending.get(&id) {
                    send(sender, Ok(ReplyEvent::Progress(progress)));
                }
            }
            Event::Response { id, response } => {
                self.inner().borrow_mut().n_crashes = 0;
                if self.crash.with_untracked(Option::is_some) {
                    self.crash.set(None);
                }
                self.reply(id, response);
            }
            Event::Failed { id: Some(id), failure } => self.end(id, Ended::Failed(failure)),
            Event::Failed { id: None, failure } => {
                self.inner().borrow_mut().open_failure = Some(failure.clone());
                self.open_failure.set(Some(failure.clone()));
                self.end_all(&Ended::Failed(failure));
            }
            Event::Cancelled { id } => self.end(id, Ended::Cancelled),
            Event::DeviceLost { failure } => {
                // The others of its requests would fail too. A new worker opens the device again, or
                // another one.
                self.end_all(&Ended::Failed(failure));
                self.start_worker();
            }
            Event::Crashed { message } => self.handle_crash(&message),
        }
    }

    /// Delivers a reply, unless its request was dropped; the last reply ends the request.
    fn reply(&self, id: RequestId, response: Response) {
        let inner = self.inner();
        let mut inner = inner.borrow_mut();
        let is_last = response.is_last();
        if let Some(sender) = inner.pending.get(&id) {
            send(sender, Ok(ReplyEvent::Reply(response)));
        }
        if is_last {
            inner.pending.remove(&id);
        }
    }

    /// Ends a request without a further reply.
    fn end(&self, id: RequestId, ended: Ended) {
        let sender = self.inner().borrow_mut().pending.remove(&id);
        if let Some(sender) = sender {
            send(&sender, Err(ended));
        }
    }

    /// Ends all pending and queued requests.
    fn end_all(&self, ended: &Ended) {
        let pending = {
            let inner = self.inner();
            let mut inner = inner.borrow_mut();
            inner.queue.clear();
            std::mem::take(&mut inner.pending)
        };
        for sender in pending.values() {
            send(sender, Err(ended.clone()));
        }
    }

    fn handle_crash(&self, message: &str) {
        let n_crashes = {
            let inner = self.inner();
            let mut inner = inner.borrow_mut();
            inner.n_crashes += 1;
            inner.n_crashes
        };
        let failure = Failure {
            title: "The engine stopped.".into(),
            detail: message.to_string(),
            advice: if n_crashes < MAX_CRASHES {
                "A new one is being started. Try again.".into()
            } else {
                stopped_failure().advice
            },
        };
        self.stop_worker();
        self.crash.set(Some(failure.clone()));
        if n_crashes < MAX_CRASHES {
            self.start_worker();
        } else {
            self.module.set(Module::Stopped);
        }
        self.end_all(&Ended::Failed(failure));
    }
}

/// Delivers an update; ignored if the request was dropped.
fn send(sender: &Sender, update: Result<ReplyEvent, Ended>) {
    let _ = sender.unbounded_send(update);
}

fn stopped_failure() -> Failure {
    Failure {
        title: "The engine stopped.".into(),
        detail: format!("It crashed {MAX_CRASHES} times in a row and is not started again."),
        advice: "Reload the page, or choose another device on the Benchmark page.".into(),
    }
}
