use rankscope_encode::EncodeError;
use thiserror::Error;

/// Why a training could not go on.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The towers or their weights.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A checkpoint is damaged or of another training.
    #[error("{path}: {reason}")]
    Checkpoint {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A training that cannot be.
    #[error("{0}")]
    Plan(String),
    /// The loss is no number any more.
    #[error("the loss is {loss} at step {step}: lower the learning rate")]
    Diverged {
        /// The step, from 0.
        step: usize,
        /// NaN or an infinity.
        loss: f64,
    },
    /// The device failed.
    #[error("the device did not return its gradients: {0}")]
    Device(String),
    /// A system of equations without one solution.
    #[error("row {row} of the equations depends on those before: raise the ridge")]
    Singular {
        /// The first such row.
        row: usize,
    },
    /// It was told to stop; what is done is kept.
    #[error("stopped at step {step}: run it again to go on from there")]
    Stopped {
        /// The steps that are done.
        step: usize,
    },
}
