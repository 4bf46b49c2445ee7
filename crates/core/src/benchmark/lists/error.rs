use crate::benchmark::BenchmarkError;
use crate::formats::FormatError;
use std::fmt;
use thiserror::Error;

/// An error in the lists of a benchmark. Rows count from 0, lines from 1.
#[derive(Debug, Error)]
pub enum ListError {
    /// A file cannot be parsed.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A line is not a valid record, or the manifest does not list a file.
    #[error(transparent)]
    Benchmark(#[from] BenchmarkError),
    /// `queries.jsonl` does not have as many queries as the manifest says.
    #[error("{file} has {found} queries, but benchmark.json says {expected}")]
    Queries {
        /// The file, relative to the benchmark.
        file: String,
        /// Queries in the file.
        found: usize,
        /// Queries in the manifest.
        expected: u32,
    },
    /// An image list does not have as many images as the manifest says.
    #[error("{file} has {found} images, but benchmark.json gives it rows {start}..{end}")]
    Images {
        /// The file, relative to the benchmark.
        file: String,
        /// Images in the file.
        found: usize,
        /// Its first row in the corpus.
        start: u32,
        /// One past its last row.
        end: u32,
    },
    /// `captions.jsonl` does not have as many captions as the manifest says.
    #[error("{file} has {found} captions, but benchmark.json says {expected}")]
    Captions {
        /// The file, relative to the benchmark.
        file: String,
        /// Captions in the file.
        found: usize,
        /// Captions in the manifest.
        expected: u32,
    },
    /// A caption names an image that is not in the corpus.
    #[error(
        "{file}, row {row}: image {image} of caption {caption} is not in the benchmark (rows count from 0)"
    )]
    CaptionOfUnknownImage {
        /// The file, relative to the benchmark.
        file: String,
        /// The caption's row.
        row: u32,
        /// The caption's id.
        caption: String,
        /// The image's id.
        image: String,
    },
    /// A list of guides does not have as many as the manifest says.
    #[error("{file} has {found} guides, but benchmark.json says {expected}")]
    Guides {
        /// The file, relative to the benchmark.
        file: String,
        /// Guides in the file.
        found: usize,
        /// Guides in the manifest.
        expected: u32,
    },
    /// A guide names a query that is not in the benchmark.
    #[error(
        "{file}, row {row}: query {query} of guide {guide} is not in the benchmark (rows count from 0)"
    )]
    GuideOfUnknownQuery {
        /// The file.
        file: String,
        /// The guide's row.
        row: u32,
        /// The guide's number or name.
        guide: String,
        /// The query's id.
        query: String,
    },
    /// A query has a guide twice.
    #[error(
        "{file}, row {row}: query {query} has guide {guide} already, in row {first_row} (rows count \
         from 0)"
    )]
    DuplicateGuide {
        /// The file.
        file: String,
        /// The second guide's row.
        row: u32,
        /// The guide's number or name.
        guide: String,
        /// The query's id.
        query: String,
        /// The first guide's row.
        first_row: u32,
    },
    /// Two records share an id.
    #[error(
        "{file}, row {row}: {kind} id {id} is already used by row {first_row} of {first_file} \
         (rows count from 0)"
    )]
    DuplicateId {
        /// What the id names.
        kind: IdKind,
        /// The id.
        id: String,
        /// The file of the second record.
        file: String,
        /// Its row in that file.
        row: u32,
        /// The file of the first record.
        first_file: String,
        /// Its row in that file.
        first_row: u32,
    },
    /// A judgement names an image that is not in the corpus.
    #[error(
        "{file}, line {line}: image {image}, judged for query {query}, is not in the benchmark"
    )]
    UnknownImage {
        /// The file, relative to the benchmark.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// The query's id.
        query: String,
        /// The image's id.
        image: String,
    },
}

/// What an id names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdKind {
    /// A query.
    Query,
    /// An image.
    Image,
    /// A caption.
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
