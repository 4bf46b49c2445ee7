use thiserror::Error;

/// What can be wrong with a benchmark's files.
#[derive(Debug, Error)]
pub enum BenchmarkError {
    /// `benchmark.json` is not the JSON it should be.
    #[error("{file}: {source}")]
    Json {
        /// The file, relative to the benchmark.
        file: String,
        /// What the JSON reader said, with line and column.
        source: serde_json::Error,
    },
    /// A line of a `.jsonl` file is not the record it should be.
    #[error("{file}, line {line}: {source}")]
    JsonLine {
        /// The file, relative to the benchmark.
        file: String,
        /// Counted from 1.
        line: usize,
        /// What the JSON reader said.
        source: serde_json::Error,
    },
    /// The benchmark was written by a later Rankscope.
    #[error(
        "benchmark.json has schema version {found}, and this Rankscope reads version {known}: \
         open it with a newer Rankscope, or build it again with this one"
    )]
    SchemaVersion {
        /// The version in the file.
        found: u64,
        /// The version this program reads.
        known: u64,
    },
    /// The manifest contradicts itself.
    #[error("benchmark.json: {0}")]
    Inconsistent(String),
}
