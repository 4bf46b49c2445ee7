//! The encoders as stock tensor operations on a Burn device: the reference for
//! [`cpu`](super::cpu) and `gpu`, what encodes images, and what is trained. Native only; and only
//! here does this room know Burn.

mod bag;
mod bert;
mod clip;
mod images;
mod layers;

use super::{
    Architecture, EncodeError, Encoder, PackManifest, WeightDtype,
    tower::{Answers, TextTower, WeightBytes},
    weights::Weights,
};
use bag::Bag;
use bert::Bert;
use burn_tensor::{Device, Tensor};
use layers::Loader;

pub use clip::ClipText;
pub use clip::{ClipVision, patches_from_pixels};
pub use images::ImageEncoder;
pub use layers::Source;

impl Encoder {
    /// Puts a pack on a Burn device, with all weights as float32.
    ///
    /// # Errors
    /// As [`Encoder::new`].
    pub fn on_burn(
        manifest: PackManifest,
        tokenizer: &[u8],
        weights: &[u8],
        device: &Device,
    ) -> Result<Self, EncodeError> {
        Self::with_tower(manifest, tokenizer, weights, |architecture, weights, end| {
            Ok(Box::new(BurnTower::new(architecture, weights, end, device)?))
        })
    }

    /// The same on Burn's own processor device.
    ///
    /// # Errors
    /// As [`Encoder::new`].
    pub fn on_burn_cpu(
        manifest: PackManifest,
        tokenizer: &[u8],
        weights: &[u8],
    ) -> Result<Self, EncodeError> {
        Self::on_burn(manifest, tokenizer, weights, &Device::flex())
    }
}

/// A text encoder on a Burn device.
struct BurnTower {
    model: Model,
    /// The token at which a CLIP's vector is read off.
    end: u32,
    n_weights: usize,
}

enum Model {
    Bert(Box<Bert>),
    Clip(Box<ClipText>),
    Bag(Box<Bag>),
}

impl BurnTower {
    fn new(
        architecture: &Architecture,
        mut weights: Weights,
        end: u32,
        device: &Device,
    ) -> Result<Self, EncodeError> {
        let n_weights = weights.by_name.values().map(|weight| weight.values.len()).sum();
        let model = match architecture {
            Architecture::Bert(config) => {
                Model::Bert(Box::new(Bert::new(config, weights, device)?))
            }
            Architecture::Bag(config) => Model::Bag(Box::new(Bag::new(config, weights, device)?)),
            Architecture::Clip(config) => {
                let mut load = Loader { weights: &mut weights, device };
                let tower = ClipText::new(config, &mut load, device)?;
                weights.finish()?;
                Model::Clip(Box::new(tower))
            }
        };
        Ok(Self { model, end, n_weights })
    }

    /// Tensors that hold, one after the other, the vectors of the texts.
    fn tensors(&self, texts: &[&[u32]]) -> Vec<Tensor<1>> {
        match &self.model {
            Model::Bert(bert) => texts.iter().map(|text| bert.forward(text)).collect(),
            Model::Bag(bag) => texts.iter().map(|text| bag.forward(text)).collect(),
            Model::Clip(clip) => {
                let vectors = clip.forward(texts, self.end);
                let [_, dim] = vectors.dims();
                vectors.split(1, 0).into_iter().map(|row| row.reshape([dim])).collect()
            }
        }
    }
}

impl TextTower for BurnTower {
    fn forward<'a>(&'a self, texts: &'a [&'a [u32]]) -> Answers<'a> {
        Box::pin(async move {
            let mut vectors = Vec::with_capacity(texts.len());
            for tensor in self.tensors(texts) {
                vectors.push(values(tensor.into_data_async().await)?);
            }
            Ok(vectors)
        })
    }

    fn computed_in(&self, _stored: WeightDtype) -> &'static str {
        "float32"
    }

    fn bytes(&self) -> WeightBytes {
        WeightBytes { here: 4 * self.n_weights, on_gpu: 0 }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn forward_blocking(&self, texts: &[&[u32]]) -> Result<Vec<Vec<f32>>, EncodeError> {
        let tensors = self.tensors(texts).into_iter();
        tensors.map(|tensor| values(Ok::<_, String>(tensor.into_data()))).collect()
    }
}

fn values<E: std::fmt::Debug>(
    data: Result<burn_tensor::TensorData, E>,
) -> Result<Vec<f32>, EncodeError> {
    let data = data.map_err(|e| EncodeError::Device(format!("{e:?}")))?;
    data.try_to_vec::<f32>().map_err(|e| EncodeError::Device(format!("{e:?}")))
}
