//! Errors of encoders.

use rankscope_core::vectors::NormaliseError;
use thiserror::Error;

/// Why an encoder could not be loaded, used or written.
#[derive(Debug, Error)]
pub enum EncodeError {
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// The system's error.
        source: std::io::Error,
    },
    /// A JSON file is not JSON, or has other fields than expected.
    #[error("{path}: {source}")]
    Json {
        /// The file.
        path: String,
        /// The JSON reader's error.
        source: serde_json::Error,
    },
    /// A model that this program does not support, or a pack that contradicts itself.
    #[error("{path}: {reason}")]
    Unsupported {
        /// The file.
        path: String,
        /// What is not supported, or what contradicts what.
        reason: String,
    },
    /// The weights are not safetensors.
    #[error("{path}: not a safetensors file: {source}")]
    Weights {
        /// The file.
        path: String,
        /// The reader's error.
        source: safetensors::SafeTensorError,
    },
    /// A weight of the model is missing.
    #[error("weight {name} is missing")]
    MissingWeight {
        /// Its name.
        name: String,
    },
    /// The shape of a weight differs from the configuration's.
    #[error("weight {name} has shape {found:?}, and the configuration says {expected:?}")]
    WeightShape {
        /// Its name.
        name: String,
        /// The shape in the configuration.
        expected: Vec<usize>,
        /// The shape in the file.
        found: Vec<usize>,
    },
    /// A weight's type or one of its values cannot be used.
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
    /// A weight is larger than the device's largest buffer.
    #[error("weight {name} takes {bytes} bytes, and the device takes at most {most} in one piece")]
    TooLarge {
        /// Its name, or those of several that are multiplied together.
        name: String,
        /// Its size on the device.
        bytes: usize,
        /// The device's limit.
        most: usize,
    },
    /// What the model computes has no kernel on a GPU yet.
    #[error("{0}, which only the processor computes")]
    NotOnGpu(&'static str),
    /// The tokenizer could not be read, or does not fit the model.
    #[error("tokenizer: {0}")]
    Tokenizer(String),
    /// The device returned a vector that cannot be normalised.
    #[error("the encoder's vector for {text:?} cannot be used: {source}")]
    Vector {
        /// The text, or "an image".
        text: String,
        /// What is wrong with the vector.
        source: NormaliseError,
    },
    /// The size of an image is not that of the vision tower's input.
    #[error("an image has {found} bytes, and the vision tower needs {needed}")]
    ImageSize {
        /// Width · height · 3 of the input.
        needed: usize,
        /// Bytes of the image.
        found: usize,
    },
    /// A picture that cannot be encoded.
    #[error("a picture of {width} × {height} pixels cannot be used: {reason}")]
    Picture {
        /// Pixels of a row.
        width: usize,
        /// Rows.
        height: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The device failed.
    #[error("the device did not return its vector: {0}")]
    Device(String),
    /// The imported encoder differs from its reference.
    #[error("{text:?}: {reason}")]
    Check {
        /// The check's text.
        text: String,
        /// The difference.
        reason: String,
    },
}
