//! How a system was trained, where it was trained here.

use serde::{Deserialize, Serialize};

/// What a training took and gave, for the cost axis and the reader's judgement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrainingFacts {
    /// Parameters of the text encoder.
    pub text_parameters: u64,
    /// Parameters of the image encoder; 0 where it has none.
    pub image_parameters: u64,
    /// Floating point operations to encode an image; 0 where there is no image encoder.
    pub flops_per_image: f64,
    /// Seconds of training.
    pub seconds: f64,
    /// Processor cores that it ran on.
    pub n_cores: u32,
    /// Pairs of an image and a caption to learn from.
    pub n_pairs: u64,
    /// Pairs that went through, each time one did.
    pub n_pairs_seen: u64,
    /// Which pairs they were, in words.
    pub data: String,
    /// What was lowered, in words.
    pub objective: String,
    /// The seed of all random numbers.
    pub seed: u64,
}
