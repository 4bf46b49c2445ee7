//! The worker as the page sees it: requests with callbacks, and its state as signals.
//!
//! What concerns an imported run is answered from memory, under the same ids and in the same
//! words, so that nobody who asks has to know.
//!
//! The page queues what it has to ask until the worker has chosen its device. A worker that dies is
//! replaced; what was pending fails and is not sent again, since it may be what killed it.

pub use super::engine_answer::{Answer, Module};
use super::engine_event::event_from_message;
use super::imports::{Answers, Rankings, system_of};
use crate::benchmark::Manifest;
use crate::messages::{
    Command, DevicePreference, DeviceReport, Event, Failure, Progress, Request, RequestId, Response,
};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

/// Relative to the document, so that the app can lie in any folder.
const LOADER_URL: &str = "engine_loader.js";
/// The same, for an engine without relaxed SIMD in any browser.
const PLAIN_LOADER_URL: &str = "engine_loader.js?simd=plain";
/// So many deaths without an answer in between, and the worker is not replaced any more.
const MAX_CRASHES: u32 = 3;

type Callback = Rc<dyn Fn(Answer)>;
/// The rankings of a system that was imported; `None` for any other.
type Imported = Rc<dyn Fn(&str) -> Option<Rankings>>;

/// What a worker was opened with.
#[derive(Clone)]
struct Opened {
    base_url: String,
    manifest: Manifest,
    device: DevicePreference,
    room_bytes: Option<u64>,
}

#[derive(Default)]
struct Inner {
    worker: Option<Worker>,
    /// Counts the workers: messages of an earlier one are dropped.
    generation: u32,
    has_started: bool,
    /// The benchmark is open in the worker: its device is chosen.
    is_open: bool,
    opened: Option<Opened>,
    open_failure: Option<Failure>,
    queue: Vec<Command>,
    pending: HashMap<RequestId, Callback>,
    last_id: RequestId,
    n_crashes: u32,
    imported: Option<Imported>,
}

