//! BERT and CLIP's text tower with their blocks on a GPU.

use crate::{
    blocks::{BlockShape, Blocks, NormOrder},
    layers::computed_in,
};
use rankscope_burn_ops::Gpu;
use rankscope_encode::{
    Architecture, BertConfig, ClipTextConfig, EncodeError, WeightBytes, WeightDtype,
    kernels::{Linear, Nonlinearity, Norm, Values},
    model::{
        Embeddings, PendingVectors, Sentence, TextTower, Weights, norm, until_end,
        weight_names::{bert, clip},
    },
};

pub(crate) struct GpuTower {
    hidden: usize,
    embeddings: Embeddings,
    blocks: Blocks,
    ends: Ends,
}

/// A model's layers before and after its blocks, on the CPU.
enum Ends {
    /// A norm before, pooling after.
    Bert { embedding_norm: Norm, sentence: Sentence },
    /// After: the row of the first end-of-text token, its norm and its projection.
    Clip { end: u32, final_norm: Norm, projection: Linear },
}

impl GpuTower {
    pub(crate) fn new(
        architecture: &Architecture,
        mut weights: Weights,
        (end, max_tokens): (u32, usize),
        gpu: &Gpu,
    ) -> Result<Self, EncodeError> {
        let tower = match architecture {
            Architecture::Bert(config) => Self::bert(config, &mut weights, max_tokens, gpu)?,
            Architecture::Clip(config) => Self::clip(config, &mut weights, (end, max_tokens), gpu)?,
            Architecture::Siglip(_) | Architecture::Bag(_) => {
                return Err(EncodeError::NotOnGpu("its model has no blocks with kernels"));
            }
        };
        weights.finish()?;
        Ok(tower)
    }

    fn bert(
        config: &BertConfig,
        weights: &mut Weights,
        max_tokens: usize,
        gpu: &Gpu,
    ) -> Result<Self, EncodeError> {
        let (hidden, epsilon) = (config.hidden_size, config.layer_norm_eps);
        let sentence = Sentence::new(config, weights)?;
        let embeddings = Embeddings::bert(config, weights)?;
        let embedding_norm = norm(weights, bert::EMBEDDING_NORM, hidden, epsilon)?;
        let shape = BlockShape {
            hidden,
            intermediate: config.intermediate_size,
            n_heads: config.num_attention_heads,
            max_tokens,
            epsilon,
            is_causal: false,
            activation: Nonlinearity::Gelu,
            order: NormOrder::Post,
        };
        let names = (0..config.num_hidden_layers).map(bert::block);
        let blocks = Blocks::new(shape, names, weights, gpu)?;
        Ok(Self { hidden, embeddings, blocks, ends: Ends::Bert { embedding_norm, sentence } })
    }

    fn clip(
        config: &ClipTextConfig,
        weights: &mut Weights,
        (end, max_tokens): (u32, usize),
        gpu: &Gpu,
    ) -> Result<Self, EncodeError> {
        let (hidden, epsilon) = (config.hidden_size, config.layer_norm_eps);
        let embeddings = Embeddings::clip(config, weights)?;
        let final_norm = norm(weights, clip::TEXT_FINAL_NORM, hidden, epsilon)?;
        let projection = weights.take(clip::TEXT_PROJECTION, &[config.projection_dim, hidden])?;
        let projection = Linear::new(Values::F32(projection), &[], hidden);
        let shape = BlockShape {
            hidden,
            intermediate: config.intermediate_size,
            n_heads: config.num_attention_heads,
            max_tokens,
            epsilon,
            is_causal: true,
            activation: config.hidden_act.nonlinearity(),
            order: NormOrder::Pre,
        };
        let names = (0..config.num_hidden_layers).map(clip::text_block);
        let blocks = Blocks::new(shape, names, weights, gpu)?;
        Ok(Self { hidden, embeddings, blocks, ends: Ends::Clip { end, final_norm, projection } })
    }

    /// Token ids → the input of the blocks, `[tokens, hidden]`.
    fn embedded(&self, text: &[u32]) -> Vec<f32> {
        match &self.ends {
            Ends::Bert { embedding_norm, .. } => {
                let mut x = self.embeddings.rows(&[text]);
                embedding_norm.apply(&mut x);
                x
            }
            // Attention is causal: what follows the end changes nothing before it.
            Ends::Clip { end, .. } => self.embeddings.rows(&[until_end(text, *end)]),
        }
    }

    /// The output of the blocks `[tokens, hidden]` → the vector `[dim]`.
    fn vector(&self, x: &[f32]) -> Vec<f32> {
        match &self.ends {
            Ends::Bert { sentence, .. } => sentence.vector(x),
            Ends::Clip { final_norm, projection, .. } => {
                let last = x.len().saturating_sub(self.hidden);
                let mut row = x.get(last..).unwrap_or_default().to_vec();
                final_norm.apply(&mut row);
                projection.forward(&row, Nonlinearity::None)
            }
        }
    }

    async fn vectors(&self, texts: &[&[u32]]) -> Result<Vec<Vec<f32>>, EncodeError> {
        let mut vectors = Vec::with_capacity(texts.len());
        for text in texts {
            let x = self.blocks.forward(self.embedded(text)).await?;
            vectors.push(self.vector(&x));
        }
        Ok(vectors)
    }
}

impl TextTower for GpuTower {
    fn forward<'a>(&'a self, texts: &'a [&'a [u32]]) -> PendingVectors<'a> {
        Box::pin(self.vectors(texts))
    }

    fn computed_in(&self, stored: WeightDtype) -> &'static str {
        computed_in(stored)
    }

    fn bytes(&self) -> WeightBytes {
        let ends = match &self.ends {
            Ends::Bert { embedding_norm, sentence } => embedding_norm.bytes() + sentence.bytes(),
            Ends::Clip { final_norm, projection, .. } => final_norm.bytes() + projection.bytes(),
        };
        WeightBytes { here: self.embeddings.bytes() + ends, on_gpu: self.blocks.bytes() }
    }
}
