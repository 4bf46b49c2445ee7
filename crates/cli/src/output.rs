//! Prints results to standard output, in the format that the user chose.

use anyhow::Result;
use rankscope_core::benchmark::Manifest;
use std::{
    io::{self, ErrorKind, Write},
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

/// Prints a text and ends its last line.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", text.trim_end_matches('\n'))?;
    out.flush()?;
    Ok(())
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

/// Lays out rows of cells in columns, the first aligned to the left, all others to the right.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..n_columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
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

/// Whether the reader of the output closed the pipe, which is not a failure.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
