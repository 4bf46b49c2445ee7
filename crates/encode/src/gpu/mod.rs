//! The text encoders on the GPU: three kernels, put together as a transformer's blocks.
//!
//! A query is short, so its cost is launches and the reading of weights, not products: seven
//! launches a layer, each with what follows a product in it, one upload, one reading back; and
//! weights stay in the type of their pack, widened to float32 as they are read. What is a few
//! thousand sums stays on this processor: looking tokens up, the first and the last norm, the mean,
//! CLIP's projection. `burn` has the same models as stock operations, which is the reference.

mod blocks;
mod kernels;
mod linear;
mod packed;

use super::{
    Activation, Architecture, BertConfig, ClipTextConfig, EncodeError, Encoder, PackManifest,
    WeightDtype,
    cpu::{norm, table},
    kernels::{Linear, Nonlinearity, Norm, Table, Values},
    tower::{Answers, TextTower, WeightBytes},
    weights::Weights,
};
use blocks::{Blocks, Names, Order, Shape};
use rankscope_gpu::Gpu;

impl Encoder {
    /// Whether a GPU has anything to do for a pack, and can. A bag of tokens has no layers; and of
    /// texts that are too long for it, a workgroup cannot keep what each token looks at.
    #[must_use]
    pub fn suits_gpu(manifest: &PackManifest, gpu: &Gpu) -> bool {
        !matches!(manifest.architecture, Architecture::Bag(_))
            && kernels::shared_bytes(manifest.max_tokens) <= gpu.shared_bytes()
    }

    /// Puts a pack on a GPU, the weights of its layers in the type in which they are stored.
    ///
    /// # Errors
    /// As [`Encoder::new`]; a weight larger than the device takes in one piece; a pack that does
    /// not suit it.
    pub fn on_gpu(
        manifest: PackManifest,
        tokenizer: &[u8],
        weights: &[u8],
        gpu: &Gpu,
    ) -> Result<Self, EncodeError> {
        if !Self::suits_gpu(&manifest, gpu) {
            let reason = "there is nothing for a GPU to compute, or its texts are too long for it";
            return Err(EncodeError::Unsupported { path: manifest.id, reason: reason.into() });
        }
        let most_tokens = manifest.max_tokens;
        Self::with_tower(manifest, tokenizer, weights, |architecture, weights, end| {
            Ok(Box::new(GpuTower::new(architecture, weights, (end, most_tokens), gpu)?))
        })
    }
}

/// A text encoder whose layers are on a GPU.
struct GpuTower {
    hidden: usize,
    words: Table,
    positions: Table,
    blocks: Blocks,
    ends: Ends,
}

/// What a model does before and after its layers.
enum Ends {
    /// A norm before them, the mean of all tokens after them.
    Bert { norm: Norm },
    /// After them the row of the first end, its norm and its projection.
    Clip { end: u32, norm: Norm, projection: Linear },
}

impl GpuTower {
    fn new(
        architecture: &Architecture,
        mut weights: Weights,
        (end, most_tokens): (u32, usize),
        gpu: &Gpu,
    ) -> Result<Self, EncodeError> {
        let tower = match architecture {
            Architecture::Bert(config) => Self::bert(config, &mut weights, most_tokens, gpu)?,
            Architecture::Clip(config) => {
                Self::clip(config, &mut weights, (end, most_tokens), gpu)?
            }
            Architecture::Bag(_) => {
                return Err(EncodeError::Device("a bag of tokens has no layers".into()));
            }
        };
        weights.finish()?;
        Ok(tower)
    }

    fn bert(
        config: &BertConfig,
        weights: &mut Weights,
        most_tokens: usize,
        gpu: &Gpu,
    ) -> Result<Self, EncodeError> {
        let hidden = config.hidden_size;
        let at = "embeddings";
        let words =
            table(weights, &format!("{at}.word_embeddings.weight"), [config.vocab_size, hidden])?;
        let n_positions = config.max_position_embeddings;
        let positions =
            weights.take(&format!("{at}.position_embeddings.weight"), &[n_positions, hidden])?;
        let types = weights.take(
            &format!("{at}.token_type_embeddings.weight"),
            &[config.type_vocab_size, hidden],
        )?;
        // There is only one type of token.
        let first_type = types.iter().take(hidden).cycle();
        let positions = positions.iter().zip(first_type).map(|(p, t)| p + t).collect();
        let norm = norm(weights, &format!("{at}.LayerNorm"), hidden, config.layer_norm_eps)?;
        let shape = Shape {
            hidden,
            wide: config.intermediate_size,
            n_heads: config.num_attention_heads,
            n_layers: config.num_hidden_layers,
            most_tokens,
            epsilon: config.layer_norm_eps,
            activation: Nonlinearity::Gelu,
            order: Order::NormLast,
        };
        Ok(Self {
            hidden,
            words,
            positions: Table::new(Values::F32(positions), hidden),
            blocks: Blocks::new(shape, &Names::BERT, weights, gpu)?,
            ends: Ends::Bert { norm },
        })
    }

