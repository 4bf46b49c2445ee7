//! What a check finds: faults, for which a reader refuses the benchmark, and notes on what is legal
//! and strange.

use rankscope_core::benchmark::BenchmarkError;
use rankscope_core::formats::{FormatError, Place};
use rustc_hash::FxHashSet;
use serde::Serialize;

/// What to do about a file that is not the one that the manifest describes.
pub(super) const COPY_AGAIN: &str = "copy the benchmark again, or build it again";
/// About a manifest that contradicts itself.
pub(super) const CORRECT_MANIFEST: &str = "correct benchmark.json, or build the benchmark again";
/// About a list with a wrong line.
pub(super) const CORRECT_LIST: &str =
    "correct the file and enter its new size and SHA-256 in benchmark.json, or build again";
/// About vectors.
pub(super) const WRITE_VECTORS: &str = "make the system's vectors again, and build again";
/// About signs.
pub(super) const TAKE_SIGNS: &str = "take them again: rankscope codes DIR";
/// About the files of an encoder.
pub(super) const IMPORT_AGAIN: &str =
    "import the encoder again (rankscope encoder import), and build again";
/// About stored values.
pub(super) const STORE_VALUES: &str = "compute them again: rankscope eval DIR --store";
/// About the model of which queries the text alone answers well.
pub(super) const FIT_AGAIN: &str = "fit it again: rankscope guide complexity DIR --store";

/// A reason to refuse the benchmark.
#[derive(Debug, Serialize)]
pub(super) struct Fault {
    /// Relative to the benchmark.
    pub(super) file: String,
    /// From 1, as editors count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
    /// From 0, as array libraries count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) row: Option<usize>,
    pub(super) reason: String,
    pub(super) what_to_do: &'static str,
}

/// Something that is legal and strange.
#[derive(Debug, Serialize)]
pub(super) struct Note {
    /// Relative to the benchmark.
    pub(super) file: String,
    pub(super) note: String,
}

/// Everything that was found.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) faults: Vec<Fault>,
    pub(super) notes: Vec<Note>,
}

impl Fault {
    /// About a file as a whole. Readers name the file in front, which the report does too.
    pub(super) fn of_file(file: &str, reason: impl ToString, what_to_do: &'static str) -> Self {
        let reason = reason.to_string();
        let named = reason.strip_prefix(file).and_then(|rest| rest.strip_prefix(": "));
        let reason = named.map_or(reason.clone(), str::to_owned);
        Self { file: file.into(), line: None, row: None, reason, what_to_do }
    }

    /// About a line, counted from 1.
    pub(super) fn of_line(
        file: &str,
        line: usize,
        reason: impl Into<String>,
        what_to_do: &'static str,
    ) -> Self {
        let (file, reason) = (file.into(), reason.into());
        Self { file, line: Some(line), row: None, reason, what_to_do }
    }

    /// What a reader of a format refused.
    pub(super) fn of_format(error: FormatError, what_to_do: &'static str) -> Self {
        let FormatError { file, place, reason, source } = error;
        let (line, row) = match place {
            Place::File => (None, None),
            Place::Line(line) => (Some(line), None),
            Place::Row(row) => (None, Some(row)),
        };
        let because = source.map(|source| source.to_string());
        let reason = match because {
            Some(because) if !reason.contains(&because) => format!("{reason}: {because}"),
            _ => reason,
        };
        Self { file, line, row, reason, what_to_do }
    }

    /// What a reader of a benchmark refused.
    pub(super) fn of_benchmark(error: BenchmarkError, what_to_do: &'static str) -> Self {
        let (file, line, reason) = match error {
            BenchmarkError::Json { file, source } => {
                let line = source.line();
                (file, (line > 0).then_some(line), source.to_string())
            }
            BenchmarkError::JsonLine { file, line, source } => {
                (file, Some(line), source.to_string())
            }
            BenchmarkError::Topics { file, reason } => (file, None, reason),
            BenchmarkError::Inconsistent(reason) => ("benchmark.json".into(), None, reason),
            error @ BenchmarkError::SchemaVersion { .. } => {
                return Self::of_file("benchmark.json", error, what_to_do);
            }
        };
        Self { file, line, row: None, reason, what_to_do }
    }

    /// File and place, as messages name them.
    pub(super) fn place(&self) -> String {
        let Self { file, line, row, .. } = self;
        match (line, row) {
            (Some(line), _) => format!("{file}, line {line}"),
            (None, Some(row)) => format!("{file}, row {row}"),
            (None, None) => file.clone(),
        }
    }
}

impl Findings {
    pub(super) fn note(&mut self, file: &str, note: impl Into<String>) {
        self.notes.push(Note { file: file.into(), note: note.into() });
    }

    /// The number of files with faults.
    pub(super) fn n_faulty_files(&self) -> usize {
        self.faults.iter().map(|fault| fault.file.as_str()).collect::<FxHashSet<_>>().len()
    }
}
