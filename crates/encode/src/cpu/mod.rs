//! The text encoders on this processor: [`kernels`](super::kernels) put together.
//!
//! Several texts go through a layer together, one after the other in one matrix and without
//! padding; only attention is done text by text.

mod bag;
mod bert;
mod clip;
mod load;

use super::{
    Architecture, EncodeError, WeightDtype,
    tower::{Answers, TextTower, WeightBytes},
    weights::Weights,
};
#[cfg(feature = "webgpu")]
pub(super) use load::{norm, table};

use bag::Bag;
use bert::Bert;
use clip::Clip;

/// A text encoder on this processor.
pub(super) enum CpuTower {
    Bert(Bert),
    Clip(Clip),
    Bag(Bag),
}

impl CpuTower {
    /// Takes all of the weights. `end` is the token at which a CLIP's vector is read off.
    pub(super) fn new(
        architecture: &Architecture,
        mut weights: Weights,
        end: u32,
    ) -> Result<Self, EncodeError> {
        let tower = match architecture {
            Architecture::Bert(config) => Self::Bert(Bert::new(config, &mut weights)?),
            Architecture::Clip(config) => Self::Clip(Clip::new(config, &mut weights, end)?),
            Architecture::Bag(config) => Self::Bag(Bag::new(config, &mut weights)?),
        };
        weights.finish()?;
        Ok(tower)
    }

    fn vectors(&self, texts: &[&[u32]]) -> Vec<Vec<f32>> {
        match self {
            Self::Bert(bert) => bert.forward(texts),
            Self::Clip(clip) => clip.forward(texts),
            Self::Bag(bag) => texts.iter().map(|text| bag.forward(text)).collect(),
        }
    }
}

impl TextTower for CpuTower {
    fn forward<'a>(&'a self, texts: &'a [&'a [u32]]) -> Answers<'a> {
        Box::pin(async move { Ok(self.vectors(texts)) })
    }

    fn computed_in(&self, stored: WeightDtype) -> &'static str {
        match (self, stored) {
            // Its rows are only added.
            (Self::Bag(_), _) | (_, WeightDtype::F32) => "float32",
            (_, WeightDtype::F16) => "13-bit integers with a scale for every 64",
            (_, WeightDtype::I8) => "8-bit integers with a scale for every 64",
        }
    }

    fn bytes(&self) -> WeightBytes {
        let here = match self {
            Self::Bert(bert) => bert.bytes(),
            Self::Clip(clip) => clip.bytes(),
            Self::Bag(bag) => bag.bytes(),
        };
        WeightBytes { here, on_gpu: 0 }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn forward_blocking(&self, texts: &[&[u32]]) -> Result<Vec<Vec<f32>>, EncodeError> {
        Ok(self.vectors(texts))
    }
}
