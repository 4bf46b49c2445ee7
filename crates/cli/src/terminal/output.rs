//! Prints results to standard output, in the format that the user chose.

use crate::terminal::shown::{shown, shown_in_line};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::words::counted;
use rankscope_core::benchmark::Manifest;
use rankscope_core::table::{Kind, LATEX, MARKDOWN, Table, Value, latex_text, markdown_text};
use std::{
    borrow::Cow,
    error::Error,
    fmt,
    io::{self, ErrorKind, IsTerminal, Write},
    path::Path,
};
use unicode_width::UnicodeWidthStr;

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Columns for people.
    Table,
    /// JSON, with every value.
    Json,
    /// Comma-separated values.
    Csv,
    /// A table for papers, in the style of booktabs.
    Latex,
    /// A table for discussions and web pages.
    Markdown,
}

/// The formats of commands whose results have no CSV.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PaperFormat {
    /// Columns for people.
    Table,
    /// JSON.
    Json,
    /// A table for papers, in the style of booktabs.
    Latex,
    /// A table for discussions and web pages.
    Markdown,
}

/// How a table for people is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// In aligned columns.
    Columns,
    /// For papers.
    Latex,
    /// For discussions and web pages.
    Markdown,
}

impl Layout {
    /// A sentence with a table.
    pub(crate) fn sentence(self, text: &str) -> String {
        match self {
            Self::Columns => text.to_owned(),
            Self::Latex => latex_text(text),
            Self::Markdown => markdown_text(text),
        }
    }

    /// A table that says itself what is bold and what is better than what.
    pub(crate) fn paper(self) -> Option<rankscope_core::table::Format> {
        match self {
            Self::Columns => None,
            Self::Latex => Some(LATEX),
            Self::Markdown => Some(MARKDOWN),
        }
    }
}

impl Format {
    /// Refuses a format for people where the result is a share, for `rankscope merge` to read.
    pub(crate) fn check_share(self) -> Result<()> {
        match self {
            // The one that is not asked for, and the one that it is.
            Self::Table | Self::Json => Ok(()),
            Self::Csv | Self::Latex | Self::Markdown => bail!(
                "the result of a share is JSON: give --format to rankscope merge, which joins the \
                 shares"
            ),
        }
    }

    /// The layout of formats for people; `None` for those that programs read.
    pub(crate) fn layout(self) -> Option<Layout> {
        match self {
            Self::Json | Self::Csv => None,
            Self::Table => Some(Layout::Columns),
            Self::Latex => Some(Layout::Latex),
            Self::Markdown => Some(Layout::Markdown),
        }
    }
}

impl PaperFormat {
    /// The same.
    pub(crate) fn layout(self) -> Option<Layout> {
        match self {
            Self::Json => None,
            Self::Table => Some(Layout::Columns),
            Self::Latex => Some(Layout::Latex),
            Self::Markdown => Some(Layout::Markdown),
        }
    }
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
pub fn print(text: &str) -> Result<()> {
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

/// What is in a benchmark, as JSON has it.
#[derive(serde::Serialize)]
struct Written<'a> {
    folder: Cow<'a, str>,
    id: &'a str,
    title: &'a str,
    images: u32,
    queries: u32,
    systems: usize,
    files: usize,
}

/// Says what is in a benchmark that was just written to `folder`.
pub fn print_benchmark(manifest: &Manifest, folder: &Path, json: bool) -> Result<()> {
    if json {
        return print_json(&Written {
            folder: folder.to_string_lossy(),
            id: &manifest.id,
            title: &manifest.title,
            images: manifest.counts.images,
            queries: manifest.counts.queries,
            systems: manifest.systems.len(),
            // And the manifest itself.
            files: manifest.files.len() + 1,
        });
    }
    print(&format!(
        "{}: {}, {}, {}, {}, in {}",
        manifest.title,
        counted(manifest.counts.images as usize, "image", "images"),
        counted(manifest.counts.queries as usize, "query", "queries"),
        counted(manifest.systems.len(), "system", "systems"),
        // And the manifest itself.
        counted(manifest.files.len() + 1, "file", "files"),
        folder.display()
    ))
}

/// Lays out rows of cells in columns, the first aligned to the left, all others to the right, by the
/// columns that a terminal gives a character: two to a Chinese one, none to an accent. Control characters
/// in cells are written out.
pub fn table(rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<Cow<'_, str>>> =
        rows.iter().map(|row| row.iter().map(|cell| shown_in_line(cell)).collect()).collect();
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|c| c.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..n_columns).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(column, (cell, &width))| {
                let space = " ".repeat(width.saturating_sub(cell.width()));
                if column == 0 { format!("{cell}{space}") } else { format!("{space}{cell}") }
            })
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// Rows of cells in a layout, the head first. In columns its first cell is the table's title; printed
/// tables have that as their caption, and `first` in its place.
pub(crate) fn laid_out(layout: Layout, first: &str, rows: &[Vec<String>]) -> String {
    let Some(format) = layout.paper() else { return table(rows) };
    let Some((head, rows)) = rows.split_first() else { return String::new() };
    let mut columns: Vec<(String, Kind)> =
        head.iter().map(|title| (title.clone(), Kind::Single)).collect();
    let mut caption = String::new();
    if let Some((title, _)) = columns.first_mut().filter(|(title, _)| title != first) {
        caption = std::mem::replace(title, first.to_owned());
    }
    let value = |cell: &String| match cell.as_str() {
        "n/a" => Value::Missing,
        _ => Value::from(cell),
    };
    let values = rows.iter().map(|row| row.iter().map(value).collect()).collect();
    let mut table = Table::new(columns, values);
    table.print.caption = caption;
    table.printed_as_numbers = (1..head.len()).collect();
    (format.write)(&table)
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
