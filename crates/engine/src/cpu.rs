//! The engine on the CPU. It answers first, and reports whether a GPU can take over.

use crate::{
    adapter::adapter,
    device::{Device, PendingTower, on_cpu},
};
use rankscope_core::{search::Gallery, vectors::Vectors};
use rankscope_encode::{Candidate, ClipVisionConfig, PackManifest, PictureEncoder, PictureTower};
use rankscope_messages::{AdapterFacts, DeviceKind, DevicePreference, DeviceReport};
use std::future::ready;

pub struct Cpu;

impl Device for Cpu {
    /// Never fails. The report says why the CPU is used, and describes the browser's GPU.
    async fn open(preference: DevicePreference) -> Result<(Self, DeviceReport), String> {
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

    fn gallery(&self, vectors: Vectors) -> Gallery {
        Gallery::on_cpu(vectors)
    }

    fn picture_tower<'a>(
        &'a self,
        config: &'a ClipVisionConfig,
        weights: &'a [u8],
    ) -> PendingTower<'a> {
        Box::pin(ready(PictureEncoder::new(config, weights).map(PictureTower::on_cpu)))
    }

    fn candidates<'a>(
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
