//! Progress of a request.

use serde::{Deserialize, Serialize};

/// Progress of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// What is being done, in a few words, such as `systems/x/gallery-00000.safetensors`.
    pub what: String,
    /// Units done.
    pub done: u64,
    /// Units in total; 0 if unknown.
    pub total: u64,
    /// The unit.
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
    /// Layers of a vision tower.
    Layers,
    /// Orders in which a second stage ranks the first stage's results.
    Orders,
}
