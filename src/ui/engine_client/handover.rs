//! Which engine answers: first the CPU's, then the GPU's, and the CPU's again if the GPU fails.

use super::client::Engine;
use super::words;
use crate::ui::task::Ended;
use leptos::prelude::*;
use rankscope_messages::{Command, DeviceKind, DevicePreference, DeviceReport, Failure, RequestId};

impl Engine {
    /// An engine opened the benchmark, or reports more about its device.
    pub(super) fn handle_report(&self, kind: DeviceKind, report: DeviceReport) {
        let (was_open, preference) = self.change(|inner| {
            let was_open = inner
                .sides
                .get_mut(kind)
                .is_some_and(|side| side.report.replace(report.clone()).is_some());
            (was_open, inner.opened.as_ref().map(|opened| opened.device).unwrap_or_default())
        });
        self.show_device();
        match kind {
            _ if was_open => {}
            DeviceKind::Cpu => {
                for command in &self.change(|inner| std::mem::take(&mut inner.queue)) {
                    self.post(kind, command);
                }
                if self.read(|inner| inner.gpu_problem.is_some()) {
                    // The GPU has just failed.
                    return;
                }
                if words::wants_gpu(preference, report.adapter.as_ref()) {
                    self.start_side(DeviceKind::WebGpu);
                } else if preference == DevicePreference::WebGpu {
                    self.open_failure.set(Some(words::no_webgpu(report.reason)));
                }
            }
            DeviceKind::WebGpu => self.rehearse(),
        }
    }

    /// Repeats the last search on the GPU, which then takes over; without one, at once.
    pub(super) fn rehearse(&self) {
        let rehearsed = self.change(|inner| {
            let request = inner.last_search.clone()?;
            inner.last_id += 1;
            inner.rehearsal = Some(inner.last_id);
            Some(Command::Request { id: inner.last_id, request })
        });
        match rehearsed {
            Some(command) => self.post(DeviceKind::WebGpu, &command),
            None => self.take_over(),
        }
    }

    /// Even if the search itself failed, for example for a missing file: the device is ready.
    pub(super) fn end_rehearsal(&self, id: RequestId) {
        let was_rehearsal =
            self.change(|inner| inner.rehearsal.take_if(|rehearsal| *rehearsal == id).is_some());
        if was_rehearsal {
            self.take_over();
        }
    }

    pub(super) fn take_over(&self) {
        self.change(|inner| inner.sides.take_over());
        self.is_gpu_starting.set(false);
        self.show_device();
        self.retire_cpu();
    }

    /// Ends the CPU's worker, which keeps galleries in memory, once the GPU does all the work.
    pub(super) fn retire_cpu(&self) {
        let is_done = self.read(|inner| {
            inner.sides.active() == DeviceKind::WebGpu
                && inner.pending.values().all(|pending| pending.kind == DeviceKind::WebGpu)
        });
        if is_done {
            self.stop(DeviceKind::Cpu);
        }
    }

    pub(super) fn show_device(&self) {
        let report = self.read(|inner| {
            let mut report = inner.sides.get(inner.sides.active())?.report.clone()?;
            if let (DeviceKind::Cpu, Some(problem)) = (report.kind, &inner.gpu_problem) {
                report.reason.clone_from(problem);
            }
            Some(report)
        });
        if self.device.with_untracked(|shown| *shown != report) {
            self.device.set(report);
        }
    }

    /// The GPU failed before it took over: the CPU goes on.
    pub(super) fn give_up_gpu(&self, detail: &str) {
        self.stop(DeviceKind::WebGpu);
        let was_asked_for = self.change(|inner| {
            inner.gpu_problem = Some(format!("WebGPU failed: {detail}."));
            inner.opened.as_ref().is_some_and(|opened| opened.device == DevicePreference::WebGpu)
        });
        if was_asked_for {
            self.open_failure.set(Some(words::no_webgpu(format!("{detail}."))));
        }
        self.show_device();
    }

    /// The GPU failed in use: its requests fail, and the CPU takes over.
    pub(super) fn leave_gpu(&self, failure: Failure) {
        let was_in_use = self.read(|inner| inner.sides.active() == DeviceKind::WebGpu);
        if !was_in_use {
            return self.give_up_gpu(&failure.detail);
        }
        self.stop(DeviceKind::WebGpu);
        let has_cpu = self.change(|inner| {
            inner.gpu_problem = Some(words::reason_after(&failure.detail));
            inner.sides.get(DeviceKind::Cpu).is_some()
        });
        self.device.set(None);
        if has_cpu {
            self.show_device();
        } else {
            self.start_side(DeviceKind::Cpu);
        }
        self.end_of(DeviceKind::WebGpu, &Ended::Failed(failure));
    }
}
