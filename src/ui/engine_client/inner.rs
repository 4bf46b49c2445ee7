//! What the client knows of its workers and requests.

use super::replies::{Replies, ReplySender};
use super::worker::WorkerHandle;
use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::{FileEntry, Manifest, System};
use rankscope_messages::{
    Command, DeviceKind, DevicePreference, DeviceReport, Failure, Request, RequestId,
};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// The lists that have a run of this id, from images to texts if such are asked for; `None` for a system with
/// vectors.
pub(super) type Runs = Rc<dyn Fn(&str, bool) -> Option<Arc<Dataset>>>;

/// The replies to a request that involves derived systems; `None` for any other request.
pub(super) type Deriving = Rc<dyn Fn(&Request) -> Option<Replies>>;

#[derive(Clone)]
pub(super) struct Opened {
    pub(super) base_url: String,
    pub(super) manifest: Manifest,
    pub(super) device: DevicePreference,
    pub(super) max_gallery_bytes: Option<u64>,
}

pub(super) struct Pending {
    pub(super) sender: ReplySender,
    pub(super) kind: DeviceKind,
}

impl Opened {
    /// The manifest with further systems.
    pub(super) fn with(&self, added: &[(System, Vec<FileEntry>)]) -> Box<Manifest> {
        let mut manifest = Box::new(self.manifest.clone());
        for (system, files) in added {
            manifest.systems.push(system.clone());
            manifest.files.extend_from_slice(files);
        }
        manifest
    }
}

#[derive(Default)]
pub(super) struct Inner {
    pub(super) sides: Sides,
    pub(super) opened: Option<Opened>,
    /// Systems whose vectors the page made, with their files.
    pub(super) added: Vec<(System, Vec<FileEntry>)>,
    pub(super) open_failure: Option<Failure>,
    /// Requests that wait until the CPU's engine is open.
    pub(super) queue: Vec<Command>,
    pub(super) pending: HashMap<RequestId, Pending>,
    pub(super) last_id: RequestId,
    /// The visitor's keys of search engines by origin; they are never stored.
    pub(super) keys: BTreeMap<String, String>,
    pub(super) n_crashes: u32,
    pub(super) runs: Option<Runs>,
    pub(super) derived: Option<Deriving>,
    pub(super) last_search: Option<Request>,
    /// The last search, repeated on the GPU before it takes over.
    pub(super) rehearsal: Option<RequestId>,
    /// Why the CPU is in use although there is a GPU.
    pub(super) gpu_problem: Option<String>,
}

pub(super) struct Side {
    worker: WorkerHandle,
    pub(super) has_started: bool,
    /// What it computes on, once it has opened the benchmark: only then it takes requests.
    pub(super) report: Option<DeviceReport>,
}

/// The two engines, of which at most one takes new requests.
#[derive(Default)]
pub(super) struct Sides {
    cpu: Option<Side>,
    gpu: Option<Side>,
    is_on_gpu: bool,
}

impl Side {
    pub(super) fn new(worker: WorkerHandle) -> Self {
        Self { worker, has_started: false, report: None }
    }

    pub(super) fn is_open(&self) -> bool {
        self.report.is_some()
    }

    pub(super) fn post(&self, command: &Command) -> Result<(), String> {
        self.worker.post(command)
    }
}

impl Sides {
    pub(super) fn active(&self) -> DeviceKind {
        if self.is_on_gpu { DeviceKind::WebGpu } else { DeviceKind::Cpu }
    }

    pub(super) fn get(&self, kind: DeviceKind) -> Option<&Side> {
        match kind {
            DeviceKind::Cpu => self.cpu.as_ref(),
            DeviceKind::WebGpu => self.gpu.as_ref(),
        }
    }

    pub(super) fn get_mut(&mut self, kind: DeviceKind) -> Option<&mut Side> {
        self.slot(kind).as_mut()
    }

    pub(super) fn set(&mut self, kind: DeviceKind, side: Side) {
        *self.slot(kind) = Some(side);
    }

    /// Takes an engine out, to be dropped: without the GPU's, the CPU takes the requests.
    pub(super) fn take(&mut self, kind: DeviceKind) -> Option<Side> {
        if kind == DeviceKind::WebGpu {
            self.is_on_gpu = false;
        }
        self.slot(kind).take()
    }

    pub(super) fn take_over(&mut self) {
        self.is_on_gpu = self.gpu.is_some();
    }

    fn slot(&mut self, kind: DeviceKind) -> &mut Option<Side> {
        match kind {
            DeviceKind::Cpu => &mut self.cpu,
            DeviceKind::WebGpu => &mut self.gpu,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Module {
    /// Sizes in bytes; a total of 0 is unknown.
    Loading {
        received: u64,
        total: u64,
    },
    Running,
    /// It crashed too often and is not restarted.
    Stopped,
}
