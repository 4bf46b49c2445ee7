//! More workers on the processor, which rank systems in parallel with the engine while a board computes many.

use crate::ui::engine_client::Engine;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_messages::{DeviceKind, DevicePreference};

/// Each worker has galleries of its own in memory.
const MAX_HELPERS: usize = 3;
/// Galleries beyond this are ranked by the engine alone, for the memory's sake.
const MAX_GALLERY_BYTES: u64 = 64 << 20;
const MIN_SYSTEMS: usize = 4;

#[derive(Clone, Copy)]
pub struct Helpers {
    engines: StoredValue<Vec<Engine>>,
    engine: Engine,
}

/// Workers that run; they end when this is dropped.
pub(super) struct Helping(pub(super) Vec<Engine>);

impl Drop for Helping {
    fn drop(&mut self) {
        for engine in &self.0 {
            engine.close();
        }
    }
}

impl Helpers {
    /// As many as there are cores besides the one that `engine` uses.
    pub fn new(engine: Engine) -> Self {
        // The browser tells a small whole number.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
        let n_cores = window().navigator().hardware_concurrency() as usize;
        let engines = (1..n_cores.min(MAX_HELPERS + 1)).map(|_| Engine::new()).collect();
        Self { engines: StoredValue::new(engines), engine }
    }

    /// None on a GPU, which takes queries in batches, nor for a few systems or for large
    /// galleries.
    pub(super) fn start(&self, dataset: &Dataset, systems: &[String]) -> Helping {
        let is_on_cpu = self.engine.device.with_untracked(|report| {
            report.as_ref().is_none_or(|report| report.kind == DeviceKind::Cpu)
        }) && !self.engine.is_gpu_starting.get_untracked();
        let is_large = |id: &String| {
            let gallery = dataset.openable.system(id).map(|system| system.gallery.as_slice());
            let files = gallery.unwrap_or_default().iter();
            let files = files.filter_map(|path| dataset.openable.file(path).ok());
            files.map(|file| file.bytes).sum::<u64>() > MAX_GALLERY_BYTES
        };
        if !is_on_cpu || systems.len() < MIN_SYSTEMS || systems.iter().any(is_large) {
            return Helping(Vec::new());
        }
        let engines = self.engines.get_value();
        for engine in &engines {
            engine.take_keys_of(&self.engine);
            engine.open(&dataset.base_url, &dataset.openable, DevicePreference::Cpu, None);
        }
        Helping(engines)
    }
}
