//! The engine on WebGPU. The page starts it only where there is an adapter.

use super::{adapter::adapter, on_cpu};
use crate::engine::error::EngineError;
use crate::messages::{DeviceKind, DevicePreference, DeviceReport};
use rankscope_core::vectors::Vectors;
use rankscope_encode::{Candidate, Encoder, PackManifest};
use rankscope_gpu::Gpu;
use rankscope_gpu::search::SearchError;

pub(in crate::engine) use rankscope_gpu::search::Gallery;

/// The browser's GPU.
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
        Gallery::on_gpu(vectors, self.0.clone())
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

impl From<SearchError> for EngineError {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Dim { query, gallery } => Self::QueryDim { query, gallery },
            SearchError::Device(error) => Self::Device(error.to_string()),
        }
    }
}
