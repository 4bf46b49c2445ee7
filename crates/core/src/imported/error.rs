use crate::{benchmark::BenchmarkError, digits::in_groups, formats::FormatError};
use thiserror::Error;

/// Why a file was not imported.
#[derive(Debug, Error)]
pub enum ImportError {
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error(transparent)]
    Benchmark(#[from] BenchmarkError),
    /// None of the queries, or of the images, is in the benchmark.
    #[error(
        "{file}: none of its {} {what} is in the benchmark: its first is {found:?}, the \
         benchmark's first is {expected:?}{}",
        in_groups(*n as u64),
        near
    )]
    OtherIds {
        file: String,
        what: &'static str,
        n: usize,
        /// The first id.
        found: String,
        expected: String,
        /// How they differ, as the end of a sentence.
        near: String,
    },
    #[error(
        "{file}: none of its {} captions is of an image in the benchmark: its first is of {found:?}. \
         Images are found by their ids, or by the names of their files",
        in_groups(*n_captions as u64)
    )]
    OtherImages {
        file: String,
        n_captions: usize,
        /// Of its first caption.
        found: String,
    },
}
