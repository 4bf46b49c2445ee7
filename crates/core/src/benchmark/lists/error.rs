use crate::benchmark::BenchmarkError;
use crate::formats::FormatError;
use std::fmt;
use thiserror::Error;

/// Files are relative to the benchmark. Rows count from 0, lines from 1.
#[derive(Debug, Error)]
pub enum ListError {
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error(transparent)]
    Benchmark(#[from] BenchmarkError),
    /// `what` is a noun in the plural, `says` ends the sentence.
    #[error("{file} has {found} {what}, but benchmark.json {says}")]
    Count { file: String, found: usize, what: &'static str, says: String },
    #[error(
        "{file}, row {row}: image {image} of caption {caption} is not in the benchmark (rows count from 0)"
    )]
    CaptionOfUnknownImage { file: String, row: u32, caption: String, image: String },
    #[error(
        "{file}, row {row}: query {query} of guide {guide} is not in the benchmark (rows count from 0)"
    )]
    GuideOfUnknownQuery { file: String, row: u32, guide: String, query: String },
    #[error(
        "{file}, row {row}: query {query} has guide {guide} already, in row {first_row} (rows count \
         from 0)"
    )]
    DuplicateGuide { file: String, row: u32, guide: String, query: String, first_row: u32 },
    #[error(
        "{file}, row {row}: {kind} id {id} is already used by row {first_row} of {first_file} \
         (rows count from 0)"
    )]
    DuplicateId {
        kind: IdKind,
        id: String,
        file: String,
        row: u32,
        first_file: String,
        first_row: u32,
    },
    #[error(
        "{file}, line {line}: image {image}, judged for query {query}, is not in the benchmark"
    )]
    UnknownImage { file: String, line: usize, query: String, image: String },
}

/// What an id names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdKind {
    Query,
    Image,
    Caption,
}

impl fmt::Display for IdKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Query => "query",
            Self::Image => "image",
            Self::Caption => "caption",
        })
    }
}
