//! What Markdown's and LaTeX's tables have in common: cells with marks around their figures, headers of
//! several lines, lines that name a group.

use super::{
    FormatError, Place,
    published::{is_placeholder, looks_like_number, number},
    table::{Table, TableRow},
};

/// Begins a superscript or a subscript in a cell: a footnote behind a figure, part of a name elsewhere.
pub(super) const SCRIPT: char = '\u{E000}';

/// In bytes. A longer one is no cell that was typeset, and is left as it is: commands and links are looked for
/// to its end.
pub(super) const LONGEST_CELL: usize = 10_000;

/// More columns than any printed table has.
pub(super) const MOST_COLUMNS: usize = 1_000;

/// Footnote marks and arrows around a figure.
const MARKS: &[char] = &['†', '‡', '§', '¶', '*', '∗', '⋆', '★', '↑', '↓', '✓', '_'];

/// A line of a table, in plain text.
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) cells: Vec<Cell>,
}

#[derive(Clone)]
pub(super) struct Cell {
    pub(super) text: String,
    /// How many columns it spans.
    pub(super) span: usize,
}

impl Row {
    fn fields(&self) -> Vec<String> {
        let repeated = |cell: &Cell| std::iter::repeat_n(cell.text.clone(), cell.span);
        self.cells.iter().flat_map(repeated).collect()
    }

    /// Has a name, and a figure behind it.
    fn is_of_system(&self) -> bool {
        let fields = self.fields();
        let is_named = fields.first().is_some_and(|name| !name.is_empty());
        is_named && fields.iter().skip(1).any(|field| looks_like_number(&figure(field)))
    }

    /// The only words of a line without a figure, at its left.
    fn group(&self) -> Option<String> {
        let (first, others) = self.cells.split_first()?;
        let is_alone = others.iter().all(|cell| cell.text.is_empty());
        let name = named(&first.text);
        (is_alone && !name.is_empty() && number(&name).is_none()).then_some(name)
    }
}

/// A table from its lines. The header ends before the first line with a name and a figure; of `n_header`
/// lines if that is known. A line that holds one name and nothing else names the group of those below it.
pub(super) fn table_of(
    file: &str,
    mut rows: Vec<Row>,
    n_header: Option<usize>,
) -> Result<Table<'_>, FormatError> {
    let n_header = n_header.unwrap_or_else(|| {
        let n_above = rows.iter().position(Row::is_of_system).unwrap_or(rows.len());
        let of_groups = rows.iter().take(n_above).rev().take_while(|row| row.group().is_some());
        (n_above - of_groups.count()).max(1)
    });
    let body = rows.split_off(n_header.min(rows.len()));
    let Some(line) = rows.last().map(|row| row.line) else {
        return Err(FormatError::new(file, Place::File, "no table: a header is needed"));
    };
    let n_columns = rows.iter().map(|row| row.fields().len()).max().unwrap_or_default();
    let mut columns: Vec<String> = vec![String::new(); n_columns];
    for row in &rows {
        for (column, part) in columns.iter_mut().zip(row.fields()) {
            let part = named(&part);
            if part.is_empty() || *column == part {
                continue;
            }
            if !column.is_empty() {
                column.push(' ');
            }
            column.push_str(&part);
        }
    }
    for (place, column) in columns.iter_mut().enumerate().filter(|(_, name)| name.is_empty()) {
        *column = if place == 0 { "model".into() } else { format!("column {}", place + 1) };
    }
    let mut group = None;
    let mut read = Vec::new();
    for row in body {
        if let Some(name) = row.group() {
            group = Some(name);
            continue;
        }
        let fields = row.fields();
        if fields.len() != n_columns {
            let found = fields.len();
            let reason = format!("{found} columns, but the header has {n_columns}");
            return Err(FormatError::new(file, Place::Line(row.line), reason));
        }
        let of = |(place, field): (usize, &String)| match place {
            0 => named(field),
            _ => figure(field),
        };
        read.push((group.clone(), row.line, fields.iter().enumerate().map(of).collect::<Vec<_>>()));
    }
    if group.is_some() {
        let is_taken = columns.iter().any(|name| name == "group");
        columns.insert(0, if is_taken { "section" } else { "group" }.into());
    }
    let has_groups = group.is_some();
    let with_group = |(group, line, mut fields): (Option<String>, usize, Vec<String>)| {
        if has_groups {
            fields.insert(0, group.unwrap_or_default());
        }
        TableRow::new(line, fields)
    };
    let table = Table::of(file, (line, columns), read.into_iter().map(with_group).collect())?;
    Ok(if has_groups { table.with_added() } else { table })
}

/// A field behind the name: a figure without its marks, deviation and footnotes, nothing where a dash stands
/// for no figure, or the words as they are.
fn figure(field: &str) -> String {
    let end = |c: char| matches!(c, '±' | '(' | SCRIPT);
    let bare = field.split(end).next().unwrap_or_default();
    let is_mark = |c: char| MARKS.contains(&c) || c.is_whitespace();
    let bare = bare.trim_matches(is_mark).replace('−', "-");
    if number(&bare).is_some() {
        bare
    } else if is_placeholder(&field.trim().replace('−', "-")) {
        String::new()
    } else {
        named(field)
    }
}

fn named(field: &str) -> String {
    let plain: String = field.chars().filter(|c| *c != SCRIPT).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
