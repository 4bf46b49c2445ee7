//! The engine client: sends requests, chooses between the engines on the CPU and on WebGPU, and
//! replaces a worker that crashes.
//!
//! The CPU answers first. If there is a GPU, its engine starts alongside, repeats the last search so
//! that gallery and kernels are ready, and takes the requests from then on; the CPU's worker ends
//! with its last request. If the GPU fails, the CPU takes over again.
//!
//! Requests are queued until the worker has opened the benchmark. After a crash, its pending
//! requests fail and are not sent again, since one of them may be the cause.

use super::inner::{Inner, Module, Opened, Pending, Side};
use super::replies::{Replies, ReplyEvent, ReplySender, replies};
use super::words;
use super::worker::WorkerHandle;
use crate::ui::task::Ended;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::{FileEntry, Manifest, System};
use rankscope_messages::{
    Command, DeviceKind, DevicePreference, DeviceReport, Failure, Progress, Request, RequestId,
    Response,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsValue;

#[derive(Clone, Copy)]
pub struct Engine {
    inner: StoredValue<Rc<RefCell<Inner>>, LocalStorage>,
    pub module: RwSignal<Module>,
    pub device: RwSignal<Option<DeviceReport>>,
    pub is_gpu_starting: RwSignal<bool>,
    /// Why the worker could not open the benchmark, or WebGPU although it was asked for.
    pub open_failure: RwSignal<Option<Failure>>,
    pub crash: RwSignal<Option<Failure>>,
    /// The origins of search engines that the visitor has given a key for.
    pub keyed: RwSignal<BTreeSet<String>>,
}

impl Engine {
    /// A client without a worker; [`Engine::open`] starts one.
    pub fn new() -> Self {
        Self {
            inner: StoredValue::new_local(Rc::default()),
            module: RwSignal::new(Module::Loading { received: 0, total: 0 }),
            device: RwSignal::new(None),
            is_gpu_starting: RwSignal::new(false),
            open_failure: RwSignal::new(None),
            crash: RwSignal::new(None),
            keyed: RwSignal::new(BTreeSet::new()),
        }
    }

    pub fn warm_up(&self) {
        if self.read(|inner| inner.sides.get(DeviceKind::Cpu).is_none()) {
            self.start();
        }
    }

    /// Opens a benchmark on a device, with at most `max_gallery_bytes` of galleries in memory;
    /// `None` for the default. Does nothing if it is already open. If only its systems changed,
    /// the workers get them; otherwise a new worker opens it.
    pub fn open(
        &self,
        base_url: &str,
        manifest: &Manifest,
        device: DevicePreference,
        max_gallery_bytes: Option<u64>,
    ) {
        let opened = self.read(|inner| inner.opened.clone());
        let is_alike = |opened: &Opened| {
            opened.base_url == base_url
                && opened.device == device
                && opened.max_gallery_bytes == max_gallery_bytes
        };
        if let Some(opened) = opened.filter(is_alike) {
            if opened.manifest == *manifest {
                return;
            }
            if opened.manifest.differs_in_systems_only(manifest) {
                return self.change_systems(manifest);
            }
        }
        let (base_url, manifest) = (base_url.to_string(), manifest.clone());
        let opened = Opened { base_url, manifest, device, max_gallery_bytes };
        let (was_opened, has_worker, has_started) = self.change(|inner| {
            let was_opened = inner.opened.replace(opened).is_some();
            inner.added.clear();
            inner.n_crashes = 0;
            let cpu = inner.sides.get(DeviceKind::Cpu);
            (was_opened, cpu.is_some(), cpu.is_some_and(|cpu| cpu.has_started))
        });
        if was_opened || !has_worker {
            self.end_all(&Ended::Cancelled);
            self.crash.set(None);
            self.start();
        } else if has_started {
            self.post_open(DeviceKind::Cpu);
        }
    }

    /// Sends changed systems of the open benchmark to the workers; requests go on.
    fn change_systems(&self, manifest: &Manifest) {
        self.change(|inner| {
            if let Some(opened) = &mut inner.opened {
                opened.manifest = manifest.clone();
            }
        });
        self.post_systems();
    }

    /// Lets the workers rank by vectors that the page made, until another benchmark is opened.
    pub fn add_system(&self, system: &System, files: &[FileEntry]) {
        let is_new = self.change(|inner| {
            let added = &mut inner.added;
            if added.iter().any(|(own, _)| own == system) {
                return false;
            }
            added.retain(|(own, _)| own.id != system.id);
            added.push((system.clone(), files.to_vec()));
            true
        });
        if is_new {
            self.post_systems();
        }
    }

    fn post_systems(&self) {
        let with = |inner: &Inner| inner.opened.as_ref().map(|opened| opened.with(&inner.added));
        if let Some(manifest) = self.read(with) {
            self.post_to_started(&Command::Systems { manifest });
        }
    }

    /// Cancels all requests and ends the workers, until [`Engine::open`] is called again.
    pub fn close(&self) {
        // Disposed with the page, whose workers end too.
        if self.inner.try_get_value().is_none() {
            return;
        }
        self.end_all(&Ended::Cancelled);
        self.stop(DeviceKind::WebGpu);
        self.stop(DeviceKind::Cpu);
        self.change(|inner| (inner.opened, inner.open_failure) = (None, None));
        self.device.set(None);
    }

    /// Returns the last reply; most requests have only one. Dropping the future cancels the
    /// request.
    pub async fn ask(&self, request: Request) -> Result<Response, Ended> {
        let mut replies = self.stream(request);
        let mut last = None;
        while let Some(response) = replies.next_reply(|_| {}).await? {
            last = Some(response);
        }
        // Every request ends with a reply, a failure or a cancellation.
        last.ok_or(Ended::Cancelled)
    }

    /// Returns progress and replies, up to the last. Dropping them cancels the request.
    pub fn stream(&self, request: Request) -> Replies {
        let derived = self.read(|inner| inner.derived.clone());
        match derived.and_then(|of| of(&request)) {
            Some(replies) => replies,
            None => self.stream_as_is(request),
        }
    }

    /// The same of the worker, which knows derived systems that were added only.
    pub fn stream_as_is(&self, request: Request) -> Replies {
        let (id, kind, runs) = self.change(|inner| {
            inner.last_id += 1;
            (inner.last_id, inner.sides.active(), inner.runs.clone())
        });
        let engine = *self;
        let (sender, replies) = replies(move || engine.cancel(id));
        let of_texts = matches!(request, Request::RankTexts { .. } | Request::FindTexts { .. });
        let has_run = |id: Option<&str>| runs.as_ref()?(id?, of_texts);
        if let Some(dataset) = has_run(request.system()).or_else(|| has_run(request.reranker())) {
            self.change(|inner| inner.pending.insert(id, Pending { sender, kind }));
            leptos::task::spawn_local(engine.reply_by_runs(id, request, dataset));
            return replies;
        }
        let refusal = self.read(|inner| {
            let is_stopped = inner.n_crashes >= words::MAX_CRASHES;
            if is_stopped { Some(words::stopped()) } else { inner.open_failure.clone() }
        });
        if let Some(failure) = refusal {
            send(&sender, Err(Ended::Failed(failure)));
            return replies;
        }
        let is_open = self.change(|inner| {
            inner.pending.insert(id, Pending { sender, kind });
            if matches!(request, Request::Search { .. }) {
                inner.last_search = Some(request.clone());
            }
            inner.sides.get(kind).is_some_and(Side::is_open)
        });
        let command = Command::Request { id, request };
        if is_open {
            self.post(kind, &command);
        } else {
            self.change(|inner| inner.queue.push(command));
        }
        replies
    }

    /// Sets the lookup of runs: the lists that have a run of an id.
    pub fn set_runs(&self, of: impl Fn(&str, bool) -> Option<Arc<Dataset>> + 'static) {
        self.change(|inner| inner.runs = Some(Rc::new(of)));
    }

    /// Sets what replies to requests that involve derived systems.
    pub fn set_derived(&self, of: impl Fn(&Request) -> Option<Replies> + 'static) {
        self.change(|inner| inner.derived = Some(Rc::new(of)));
    }

    /// Sends a key with every request to the search engine of an origin from now on; `None` forgets it.
    pub fn set_key(&self, origin: &str, key: Option<String>) {
        let keys = self.change(|inner| {
            match key {
                Some(key) => inner.keys.insert(origin.to_owned(), key),
                None => inner.keys.remove(origin),
            };
            inner.keys.clone()
        });
        self.use_keys(keys);
    }

    /// The keys of another client, whose work this one shares.
    pub fn take_keys_of(&self, other: &Self) {
        let keys = other.read(|inner| inner.keys.clone());
        self.change(|inner| inner.keys = keys.clone());
        self.use_keys(keys);
    }

    fn use_keys(&self, keys: BTreeMap<String, String>) {
        self.keyed.set(keys.keys().cloned().collect());
        self.post_to_started(&Command::Keys { keys });
    }

    pub(super) fn is_pending(&self, id: RequestId) -> bool {
        self.inner.try_get_value().is_some_and(|inner| inner.borrow().pending.contains_key(&id))
    }

    pub fn restart(&self) {
        self.end_all(&Ended::Cancelled);
        self.start();
    }

    fn cancel(&self, id: RequestId) {
        // Disposed with the page, whose workers end too.
        let Some(inner) = self.inner.try_get_value() else { return };
        let pending = inner.borrow_mut().pending.remove(&id);
        let Some(Pending { kind, .. }) = pending else { return };
        let is_of =
            |command: &Command| matches!(command, Command::Request { id: own, .. } if *own == id);
        let was_queued = self.change(|inner| {
            let n_queued = inner.queue.len();
            inner.queue.retain(|command| !is_of(command));
            inner.queue.len() < n_queued
        });
        if !was_queued {
            self.post(kind, &Command::Cancel { id });
        }
        self.retire_cpu();
    }

    fn inner(&self) -> Rc<RefCell<Inner>> {
        self.inner.get_value()
    }

    pub(super) fn read<T>(&self, read: impl FnOnce(&Inner) -> T) -> T {
        read(&self.inner().borrow())
    }

    pub(super) fn change<T>(&self, change: impl FnOnce(&mut Inner) -> T) -> T {
        change(&mut self.inner().borrow_mut())
    }

    pub(super) fn post(&self, kind: DeviceKind, command: &Command) {
        let posted = self.read(|inner| inner.sides.get(kind).map(|side| side.post(command)));
        if let Some(Err(problem)) = posted {
            // Deferred: the caller may be in the middle of a change.
            let engine = *self;
            leptos::task::spawn_local(async move { engine.handle_crash(kind, &problem) });
        }
    }

    /// A worker that has not started gets the same when it opens the benchmark.
    fn post_to_started(&self, command: &Command) {
        for kind in [DeviceKind::Cpu, DeviceKind::WebGpu] {
            if self.read(|inner| inner.sides.get(kind).is_some_and(|side| side.has_started)) {
                self.post(kind, command);
            }
        }
    }

    pub(super) fn post_open(&self, kind: DeviceKind) {
        let with = |inner: &Inner| Some((inner.opened.clone()?, inner.added.clone()));
        let Some((opened, added)) = self.read(with) else { return };
        let keys = self.read(|inner| inner.keys.clone());
        if !keys.is_empty() {
            self.post(kind, &Command::Keys { keys });
        }
        let command = Command::Open {
            manifest: opened.with(&added),
            base_url: opened.base_url,
            device: opened.device,
            max_gallery_bytes: opened.max_gallery_bytes,
        };
        self.post(kind, &command);
    }

    /// Starts the CPU's engine and stops any that run.
    pub(super) fn start(&self) {
        self.stop(DeviceKind::WebGpu);
        self.stop(DeviceKind::Cpu);
        self.change(|inner| {
            inner.open_failure = None;
            inner.gpu_problem = None;
            inner.last_search = None;
        });
        self.device.set(None);
        self.open_failure.set(None);
        self.start_side(DeviceKind::Cpu);
    }

    pub(super) fn start_side(&self, kind: DeviceKind) {
        match kind {
            DeviceKind::Cpu => self.module.set(Module::Loading { received: 0, total: 0 }),
            DeviceKind::WebGpu => self.is_gpu_starting.set(true),
        }
        let engine = *self;
        let on_message = move |message: JsValue| engine.handle_message(kind, &message);
        let on_crash = move |message: &str| engine.handle_crash(kind, message);
        match WorkerHandle::start(words::loader_url(kind), on_message, on_crash) {
            Ok(worker) => self.change(|inner| inner.sides.set(kind, Side::new(worker))),
            Err(problem) => self.handle_crash(kind, &problem),
        }
    }

    pub(super) fn stop(&self, kind: DeviceKind) {
        let side = self.change(|inner| {
            if kind == DeviceKind::WebGpu {
                inner.rehearsal = None;
            }
            inner.sides.take(kind)
        });
        drop(side);
        if kind == DeviceKind::WebGpu {
            self.is_gpu_starting.set(false);
        }
    }

    /// Delivers progress, unless its request was dropped.
    pub(super) fn progress(&self, id: RequestId, progress: Progress) {
        self.change(|inner| {
            if let Some(pending) = inner.pending.get(&id) {
                send(&pending.sender, Ok(ReplyEvent::Progress(progress)));
            }
        });
    }

    /// Delivers a reply, unless its request was dropped; the last reply ends the request.
    pub(super) fn reply(&self, id: RequestId, response: Response) {
        let is_last = response.is_last();
        self.change(|inner| {
            if let Some(pending) = inner.pending.get(&id) {
                send(&pending.sender, Ok(ReplyEvent::Reply(response)));
            }
            if is_last {
                inner.pending.remove(&id);
            }
        });
        if is_last {
            self.retire_cpu();
        }
    }

    pub(super) fn end(&self, id: RequestId, ended: Ended) {
        let pending = self.change(|inner| inner.pending.remove(&id));
        if let Some(pending) = pending {
            send(&pending.sender, Err(ended));
        }
        self.retire_cpu();
    }

    pub(super) fn end_of(&self, kind: DeviceKind, ended: &Ended) {
        let of_kind: Vec<Pending> = self.change(|inner| {
            inner.pending.extract_if(|_, pending| pending.kind == kind).map(|(_, p)| p).collect()
        });
        for pending in of_kind {
            send(&pending.sender, Err(ended.clone()));
        }
    }

    pub(super) fn end_all(&self, ended: &Ended) {
        self.change(|inner| inner.queue.clear());
        self.end_of(DeviceKind::Cpu, ended);
        self.end_of(DeviceKind::WebGpu, ended);
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

pub(super) fn send(sender: &ReplySender, update: Result<ReplyEvent, Ended>) {
    let _ = sender.unbounded_send(update);
}
