//! Why a file was not imported.

use crate::{benchmark::BenchmarkError, digits::in_groups, formats::FormatError};
use thiserror::Error;

/// Why a file was not imported.
#[derive(Debug, Error)]
pub enum ImportError {
    /// It cannot be parsed.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// Its ids do not match the benchmark.
    #[error(transparent)]
    Benchmark(#[from] BenchmarkError),
    /// None of its queries, or of its images, is in the benchmark.
    #[error(
        "{file}: none of its {} {what} is in the benchmark: its first is {found:?}, the \
         benchmark's first is {expected:?}{}",
        in_groups(*n as u64),
        near
    )]
    OtherIds {
        /// The file.
        file: String,
        /// `queries` or `images`.
        what: &'static str,
        /// The number of them.
        n: usize,
        /// The first.
        found: String,
        /// The benchmark's first.
        expected: String,
        /// What they differ in, as the end of a sentence.
        near: String,
    },
    /// None of its captions is of an image of the benchmark.
    #[error(
        "{file}: none of its {} captions is of an image in the benchmark: its first is of {found:?}. \
         Images are found by their ids, or by the names of their files",
        in_groups(*n_captions as u64)
    )]
    OtherImages {
        /// The file.
        file: String,
        /// The number of its captions.
        n_captions: usize,
        /// The image of its first caption.
        found: String,
    },
}