    fn clip(
        config: &ClipTextConfig,
        weights: &mut Weights,
        (end, most_tokens): (u32, usize),
        gpu: &Gpu,
    ) -> Result<Self, EncodeError> {
        let (hidden, at) = (config.hidden_size, "text_model");
        let n_positions = config.max_position_embeddings;
        let words = table(
            weights,
            &format!("{at}.embeddings.token_embedding.weight"),
            [config.vocab_size, hidden],
        )?;
        let positions = table(
            weights,
            &format!("{at}.embeddings.position_embedding.weight"),
            [n_positions, hidden],
        )?;
        let norm = norm(weights, &format!("{at}.final_layer_norm"), hidden, config.layer_norm_eps)?;
        let projection =
            weights.take("text_projection.weight", &[config.projection_dim, hidden])?;
        let shape = Shape {
            hidden,
            wide: config.intermediate_size,
            n_heads: config.num_attention_heads,
            n_layers: config.num_hidden_layers,
            most_tokens,
            epsilon: config.layer_norm_eps,
            activation: match config.hidden_act {
                Activation::QuickGelu => Nonlinearity::QuickGelu,
                Activation::Gelu => Nonlinearity::Gelu,
                Activation::Relu => Nonlinearity::Relu,
            },
            order: Order::NormFirst,
        };
        Ok(Self {
            hidden,
            words,
            positions,
            blocks: Blocks::new(shape, &Names::CLIP, weights, gpu)?,
            ends: Ends::Clip {
                end,
                norm,
                projection: Linear::new(Values::F32(projection), &[], hidden),
            },
        })
    }

    /// What goes into the layers: `[tokens, hidden]`.
    fn embedded(&self, text: &[u32]) -> Vec<f32> {
        let text = match &self.ends {
            Ends::Bert { .. } => text,
            // No token before it looks at what follows the end.
            Ends::Clip { end, .. } => {
                let end = text.iter().position(|id| id == end);
                end.and_then(|end| text.get(..=end)).unwrap_or(text)
            }
        };
        let mut x = vec![0.0; text.len() * self.hidden];
        for (row, (position, id)) in x.chunks_mut(self.hidden).zip(text.iter().enumerate()) {
            self.words.add_row(*id as usize, row);
            self.positions.add_row(position, row);
        }
        if let Ends::Bert { norm } = &self.ends {
            norm.apply(&mut x);
        }
        x
    }

    /// The vector of what comes out of the layers, `[tokens, hidden]`.
    fn vector(&self, x: &[f32]) -> Vec<f32> {
        match &self.ends {
            Ends::Bert { .. } => {
                let mut sums = vec![0.0f32; self.hidden];
                for row in x.chunks(self.hidden) {
                    sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
                }
                // The vector is normalised later, and a mean has the direction of the sum.
                sums
            }
            Ends::Clip { norm, projection, .. } => {
                let last = x.len().saturating_sub(self.hidden);
                let mut row = x.get(last..).unwrap_or_default().to_vec();
                norm.apply(&mut row);
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
    fn computed_in(&self, stored: WeightDtype) -> &'static str {
        match stored {
            WeightDtype::F32 => "float32",
            WeightDtype::F16 => "float32, from weights kept in float16",
            WeightDtype::I8 => "float32, from weights kept in 8 bits with a scale for every 64",
        }
    }

    fn bytes(&self) -> WeightBytes {
        let ends = match &self.ends {
            Ends::Bert { norm } => norm.bytes(),
            Ends::Clip { norm, projection, .. } => norm.bytes() + projection.bytes(),
        };
        let here = self.words.bytes() + self.positions.bytes() + ends;
        WeightBytes { here, on_gpu: self.blocks.bytes() }
    }

    fn forward<'a>(&'a self, texts: &'a [&'a [u32]]) -> Answers<'a> {
        Box::pin(self.vectors(texts))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn forward_blocking(&self, texts: &[&[u32]]) -> Result<Vec<Vec<f32>>, EncodeError> {
        Gpu::wait_for(self.vectors(texts))
    }
}
