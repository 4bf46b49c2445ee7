//! CLIP's vision tower (Dosovitskiy et al., ICLR 2021, as in Radford et al., ICML 2021): patches
//! and a class token, pre-norm blocks, and the vector of the class token. SigLIP's has the same
//! blocks between other ends.

use super::{
    attention_head::AttentionHead,
    block::{Block, BlockShape, add},
    load::norm,
};
use crate::{
    clip_config::{ClipVisionConfig, VisionFamily},
    error::EncodeError,
    kernels::{Attention, Linear, Nonlinearity, Norm, Values, Workspace, attend},
    pack::WeightDtype,
    weight_names::{clip::vision, siglip},
    weights::Weights,
};

pub(crate) struct ClipVision {
    config: ClipVisionConfig,
    stored: WeightDtype,
    patches: Linear,
    /// `[tokens, hidden]`.
    positions: Vec<f32>,
    blocks: Vec<Block>,
    final_norm: Norm,
    ends: Ends,
}

enum Ends {
    /// A class token `[hidden]`, which alone is projected.
    Clip { class: Vec<f32>, first_norm: Norm, projection: Linear },
    /// Nothing before, a head after.
    Siglip(Box<AttentionHead>),
}

impl ClipVision {
    pub(crate) fn new(
        config: &ClipVisionConfig,
        weights: &mut Weights,
    ) -> Result<Self, EncodeError> {
        let (hidden, epsilon) = (config.hidden_size, config.layer_norm_eps);
        let (side, n_tokens) = (config.patch_size, config.n_tokens());
        let patches = weights.take_stored(vision::PATCHES, &[hidden, 3, side, side])?;
        let shape = BlockShape { hidden, intermediate: config.intermediate_size, epsilon };
        let blocks = (0..config.num_hidden_layers)
            .map(|index| Block::new(&vision::vision_block(index), shape, weights))
            .collect::<Result<_, _>>()?;
        let mut patch_bias = Vec::new();
        let ends = match config.family {
            VisionFamily::Clip => {
                let projection =
                    weights.take_stored(vision::PROJECTION, &[config.projection_dim, hidden])?;
                Ends::Clip {
                    class: weights.take(vision::CLASS, &[hidden])?,
                    first_norm: norm(weights, vision::FIRST_NORM, hidden, epsilon)?,
                    projection: Linear::new(projection, &[], hidden),
                }
            }
            VisionFamily::Siglip => {
                patch_bias = weights.take(siglip::PATCH_BIAS, &[hidden])?;
                Ends::Siglip(Box::new(AttentionHead::new(config, weights)?))
            }
        };
        Ok(Self {
            config: config.clone(),
            stored: match patches {
                Values::F32(_) => WeightDtype::F32,
                Values::F16(_) => WeightDtype::F16,
                Values::I8(_) => WeightDtype::I8,
            },
            patches: Linear::new(patches, &patch_bias, config.patch_len()),
            positions: weights.take(vision::POSITIONS, &[n_tokens, hidden])?,
            blocks,
            final_norm: norm(weights, vision::FINAL_NORM, hidden, epsilon)?,
            ends,
        })
    }

    pub(crate) fn config(&self) -> &ClipVisionConfig {
        &self.config
    }

    /// The dtype of the patch projection, and so of the other large weights.
    pub(crate) fn stored(&self) -> WeightDtype {
        self.stored
    }

    pub(crate) fn bytes(&self) -> usize {
        let blocks: usize = self.blocks.iter().map(Block::bytes).sum();
        let ends = match &self.ends {
            Ends::Clip { class, first_norm, projection } => {
                size_of_val(&**class) + first_norm.bytes() + projection.bytes()
            }
            Ends::Siglip(head) => head.bytes(),
        };
        let positions = size_of_val(&*self.positions);
        positions + self.patches.bytes() + blocks + self.final_norm.bytes() + ends
    }

    /// Starts the forward pass of an image `[size, size, 3]`.
    pub(crate) fn pass(&self, pixels: &[u8]) -> Pass<'_> {
        let hidden = self.config.hidden_size;
        let mut patches = Vec::with_capacity(self.config.n_patches() * self.config.patch_len());
        self.config.patching().append_patches(pixels, &mut patches);
        let mut x = match &self.ends {
            Ends::Clip { class, .. } => class.clone(),
            Ends::Siglip(_) => Vec::new(),
        };
        x.extend(self.patches.forward(&patches, Nonlinearity::None));
        add(&mut x, &self.positions);
        if let Ends::Clip { first_norm, .. } = &self.ends {
            first_norm.apply(&mut x);
        }
        Pass {
            tower: self,
            attended: vec![0.0; x.len()],
            attention: Attention { n_heads: self.config.num_attention_heads, is_causal: false },
            x,
            n_done: 0,
            hidden,
            workspace: Workspace::default(),
        }
    }
}

/// A forward pass that can be interrupted between its blocks.
pub(crate) struct Pass<'a> {
    tower: &'a ClipVision,
    /// `[tokens, hidden]`, a class token first; after the last block only the class token, if any.
    x: Vec<f32>,
    attended: Vec<f32>,
    attention: Attention,
    n_done: usize,
    hidden: usize,
    workspace: Workspace,
}

impl Pass<'_> {
    /// Steps in all, including those done.
    pub(crate) fn n_steps(&self) -> usize {
        self.tower.blocks.len() + 1
    }

    /// Computes a block, or after the last one the vector `[dim]`, not yet normalised.
    pub(crate) fn step(&mut self) -> Option<Vec<f32>> {
        let Some(block) = self.tower.blocks.get(self.n_done) else {
            let class_alone = matches!(self.tower.ends, Ends::Clip { .. });
            if class_alone {
                self.x.truncate(self.hidden);
            }
            self.tower.final_norm.apply(&mut self.x);
            return Some(match &self.tower.ends {
                Ends::Clip { projection, .. } => projection.forward(&self.x, Nonlinearity::None),
                Ends::Siglip(head) => head.vector(&self.x),
            });
        };
        self.n_done += 1;
        let workspace = &mut self.workspace;
        let (mut wide, mut y) = (Vec::new(), Vec::new());
        let mut normed = self.x.clone();
        block.attention_norm.apply(&mut normed);
        block.qkv.forward_into(&normed, Nonlinearity::None, &mut wide, workspace);
        attend(self.attention, &wide, &mut self.attended, self.hidden);
        let class_alone = matches!(self.tower.ends, Ends::Clip { .. });
        if class_alone && self.n_done == self.tower.blocks.len() {
            // After the last attention only the class token matters.
            self.x.truncate(self.hidden);
            self.attended.truncate(self.hidden);
            normed.truncate(self.hidden);
        }
        block.attention_output.forward_into(&self.attended, Nonlinearity::None, &mut y, workspace);
        add(&mut self.x, &y);
        normed.copy_from_slice(&self.x);
        block.mlp_norm.apply(&mut normed);
        let activation = self.tower.config.hidden_act.nonlinearity();
        block.up.forward_into(&normed, activation, &mut wide, workspace);
        block.down.forward_into(&wide, Nonlinearity::None, &mut y, workspace);
        add(&mut self.x, &y);
        None
    }
}
