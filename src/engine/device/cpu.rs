//! The engine on the CPU. It answers first, and reports whether there is a GPU to take over.

use super::{adapter::adapter, on_cpu};
use crate::engine::error::EngineError;
use crate::messages::{AdapterFacts, DeviceKind, DevicePreference, DeviceReport};
use rankscope_core::{search::Gallery, vectors::Vectors};
use rankscope_encode::{
    Candidate, ClipVisionConfig, EncodeError, PackManifest, PictureEncoder, PictureTower,
};

/// The CPU.
pub(in crate::engine) struct Device;

impl Device {
    /// Never fails. The report says why the CPU computes, and what the browser's GPU is.
    pub(in crate::engine) async fn open(
        preference: DevicePreference,
    ) -> Result<(Self, DeviceReport), EngineError> {
        let (reason, adapter) = match preference {
            DevicePreference::Cpu => ("Chosen in the page’s address.".into(), None),
            DevicePreference::Auto | DevicePreference::WebGpu => match adapter().await {
                Ok(adapter) => (reason(preference, &adapter), Some(adapter)),
                Err(why) => (format!("WebGPU is not available: {why}."), None),
            },
        };
        let report = DeviceReport {
            kind: DeviceKind::Cpu,
            name: "WebAssembly with SIMD, one thread".into(),
            reason,
            adapter,
            notices: Vec::new(),
        };
        Ok((Self, report))
    }

    /// A gallery in memory.
    pub(in crate::engine) fn gallery(&self, vectors: Vectors) -> Gallery {
        Gallery::on_cpu(vectors)
    }

    /// A vision tower, computed here.
    ///
    /// # Errors
    /// Weights that do not fit the configuration.
    #[allow(clippy::unused_async, reason = "the other device waits")]
    pub(in crate::engine) async fn picture_tower(
        &self,
        config: &ClipVisionConfig,
        weights: &[u8],
    ) -> Result<PictureTower, EncodeError> {
        PictureEncoder::new(config, weights).map(PictureTower::on_cpu)
    }

    /// Where an encoder can run, the best place first.
    pub(in crate::engine) fn candidates<'a>(
        &'a self,
        pack: &'a PackManifest,
        tokenizer: &'a [u8],
        weights: &'a [u8],
    ) -> Vec<Candidate<'a>> {
        vec![on_cpu(pack, tokenizer, weights)]
    }
}

fn reason(preference: DevicePreference, adapter: &AdapterFacts) -> String {
    match preference {
        DevicePreference::Auto if adapter.is_fallback => {
            let name = &adapter.name;
            format!("WebGPU runs in software here ({name}), so the CPU is faster.")
        }
        _ => "The CPU answers until the GPU is ready.".into(),
    }
}
