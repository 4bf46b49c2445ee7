//! The errors of this crate.

use rankscope_encode::EncodeError;
use rankscope_publish::PublishError;
use thiserror::Error;

/// Why training failed or stopped.
#[derive(Debug, Error)]
pub enum TrainError {
    /// An error of the towers or their weights.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// A file could not be published.
    #[error(transparent)]
    Publish(#[from] PublishError),
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// A checkpoint is damaged, or from a different training.
    #[error("{path}: {reason}")]
    Checkpoint {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A plan or a recipe that contradicts itself or its data.
    #[error("{0}")]
    Plan(String),
    /// The loss is not finite any more.
    #[error("the loss is {loss} at step {step}: lower the learning rate")]
    Diverged {
        /// The step, from 0.
        step: usize,
        /// NaN or an infinity.
        loss: f64,
    },
    /// The device did not return vectors or gradients.
    #[error("the device did not return its results: {0}")]
    Device(String),
    /// A system of equations without a unique solution.
    #[error("row {row} of the equations depends on the rows before it: raise the ridge")]
    Singular {
        /// The first such row.
        row: usize,
    },
    /// Training was stopped, and a checkpoint written.
    #[error("stopped at step {step}: run the command again to continue from there")]
    Stopped {
        /// The steps done.
        step: usize,
    },
}
