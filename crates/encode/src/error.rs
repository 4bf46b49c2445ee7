use rankscope_core::vectors::NormaliseError;
use thiserror::Error;

/// Why an encoder could not be made or used.
#[derive(Debug, Error)]
pub enum EncodeError {
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A JSON file is not what it should be.
    #[error("{path}: {source}")]
    Json {
        /// The file.
        path: String,
        /// What the JSON reader said.
        source: serde_json::Error,
    },
    /// A model that this program cannot run, or a pack that contradicts itself.
    #[error("{path}: {reason}")]
    Unsupported {
        /// The file that says so.
        path: String,
        /// What is not supported.
        reason: String,
    },
    /// The weights are not safetensors.
    #[error("{path}: not a safetensors file: {source}")]
    Weights {
        /// The file.
        path: String,
        /// What the reader said.
        source: safetensors::SafeTensorError,
    },
    /// A weight that the model needs is not there.
    #[error("weight {name} is missing")]
    MissingWeight {
        /// Its name.
        name: String,
    },
    /// A weight has another shape than the configuration says.
    #[error("weight {name} has shape {found:?}, and the configuration says {expected:?}")]
    WeightShape {
        /// Its name.
        name: String,
        /// The shape in the configuration.
        expected: Vec<usize>,
        /// The shape in the file.
        found: Vec<usize>,
    },
    /// A weight has a type or a value that cannot be used.
    #[error("weight {name}: {reason}")]
    WeightValue {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Weights that the model does not use: probably another model.
    #[error("the model does not use these weights: {}", names.join(", "))]
    ExtraWeights {
        /// Their names.
        names: Vec<String>,
    },
    /// A weight is larger than what the device takes in one piece.
    #[error("weight {name} takes {bytes} bytes, and the device takes at most {most} in one piece")]
    TooLarge {
        /// Its name, or those of several that are multiplied in one go.
        name: String,
        /// What it takes there.
        bytes: usize,
        /// The device's limit.
        most: usize,
    },
    /// The tokenizer could not be read or failed.
    #[error("tokenizer: {0}")]
    Tokenizer(String),
    /// The device gave back something that is no direction.
    #[error("the encoder's vector for {text:?} cannot be used: {source}")]
    Vector {
        /// What was encoded.
        text: String,
        /// What is wrong with the vector.
        source: NormaliseError,
    },
    /// An image is not of the size that the vision tower sees.
    #[error("an image of {found} bytes, and {needed} are needed")]
    ImageSize {
        /// Width · height · 3 of the tower.
        needed: usize,
        /// What was given.
        found: usize,
    },
    /// The device failed.
    #[error("the device did not return its vector: {0}")]
    Device(String),
    /// The imported encoder differs from its reference.
    #[error("{text:?}: {reason}")]
    Check {
        /// The check's text.
        text: String,
        /// How it differs.
        reason: String,
    },
}
