//! The text encoders and the vision towers on the CPU, built from [`kernels`](crate::kernels).
//! Several texts pass through a layer as the rows of one matrix, without padding; only attention
//! treats each text alone.

mod attention_head;
mod bag;
mod bert;
mod block;
mod clip;
mod clip_vision;
mod embeddings;
mod load;
mod sentence;

use crate::{
    architecture::Architecture,
    error::EncodeError,
    pack::WeightDtype,
    tower::{PendingVectors, TextTower, WeightBytes},
    weights::Weights,
};
use bag::Bag;
use bert::Bert;
use clip::{Clip, Ending};

pub(crate) use clip_vision::{ClipVision, Pass};
pub use {clip::until_end, embeddings::Embeddings, load::norm, sentence::Sentence};

/// Takes all of the weights. `end` is the token at which CLIP's vector is read.
pub(crate) fn on_cpu(
    architecture: &Architecture,
    mut weights: Weights,
    end: u32,
) -> Result<Box<dyn TextTower>, EncodeError> {
    let tower = match architecture {
        Architecture::Bert(config) => CpuTower::Bert(Bert::new(config, &mut weights)?),
        Architecture::Clip(config) => {
            CpuTower::Clip(Clip::new(config, &mut weights, Ending::EndOfText(end))?)
        }
        Architecture::Siglip(config) => {
            let ending = Ending::Padding(config.pad_token_id);
            CpuTower::Clip(Clip::new(&config.shape, &mut weights, ending)?)
        }
        Architecture::Bag(config) => CpuTower::Bag(Bag::new(config, &mut weights)?),
    };
    weights.finish()?;
    Ok(Box::new(tower))
}

/// The number format in which the kernels multiply weights stored as `stored`, in words.
pub(crate) fn multiplied_in(stored: WeightDtype) -> &'static str {
    match stored {
        WeightDtype::F32 => "float32",
        WeightDtype::F16 => "13-bit integers with a scale for every 64",
        WeightDtype::I8 => "8-bit integers with a scale for every 64",
    }
}

enum CpuTower {
    Bert(Bert),
    Clip(Clip),
    Bag(Bag),
}

impl CpuTower {
    fn vectors(&self, texts: &[&[u32]]) -> Vec<Vec<f32>> {
        match self {
            Self::Bert(bert) => bert.forward(texts),
            Self::Clip(clip) => clip.forward(texts),
            Self::Bag(bag) => texts.iter().map(|text| bag.forward(text)).collect(),
        }
    }
}

impl TextTower for CpuTower {
    fn forward<'a>(&'a self, texts: &'a [&'a [u32]]) -> PendingVectors<'a> {
        Box::pin(async move { Ok(self.vectors(texts)) })
    }

    fn computed_in(&self, stored: WeightDtype) -> &'static str {
        match self {
            // A bag's rows are only added.
            Self::Bag(_) => "float32",
            _ => multiplied_in(stored),
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
}