/// The client. Cheap to copy; one in a page.
#[derive(Clone, Copy)]
pub struct Engine {
    inner: StoredValue<Rc<RefCell<Inner>>, LocalStorage>,
    loader_url: &'static str,
    /// How far the module is.
    pub module: RwSignal<Module>,
    /// The device, once it is chosen.
    pub device: RwSignal<Option<DeviceReport>>,
    /// Why the device or the benchmark could not be opened.
    pub open_failure: RwSignal<Option<Failure>>,
    /// How far each pending request is.
    pub progress: RwSignal<HashMap<RequestId, Progress>>,
    /// The last death, until a request succeeds again.
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
            progress: RwSignal::new(HashMap::new()),
            crash: RwSignal::new(None),
        }
    }

    /// Loads the engine's module, so that it is there when it is needed.
    pub fn warm_up(&self) {
        if self.inner().borrow().worker.is_none() {
            self.start_worker();
        }
    }

    /// Opens a benchmark on a device, with so much room for galleries, or the usual. Nothing
    /// happens where it is open already; another benchmark, device or room takes a new worker.
    pub fn open(
        &self,
        base_url: &str,
        manifest: &Manifest,
        device: DevicePreference,
        room_bytes: Option<u64>,
    ) {
        let inner = self.inner();
        let (is_used, has_worker, has_started) = {
            let mut inner = inner.borrow_mut();
            let is_same = inner.opened.as_ref().is_some_and(|opened| {
                opened.base_url == base_url
                    && opened.device == device
                    && opened.room_bytes == room_bytes
                    && opened.manifest == *manifest
            });
            if is_same {
                return;
            }
            let (base_url, manifest) = (base_url.to_string(), manifest.clone());
            let opened = Opened { base_url, manifest, device, room_bytes };
            let is_used = inner.opened.replace(opened).is_some();
            inner.n_crashes = 0;
            (is_used, inner.worker.is_some(), inner.has_started)
        };
        if is_used || !has_worker {
            self.end_all(&Answer::Cancelled);
            self.crash.set(None);
            self.start_worker();
        } else if has_started {
            self.post_open();
        }
    }

    /// Asks for something. `on_answer` is called with every answer, last with the one that
    /// ends the request; never before this function has returned.
    pub fn request(&self, request: Request, on_answer: impl Fn(Answer) + 'static) -> RequestId {
        let inner = self.inner();
        let imported = inner.borrow().imported.clone();
        if let Some(rankings) = imported.and_then(|of| of(system_of(&request)?)) {
            return self.answer_from_memory(request, rankings, on_answer);
        }
        let (id, refusal) = {
            let mut inner = inner.borrow_mut();
            inner.last_id += 1;
            let id = inner.last_id;
            let stopped = inner.n_crashes >= MAX_CRASHES;
            (id, if stopped { Some(stopped_failure()) } else { inner.open_failure.clone() })
        };
        if let Some(failure) = refusal {
            leptos::task::spawn_local(async move { on_answer(Answer::Failed(failure)) });
            return id;
        }
        inner.borrow_mut().pending.insert(id, Rc::new(on_answer));
        self.send(Command::Request { id, request });
        id
    }

    /// Names where the rankings of imported systems are.
    pub fn set_imported(&self, of: impl Fn(&str) -> Option<Rankings> + 'static) {
        self.inner().borrow_mut().imported = Some(Rc::new(of));
    }

    fn answer_from_memory(
        &self,
        request: Request,
        rankings: Rankings,
        on_answer: impl Fn(Answer) + 'static,
    ) -> RequestId {
        let inner = self.inner();
        let id = {
            let mut inner = inner.borrow_mut();
            inner.last_id += 1;
            let id = inner.last_id;
            inner.pending.insert(id, Rc::new(on_answer));
            id
        };
        let engine = *self;
        leptos::task::spawn_local(async move {
            for (answer, goes_on) in Answers::new(request, rankings) {
                // Cancelled; or another benchmark was opened.
                if !engine.inner().borrow().pending.contains_key(&id) {
                    return;
                }
                engine.answer(id, answer, goes_on);
                TimeoutFuture::new(0).await;
            }
        });
        id
    }

    /// Ends what goes on, and starts again with a new worker: what the old one held is free.
    pub fn restart(&self) {
        self.end_all(&Answer::Cancelled);
        self.start_worker();
    }

    /// No longer wants an answer. The callback is not called again.
    pub fn cancel(&self, id: RequestId) {
        let was_pending = self.inner().borrow_mut().pending.remove(&id).is_some();
        if was_pending {
            self.forget_progress(id);
            self.send(Command::Cancel { id });
        }
    }

    fn inner(&self) -> Rc<RefCell<Inner>> {
        self.inner.get_value()
    }

    /// Sends a command, or keeps it until the benchmark is open in the worker.
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
        let worker = self.inner().borrow().worker.clone();
        let Some(worker) = worker else { return };
        let problem = match serde_json::to_string(command) {
            Ok(json) => match worker.post_message(&JsValue::from_str(&json)) {
                Ok(()) => return,
                Err(e) => format!("a command cannot be sent: {e:?}"),
            },
            Err(e) => format!("a command cannot be written: {e}"),
        };
        // Later, so that no callback is called before its request has an id.
        let engine = *self;
        leptos::task::spawn_local(async move { engine.crashed(&problem) });
    }

    /// Opens the benchmark in a worker that has started.
    fn post_open(&self) {
        let Some(opened) = self.inner().borrow().opened.clone() else { return };
        self.post(&Command::Open {
            base_url: opened.base_url,
            manifest: Box::new(opened.manifest),
            device: opened.device,
            room_bytes: opened.room_bytes,
        });
    }

    /// Sends what has waited for the device: choosing one may take seconds.
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

    /// Puts a new worker in the place of the old one.
    fn start_worker(&self) {
        self.stop_worker();
        self.module.set(Module::Loading { received: 0, total: 0 });
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = match Worker::new_with_options(self.loader_url, &options) {
            Ok(worker) => worker,
            Err(e) => return self.crashed(&format!("no worker can be started: {e:?}")),
        };
        let inner = self.inner();
        let generation = {
            let mut inner = inner.borrow_mut();
            inner.worker = Some(worker.clone());
            inner.generation
        };
        let engine = *self;
        let is_current = move || engine.inner().borrow().generation == generation;
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if is_current() {
                engine.hear(&event.data());
            }
        });
        let on_error = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
            if is_current() {
                // An ErrorEvent with a message, or a bare Event where the file is missing.
                let said = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message);
                let said = said.filter(|said| !said.is_empty());
                engine.crashed(
                    &said.unwrap_or_else(|| format!("{LOADER_URL} could not be loaded or run")),
                );
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        // They live as long as their worker may call them; there are few workers in a page.
        on_message.forget();
        on_error.forget();
    }

    fn stop_worker(&self) {
        {
            let inner = self.inner();
            let mut inner = inner.borrow_mut();
            if let Some(worker) = inner.worker.take() {
                worker.terminate();
            }
            inner.generation += 1;
            inner.has_started = false;
            inner.is_open = false;
            inner.open_failure = None;
        }
        self.device.set(None);
        self.open_failure.set(None);
    }

    fn hear(&self, message: &JsValue) {
        let event = match event_from_message(message) {
            Ok(event) => event,
            Err(e) => return self.crashed(&format!("it sent a message that says nothing: {e}")),
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
                if self.inner().borrow().pending.contains_key(&id) {
                    self.progress.update(|all| {
                        all.insert(id, progress);
                    });
                }
            }
            Event::Response { id, response } => {
                self.inner().borrow_mut().n_crashes = 0;
                if self.crash.with_untracked(Option::is_some) {
                    self.crash.set(None);
                }
                let goes_on = matches!(
                    &response,
                    Response::Rankings { last: false, .. } | Response::Hits { last: false, .. }
                );
                self.answer(id, Answer::Response(response), goes_on);
            }
            Event::Failed { id: Some(id), failure } => {
                self.answer(id, Answer::Failed(failure), false);
            }
            Event::Failed { id: None, failure } => {
                self.inner().borrow_mut().open_failure = Some(failure.clone());
                self.open_failure.set(Some(failure.clone()));
                self.end_all(&Answer::Failed(failure));
            }
            Event::Cancelled { id } => self.answer(id, Answer::Cancelled, false),
            Event::Crashed { message } => self.crashed(&message),
        }
    }

    /// Hands an answer to whoever waits for it; nobody may.
    fn answer(&self, id: RequestId, answer: Answer, goes_on: bool) {
        let inner = self.inner();
        let callback = if goes_on {
            inner.borrow().pending.get(&id).cloned()
        } else {
            inner.borrow_mut().pending.remove(&id)
        };
        if !goes_on {
            self.forget_progress(id);
        }
        if let Some(callback) = callback {
            callback(answer);
        }
    }

    /// Ends everything that is pending or waits to be sent.
    fn end_all(&self, answer: &Answer) {
        let pending = {
            let inner = self.inner();
            let mut inner = inner.borrow_mut();
            inner.queue.clear();
            std::mem::take(&mut inner.pending)
        };
        self.progress.set(HashMap::new());
        for callback in pending.values() {
            callback(answer.clone());
        }
    }

    fn crashed(&self, message: &str) {
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
        self.end_all(&Answer::Failed(failure));
    }

    fn forget_progress(&self, id: RequestId) {
        if self.progress.with_untracked(|all| all.contains_key(&id)) {
            self.progress.update(|all| {
                all.remove(&id);
            });
        }
    }
}

fn stopped_failure() -> Failure {
    Failure {
        title: "The engine stopped.".into(),
        detail: format!("It died {MAX_CRASHES} times in a row and is not started again."),
        advice: "Reload the page, or choose another device on the Benchmark page.".into(),
    }
}
