//! How a system was trained, for systems that Rankscope trained.

use serde::{Deserialize, Serialize};

/// The cost and the data of a training.
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
    /// CPU cores that it ran on.
    pub n_cores: u32,
    /// Image–caption pairs in the training data.
    pub n_pairs: u64,
    /// Pairs processed, repetitions included.
    pub n_pairs_seen: u64,
    /// The training data, in words.
    pub data: String,
    /// The objective that was minimised, in words.
    pub objective: String,
    /// The seed of all random numbers.
    pub seed: u64,
}
