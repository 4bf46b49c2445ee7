//! What a published folder holds: a text encoder, and maybe a vision tower.

use crate::{architecture::Architecture, clip_config::ClipVisionConfig, weights::Weights};

/// A published text encoder.
pub(in crate::native) struct PublishedText {
    pub(in crate::native) architecture: Architecture,
    /// Under the names of the architecture.
    pub(in crate::native) weights: Weights,
    /// `tokenizer.json`.
    pub(in crate::native) tokenizer: Vec<u8>,
    /// The most tokens of a text.
    pub(in crate::native) max_tokens: usize,
    /// What stands before every text.
    pub(in crate::native) prompt: String,
}

/// A published vision tower.
pub(in crate::native) struct PublishedVision {
    pub(in crate::native) config: ClipVisionConfig,
    /// Under the names of its family.
    pub(in crate::native) weights: Weights,
}
