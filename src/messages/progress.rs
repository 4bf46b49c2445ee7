//! How far a request is.

use serde::{Deserialize, Serialize};

/// How far a request is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// What is being done, in a few words, such as `systems/x/gallery-00000.safetensors`.
    pub what: String,
    /// How much is done.
    pub done: u64,
    /// How much there is.
    pub total: u64,
    /// Of what.
    pub unit: ProgressUnit,
}

/// What progress counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProgressUnit {
    /// Bytes of a download.
    Bytes,
    /// Queries of the benchmark.
    Queries,
    /// Rows of a corpus.
    Rows,
    /// Texts of a self-check.
    Texts,
    /// Text encoders.
    Encoders,
    /// Orders of a first stage's results.
    Orders,
}
