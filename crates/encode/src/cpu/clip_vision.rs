//! CLIP's vision tower (Dosovitskiy et al., ICLR 2021, as in Radford et al., ICML 2021): patches and
//! a class token, pre-norm blocks, and the vector is taken at the class token.

use super::{
    block::{Block, BlockShape, add},
    load::norm,
};
use crate::{
    clip_config::ClipVisionConfig,
    error::EncodeError,
    kernels::{Attention, Linear, Nonlinearity, Norm, Values, Workspace, attend},
    pack::WeightDtype,
    weight_names::clip::vision,
    weights::Weights,
};

/// The tower.
pub(crate) struct ClipVision {
    config: ClipVisionConfig,
    stored: WeightDtype,
    patches: Linear,
    /// The class token `[hidden]`.
    class: Vec<f32>,
    /// `[1 + patches, hidden]`.
    positions: Vec<f32>,
    first_norm: Norm,
    blocks: Vec<Block>,
    final_norm: Norm,
    projection: Linear,
}

impl ClipVision {
    pub(crate) fn new(
        config: &ClipVisionConfig,
        weights: &mut Weights,
    ) -> Result<Self, EncodeError> {
        let (hidden, epsilon) = (config.hidden_size, config.layer_norm_eps);
        let (side, n_tokens) = (config.patch_size, 1 + config.n_patches());
        let patches = weights.take_stored(vision::PATCHES, &[hidden, 3, side, side])?;
        let shape = BlockShape { hidden, intermediate: config.intermediate_size, epsilon };
        let blocks = (0..config.num_hidden_layers)
            .map(|index| Block::new(&vision::vision_block(index), shape, weights))
            .collect::<Result<_, _>>()?;
        let projection =
            weights.take_stored(vision::PROJECTION, &[config.projection_dim, hidden])?;
        Ok(Self {
            config: config.clone(),
            stored: match patches {
                Values::F32(_) => WeightDtype::F32,
                Values::F16(_) => WeightDtype::F16,
                Values::I8(_) => WeightDtype::I8,
            },
            patches: Linear::new(patches, &[], config.patch_len()),
            class: weights.take(vision::CLASS, &[hidden])?,
            positions: weights.take(vision::POSITIONS, &[n_tokens, hidden])?,
            first_norm: norm(weights, vision::FIRST_NORM, hidden, epsilon)?,
            blocks,
            final_norm: norm(weights, vision::FINAL_NORM, hidden, epsilon)?,
            projection: Linear::new(projection, &[], hidden),
        })
    }

    pub(crate) fn config(&self) -> &ClipVisionConfig {
        &self.config
    }

    /// How its patch projection is stored, and with it the other large weights.
    pub(crate) fn stored(&self) -> WeightDtype {
        self.stored
    }

    /// Memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let blocks: usize = self.blocks.iter().map(Block::bytes).sum();
        let floats = 4 * (self.class.len() + self.positions.len());
        let linears = self.patches.bytes() + self.projection.bytes();
        floats + blocks + linears + self.first_norm.bytes() + self.final_norm.bytes()
    }

    /// The forward pass of an image `[size, size, 3]`, at its beginning.
    pub(crate) fn pass(&self, pixels: &[u8]) -> Pass<'_> {
        let hidden = self.config.hidden_size;
        let mut patches = Vec::with_capacity(self.config.n_patches() * self.config.patch_len());
        self.config.patching().append_patches(pixels, &mut patches);
        let mut x = self.class.clone();
        x.extend(self.patches.forward(&patches, Nonlinearity::None));
        add(&mut x, &self.positions);
        self.first_norm.apply(&mut x);
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
    /// `[1 + patches, hidden]`, the class token first; after the last block the class token alone.
    x: Vec<f32>,
    attended: Vec<f32>,
    attention: Attention,
    n_done: usize,
    hidden: usize,
    workspace: Workspace,
}

impl Pass<'_> {
    /// Steps until the vector is there, those done included.
    pub(crate) fn n_steps(&self) -> usize {
        self.tower.blocks.len() + 1
    }

    /// Computes a block, or after the last one the vector `[dim]`, not yet normalised.
    pub(crate) fn step(&mut self) -> Option<Vec<f32>> {
        let Some(block) = self.tower.blocks.get(self.n_done) else {
            self.x.truncate(self.hidden);
            self.tower.final_norm.apply(&mut self.x);
            return Some(self.tower.projection.forward(&self.x, Nonlinearity::None));
        };
        self.n_done += 1;
        let workspace = &mut self.workspace;
        let (mut wide, mut y) = (Vec::new(), Vec::new());
        let mut normed = self.x.clone();
        block.attention_norm.apply(&mut normed);
        block.qkv.forward_into(&normed, Nonlinearity::None, &mut wide, workspace);
        attend(self.attention, &wide, &mut self.attended, self.hidden);
        if self.n_done == self.tower.blocks.len() {
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
