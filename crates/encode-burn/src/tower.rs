//! The text encoders on a Burn device.

use crate::{bag::Bag, bert::Bert, clip::ClipText, layers::Loader};
use burn_tensor::{Device, Tensor, TensorData};
use rankscope_encode::{
    Architecture, EncodeError, Encoder, PackManifest, WEIGHTS_FILE, WeightBytes, WeightDtype,
    model::{PendingVectors, TextTower, Weights},
};

/// Loads a pack on a Burn device, with all weights as float32.
pub fn text_encoder(
    manifest: PackManifest,
    tokenizer: &[u8],
    weights: &[u8],
    device: &Device,
) -> Result<Encoder, EncodeError> {
    Encoder::with_tower(manifest, tokenizer, weights, |architecture, weights, end| {
        Ok(Box::new(BurnTower::new(architecture, weights, end, device)?))
    })
}

struct BurnTower {
    model: Model,
    /// CLIP's vector is that of this token.
    end: u32,
    bytes: usize,
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
        let bytes = weights.bytes_as_f32();
        let model = match architecture {
            Architecture::Bert(config) => {
                Model::Bert(Box::new(Bert::new(config, weights, device)?))
            }
            Architecture::Siglip(_) => {
                let reason = "the reference has no text tower of SigLIP".into();
                return Err(EncodeError::Unsupported { path: WEIGHTS_FILE.into(), reason });
            }
            Architecture::Bag(config) => Model::Bag(Box::new(Bag::new(config, weights, device)?)),
            Architecture::Clip(config) => {
                let mut load = Loader { weights: &mut weights, device };
                let tower = ClipText::new(config, &mut load, device)?;
                weights.finish()?;
                Model::Clip(Box::new(tower))
            }
        };
        Ok(Self { model, end, bytes })
    }

    /// Texts as token ids → a tensor `[dim]` for each.
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
    fn forward<'a>(&'a self, texts: &'a [&'a [u32]]) -> PendingVectors<'a> {
        Box::pin(async move {
            let mut vectors = Vec::with_capacity(texts.len());
            for tensor in self.tensors(texts) {
                let data = tensor.into_data_async().await;
                vectors.push(values(data.map_err(|e| EncodeError::Device(format!("{e:?}")))?)?);
            }
            Ok(vectors)
        })
    }

    fn computed_in(&self, _stored: WeightDtype) -> &'static str {
        "float32"
    }

    fn bytes(&self) -> WeightBytes {
        WeightBytes { here: self.bytes, on_gpu: 0 }
    }
}

pub(crate) fn values(data: TensorData) -> Result<Vec<f32>, EncodeError> {
    data.try_to_vec::<f32>().map_err(|e| EncodeError::Device(format!("{e:?}")))
}
