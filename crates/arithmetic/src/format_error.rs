use std::fmt;
use thiserror::Error;

/// The characters kept of the beginning and the end of a long reason: a file taken for a list of
/// ids may be one line of many megabytes.
const MAX_CHARS: (usize, usize) = (300, 100);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    File,
    /// From 1.
    Line(usize),
    /// Of a matrix, from 0 as in array libraries.
    Row(usize),
}

#[derive(Debug, Error)]
#[error("{file}{place}: {reason}")]
pub struct FormatError {
    pub file: String,
    pub place: Place,
    /// With the offending value.
    pub reason: String,
    #[source]
    pub source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl FormatError {
    pub fn new(file: &str, place: Place, reason: impl Into<String>) -> Self {
        Self { file: file.into(), place, reason: shortened(reason.into()), source: None }
    }

    #[must_use]
    pub fn because(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }
}

fn shortened(reason: String) -> String {
    let (n_first, n_last) = MAX_CHARS;
    let n_chars = reason.chars().count();
    if n_chars <= n_first + n_last {
        return reason;
    }
    let first: String = reason.chars().take(n_first).collect();
    let last: String = reason.chars().skip(n_chars - n_last).collect();
    format!("{first} … {last}")
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => Ok(()),
            Self::Line(line) => write!(out, ", line {line}"),
            Self::Row(row) => write!(out, ", row {row}"),
        }
    }
}
