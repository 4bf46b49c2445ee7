//! One of the two engines, on the CPU or on WebGPU, in its worker.

use super::worker::WorkerHandle;
use rankscope_messages::{Command, DeviceKind, DeviceReport};

pub(super) struct Side {
    worker: WorkerHandle,
    /// Whether its module runs.
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
    /// Which engine takes new requests.
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
