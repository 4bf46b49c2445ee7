use rankscope_core::vectors::NormaliseError;
use thiserror::Error;

/// Why an encoder could not be loaded, used or written.
#[derive(Debug, Error)]
pub enum EncodeError {
    #[error("{path}: {source}")]
    File { path: String, source: std::io::Error },
    /// Not JSON, or other fields than expected.
    #[error("{path}: {source}")]
    Json { path: String, source: serde_json::Error },
    /// A model that this program does not support, or a pack that contradicts itself.
    #[error("{path}: {reason}")]
    Unsupported { path: String, reason: String },
    #[error("{path}: not a safetensors file: {source}")]
    Weights { path: String, source: safetensors::SafeTensorError },
    #[error("weight {name} is missing")]
    MissingWeight { name: String },
    #[error("weight {name} has shape {found:?}, and the configuration says {expected:?}")]
    WeightShape { name: String, expected: Vec<usize>, found: Vec<usize> },
    #[error("weight {name}: {reason}")]
    WeightValue { name: String, reason: String },
    /// Weights that the model does not use: probably another model's.
    #[error("the model does not use these weights: {}", names.join(", "))]
    ExtraWeights { names: Vec<String> },
    #[error("weight {name} takes {bytes} bytes, and the device takes at most {most} in one piece")]
    TooLarge { name: String, bytes: usize, most: usize },
    /// A GPU has no kernel for what the model computes.
    #[error("{0}, which only the processor computes")]
    NotOnGpu(&'static str),
    /// The tokenizer is unreadable, or does not fit the model.
    #[error("tokenizer: {0}")]
    Tokenizer(String),
    #[error("the encoder's vector for {text:?} cannot be used: {source}")]
    Vector { text: String, source: NormaliseError },
    #[error("an image has {found} bytes, and the vision tower needs {needed}")]
    ImageSize {
        /// Width · height · 3 of the input.
        needed: usize,
        found: usize,
    },
    #[error("a picture of {width} × {height} pixels cannot be used: {reason}")]
    Picture { width: usize, height: usize, reason: String },
    #[error("the device did not return its vector: {0}")]
    Device(String),
    #[error("{text:?}: {reason}")]
    Check { text: String, reason: String },
}
