use crate::{benchmark::BenchmarkError, digits::in_groups, formats::FormatError};
use thiserror::Error;

/// Why a file was not imported.
#[derive(Debug, Error)]
pub enum ImportError {
    /// It cannot be read.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// Its rows do not fit the benchmark.
    #[error(transparent)]
    Benchmark(#[from] BenchmarkError),
    /// It is about something else.
    #[error(
        "{file}: none of its {} queries is the benchmark's: it has {found:?} first, where the \
         benchmark has {expected:?}",
        in_groups(*n_queries as u64)
    )]
    OtherQueries {
        /// The file as its reader was told.
        file: String,
        /// How many queries it has.
        n_queries: usize,
        /// The first of them.
        found: String,
        /// The benchmark's first.
        expected: String,
    },
}
