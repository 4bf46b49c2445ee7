//! Prints results to standard output, in the format that the user chose.

use crate::shown::{shown, shown_in_line};
use anyhow::{Context, Result};
use rankscope_core::benchmark::Manifest;
use std::{
    borrow::Cow,
    error::Error,
    fmt,
    io::{self, ErrorKind, IsTerminal, Write},
    path::Path,
};

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Columns for people.
    Table,
    /// JSON, with every value.
    Json,
    /// Comma-separated values.
    Csv,
}

/// The formats of commands whose result is a short list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ListFormat {
    /// Columns for people.
    Table,
    /// JSON.
    Json,
}

/// Prints a text and ends its last line. A terminal gets no control characters; a pipe or a file gets
/// the text as it is.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    let text = if out.is_terminal() { shown(text) } else { Cow::Borrowed(text) };
    let printed = writeln!(out, "{}", text.trim_end_matches('\n')).and_then(|()| out.flush());
    match printed {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(ReaderLeft.into()),
        printed => printed.context("cannot write to standard output"),
    }
}

/// Prints a value as JSON.
pub(crate) fn print_json(value: &impl serde::Serialize) -> Result<()> {
    print(&serde_json::to_string_pretty(value)?)
}

/// Says what is in a benchmark that was just written to `folder`.
pub(crate) fn print_benchmark(manifest: &Manifest, folder: &Path) -> Result<()> {
    print(&format!(
        "{}: {} images, {} queries, {} systems, {} files, in {}",
        manifest.title,
        manifest.counts.images,
        manifest.counts.queries,
        manifest.systems.len(),
        // And the manifest itself.
        manifest.files.len() + 1,
        folder.display()
    ))
}

/// Lays out rows of cells in columns, the first aligned to the left, all others to the right. Control
/// characters in cells are written out.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<Cow<'_, str>>> =
        rows.iter().map(|row| row.iter().map(|cell| shown_in_line(cell)).collect()).collect();
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..n_columns).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells: Vec<String> =
            row.iter()
                .zip(&widths)
                .enumerate()
                .map(|(column, (cell, &width))| {
                    if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                })
                .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// Rows as comma-separated values, quoted where necessary.
pub(crate) fn csv(rows: &[Vec<String>]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(row)?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// The reader of standard output closed the pipe, which is not a failure.
#[derive(Debug)]
struct ReaderLeft;

impl fmt::Display for ReaderLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the reader of standard output left")
    }
}

impl Error for ReaderLeft {}

/// Whether the command ended because the reader of its output had enough.
pub(crate) fn has_reader_left(error: &anyhow::Error) -> bool {
    error.is::<ReaderLeft>()
}
