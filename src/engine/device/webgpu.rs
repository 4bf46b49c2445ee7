//! The engine on WebGPU, through Burn. The page starts it only where there is an adapter.

use super::{adapter::adapter, on_cpu};
use crate::engine::error::EngineError;
use crate::messages::{DeviceKind, DevicePreference, DeviceReport};
use rankscope_burn_ops::{Gpu, search::gallery_on_gpu};
use rankscope_core::{search::Gallery, vectors::Vectors};
use rankscope_encode::{
    Candidate, ClipVisionConfig, EncodeError, Encoder, PackManifest, PictureTower,
};

/// The browser's GPU, through Burn.
pub(in crate::engine) struct Device(Gpu);

impl Device {
    /// Opens the GPU.
    ///
    /// # Errors
    /// There is no adapter, or it offers no device that computes.
    pub(in crate::engine) async fn open(
        preference: DevicePreference,
    ) -> Result<(Self, DeviceReport), EngineError> {
        let adapter = adapter().await.map_err(EngineError::NoWebGpu)?;
        let gpu = Gpu::open().await.map_err(|error| EngineError::NoWebGpu(error.to_string()))?;
        let mut reason = match preference {
            DevicePreference::WebGpu => "Chosen in the page’s address.",
            DevicePreference::Auto | DevicePreference::Cpu => "The browser offers a GPU.",
        }
        .to_owned();
        if adapter.is_fallback {
            reason.push_str(" This is a software adapter, slower than the CPU.");
        }
        let report = DeviceReport {
            kind: DeviceKind::WebGpu,
            name: adapter.name.clone(),
            reason,
            adapter: Some(adapter),
            notices: Vec::new(),
        };
        Ok((Self(gpu), report))
    }

    /// A gallery whose int8 codes are on the GPU.
    pub(in crate::engine) fn gallery(&self, vectors: Vectors) -> Gallery {
        gallery_on_gpu(vectors, self.0.clone())
    }

    /// A vision tower, computed on the GPU if that agrees with the CPU.
    ///
    /// # Errors
    /// Weights that do not fit the configuration.
    pub(in crate::engine) async fn picture_tower(
        &self,
        config: &ClipVisionConfig,
        weights: &[u8],
    ) -> Result<PictureTower, EncodeError> {
        PictureTower::on_gpu(config, weights, &self.0).await
    }

    /// Where an encoder can run, the best place first.
    pub(in crate::engine) fn candidates<'a>(
        &'a self,
        pack: &'a PackManifest,
        tokenizer: &'a [u8],
        weights: &'a [u8],
    ) -> Vec<Candidate<'a>> {
        let gpu = &self.0;
        let on_gpu = Encoder::suits_gpu(pack, gpu).then(|| Candidate {
            place: "WebGPU",
            make: Box::new(move || Encoder::on_gpu(pack.clone(), tokenizer, weights, gpu)),
        });
        on_gpu.into_iter().chain([on_cpu(pack, tokenizer, weights)]).collect()
    }
}
