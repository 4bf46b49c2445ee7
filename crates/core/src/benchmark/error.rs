//! What can be wrong with a benchmark's files.

use thiserror::Error;

/// Why a benchmark cannot be read.
#[derive(Debug, Error)]
pub enum BenchmarkError {
    /// `benchmark.json` is not valid.
    #[error("{file}: {source}")]
    Json {
        /// The file, relative to the benchmark.
        file: String,
        /// The error of the JSON parser, with line and column.
        source: serde_json::Error,
    },
    /// A line of a `.jsonl` file is not a valid record.
    #[error("{file}, line {line}: {source}")]
    JsonLine {
        /// The file, relative to the benchmark.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The error of the JSON parser.
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
    /// `topics.json` contradicts the queries.
    #[error("{file}: {reason}")]
    Topics {
        /// The file, relative to the benchmark.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// The manifest contradicts itself.
    #[error("benchmark.json: {0}")]
    Inconsistent(String),
}
