use thiserror::Error;

/// Why a benchmark cannot be read. Files are relative to the benchmark.
#[derive(Debug, Error)]
pub enum BenchmarkError {
    #[error("{file}: {source}")]
    Json {
        file: String,
        /// With line and column.
        source: serde_json::Error,
    },
    #[error("{file}, line {line}: {source}")]
    JsonLine {
        file: String,
        /// From 1.
        line: usize,
        source: serde_json::Error,
    },
    #[error(
        "benchmark.json has schema version {found}, but this Rankscope reads version {known}: \
         open it with a newer Rankscope, or build it again with this one"
    )]
    SchemaVersion {
        found: u64,
        /// The version that this program reads.
        known: u64,
    },
    #[error("{file}: {reason}")]
    Topics { file: String, reason: String },
    #[error("benchmark.json: {0}")]
    Inconsistent(String),
}
