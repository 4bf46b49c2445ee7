use rankscope_core::benchmark::BenchmarkError;
use rankscope_core::formats::{FormatError, Place};
use rustc_hash::FxHashSet;
use serde::Serialize;

pub(super) const COPY_AGAIN: &str = "copy the benchmark again, or build it again";
pub(super) const CORRECT_MANIFEST: &str = "correct benchmark.json, or build the benchmark again";
pub(super) const CORRECT_LIST: &str =
    "correct the file and enter its new size and SHA-256 in benchmark.json, or build again";
pub(super) const WRITE_VECTORS: &str = "make the system's vectors again, and build again";
pub(super) const TAKE_SIGNS: &str = "take them again: rankscope codes DIR";
pub(super) const IMPORT_AGAIN: &str =
    "import the encoder again (rankscope encoder import), and build again";
pub(super) const STORE_VALUES: &str = "compute them again: rankscope eval DIR --store";
pub(super) const FIT_AGAIN: &str = "fit it again: rankscope guide complexity DIR --store";

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

#[derive(Debug, Serialize)]
pub(super) struct Note {
    pub(super) file: String,
    pub(super) note: String,
}

#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) faults: Vec<Fault>,
    pub(super) notes: Vec<Note>,
}

impl Fault {
    /// Strips the file's name from the front of the reason: readers put it there, and so does the report.
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

    pub(super) fn n_faulty_files(&self) -> usize {
        self.faults.iter().map(|fault| fault.file.as_str()).collect::<FxHashSet<_>>().len()
    }
}
