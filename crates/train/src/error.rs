use rankscope_encode::EncodeError;
use rankscope_publish::PublishError;
use thiserror::Error;

/// Why training failed or stopped.
#[derive(Debug, Error)]
pub enum TrainError {
    #[error(transparent)]
    Encode(#[from] EncodeError),
    #[error(transparent)]
    Publish(#[from] PublishError),
    #[error("{path}: {source}")]
    File { path: String, source: std::io::Error },
    /// A checkpoint is damaged, or from a different training.
    #[error("{path}: {reason}")]
    Checkpoint { path: String, reason: String },
    /// A plan or a recipe that contradicts itself or its data.
    #[error("{0}")]
    Plan(String),
    /// The loss is no longer finite.
    #[error("the loss is {loss} at step {step}: lower the learning rate")]
    Diverged {
        /// From 0.
        step: usize,
        loss: f64,
    },
    #[error("the device did not return its results: {0}")]
    Device(String),
    #[error("row {row} of the equations depends on the rows before it: raise the ridge")]
    Singular { row: usize },
    /// Training was stopped, and a checkpoint written.
    #[error("stopped at step {step}: run the command again to continue from there")]
    Stopped { step: usize },
}
