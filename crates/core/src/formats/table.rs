//! Tables with a header, separated by commas or tabs: every row has the header's columns, and no field
//! spans lines.

use super::{FormatError, Place};
use csv::{ReaderBuilder, StringRecord, Terminator};
use std::collections::HashMap;

pub(super) struct Table<'a> {
    pub(super) file: &'a str,
    /// Without duplicates.
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<TableRow>,
    /// Columns in front that the file does not have, and messages do not count.
    n_added: usize,
}

pub(super) struct TableRow {
    /// From 1; the header's is 1 unless empty lines precede it.
    pub(super) line: usize,
    fields: StringRecord,
}

impl TableRow {
    pub(super) fn new(line: usize, fields: Vec<String>) -> Self {
        Self { line, fields: fields.into() }
    }

    /// Trimmed; empty beyond the last column.
    pub(super) fn field(&self, column: usize) -> &str {
        self.fields.get(column).unwrap_or_default().trim()
    }
}

impl<'a> Table<'a> {
    pub(super) fn read(file: &'a str, text: &str) -> Result<Self, FormatError> {
        Self::read_separated(file, text, ',')
    }

    /// Tabs separate if the header has one, else commas.
    pub(super) fn read_tabs_or_commas(file: &'a str, text: &str) -> Result<Self, FormatError> {
        let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        Self::read_separated(file, text, if header.contains('\t') { '\t' } else { ',' })
    }

    fn read_separated(file: &'a str, text: &str, separator: char) -> Result<Self, FormatError> {
        let name = if separator == '\t' { "tab" } else { "comma" };
        let mut reader = ReaderBuilder::new()
            .delimiter(separator as u8)
            .has_headers(false)
            .flexible(true)
            .terminator(Terminator::Any(b'\n'))
            .from_reader(text.as_bytes());
        // Like the reader, `lines` skips empty lines. No field may contain a line break, so a
        // record is a line, and a missing quote is reported on its own line.
        let lines = (1..).zip(text.split('\n')).filter(|(_, line)| !line.is_empty());
        let mut header: Option<TableRow> = None;
        let mut rows = Vec::new();
        for ((line, text), record) in lines.zip(reader.records()) {
            let wrong = |reason: String| FormatError::new(file, Place::Line(line), reason);
            let fields = record
                .map_err(|e| wrong(format!("not {name}-separated values: {e}")).because(e))?;
            // The reader accepts an unclosed quote at the end of a file.
            let n_quotes = text.bytes().filter(|byte| *byte == b'"').count();
            if n_quotes % 2 == 1 || fields.iter().any(|field| field.contains('\n')) {
                return Err(wrong("a quote is not closed on this line".into()));
            }
            if text.trim().is_empty() {
                continue;
            }
            let Some(header) = &header else {
                header = Some(TableRow { line, fields });
                continue;
            };
            let (found, wanted) = (fields.len(), header.fields.len());
            if found != wanted {
                return Err(wrong(format!("{found} columns, but the header has {wanted}")));
            }
            rows.push(TableRow { line, fields });
        }
        let wrong = |place, reason: String| FormatError::new(file, place, reason);
        let header =
            header.ok_or_else(|| wrong(Place::File, "empty: a header is needed".into()))?;
        let columns: Vec<String> =
            (0..header.fields.len()).map(|column| header.field(column).to_owned()).collect();
        Self::of(file, (header.line, columns), rows)
    }

    /// With a header of a line. Refuses columns of the same name.
    pub(super) fn of(
        file: &'a str,
        (line, columns): (usize, Vec<String>),
        rows: Vec<TableRow>,
    ) -> Result<Self, FormatError> {
        let mut place_of = HashMap::new();
        for (place, column) in (1..).zip(&columns) {
            if let Some(first) = place_of.insert(column.as_str(), place) {
                let reason = format!("columns {first} and {place} are both named {column:?}");
                return Err(FormatError::new(file, Place::Line(line), reason));
            }
        }
        Ok(Self { file, columns, rows, n_added: 0 })
    }

    /// The first column is not the file's.
    pub(super) fn with_added(self) -> Self {
        Self { n_added: 1, ..self }
    }

    pub(super) fn column(&self, name: &str) -> Result<usize, FormatError> {
        self.columns.iter().position(|column| column == name).ok_or_else(|| {
            let columns = self.columns.join(", ");
            let reason = format!("no column {name:?}, only {columns}");
            FormatError::new(self.file, Place::File, reason)
        })
    }

    pub(super) fn wrong(&self, row: &TableRow, column: usize, reason: &str) -> FormatError {
        let name = self.columns.get(column).map(String::as_str).unwrap_or_default();
        let number = (column + 1).saturating_sub(self.n_added);
        let reason = format!("column {number} ({name}): {reason}");
        FormatError::new(self.file, Place::Line(row.line), reason)
    }
}

/// Comma-separated values, one line a row. Fields with a comma, a quote or a line break are quoted
/// (RFC 4180).
pub fn csv_from_rows(rows: &[Vec<String>]) -> String {
    let field = |text: &String| {
        let needs_quotes = text.contains([',', '"', '\n', '\r']);
        if needs_quotes { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.clone() }
    };
    let line = |row: &Vec<String>| row.iter().map(field).collect::<Vec<_>>().join(",") + "\n";
    rows.iter().map(line).collect()
}
