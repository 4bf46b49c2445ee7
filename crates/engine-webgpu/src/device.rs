//! The engine on WebGPU, through Burn. The page starts it only where there is an adapter.

use rankscope_burn_ops::{Gpu, search::gallery_on_gpu};
use rankscope_core::{search::Gallery, vectors::Vectors};
use rankscope_encode::{Candidate, ClipVisionConfig, PackManifest};
use rankscope_encode_gpu::{picture_tower, suits_gpu, text_encoder};
use rankscope_engine::{Device, PendingTower, adapter, on_cpu};
use rankscope_messages::{DeviceKind, DevicePreference, DeviceReport};

pub(crate) struct WebGpu(Gpu);

impl Device for WebGpu {
    async fn open(preference: DevicePreference) -> Result<(Self, DeviceReport), String> {
        let adapter = adapter().await?;
        let gpu = Gpu::open().await.map_err(|error| error.to_string())?;
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
    fn gallery(&self, vectors: Vectors) -> Gallery {
        gallery_on_gpu(vectors, self.0.clone())
    }

    fn picture_tower<'a>(
        &'a self,
        config: &'a ClipVisionConfig,
        weights: &'a [u8],
    ) -> PendingTower<'a> {
        Box::pin(picture_tower(config, weights, &self.0))
    }

    fn candidates<'a>(
        &'a self,
        pack: &'a PackManifest,
        tokenizer: &'a [u8],
        weights: &'a [u8],
    ) -> Vec<Candidate<'a>> {
        let gpu = &self.0;
        let on_gpu = suits_gpu(pack, gpu).then(|| Candidate {
            place: "WebGPU",
            make: Box::new(move || text_encoder(pack.clone(), tokenizer, weights, gpu)),
        });
        on_gpu.into_iter().chain([on_cpu(pack, tokenizer, weights)]).collect()
    }
}
