//! Tables of figures as printed in papers: systems × measures, and correlations between measures.

use super::{
    FormatError, Place,
    table::{Table, TableRow},
};

/// Figures are as printed: per cent stays per cent.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedTable {
    /// Such as `group` and `model`.
    pub text_columns: Vec<String>,
    /// Such as `reimplemented`: every row has a bare `0` or `1`, whereas a measure is printed with decimals.
    pub flag_columns: Vec<String>,
    /// The columns of figures.
    pub measures: Vec<String>,
    pub rows: Vec<PublishedRow>,
}

/// Each field is in the order of its columns.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedRow {
    pub texts: Vec<String>,
    pub flags: Vec<bool>,
    /// `None` where the paper prints none.
    pub values: Vec<Option<f64>>,
}

/// A published matrix of correlations between measures.
#[derive(Debug, Clone, PartialEq)]
pub struct CorrelationTable {
    /// In the order of the rows and of the columns.
    pub measures: Vec<String>,
    /// `[measures, measures]`, symmetric, ones on the diagonal.
    pub values: Vec<Vec<f64>>,
}

impl PublishedTable {
    /// The last text column names the system; groups come before it.
    pub fn systems(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.texts.last().cloned().unwrap_or_default()).collect()
    }

    /// The rows with this value in a column of text or of flags (`0` or `1`); fails with the names of the
    /// columns, or the values of the column, if there are none.
    pub fn only(&self, column: &str, value: &str) -> Result<Self, Vec<String>> {
        let values = self.values_of(column).ok_or_else(|| {
            self.text_columns.iter().chain(&self.flag_columns).cloned().collect::<Vec<_>>()
        })?;
        let rows: Vec<PublishedRow> = (self.rows.iter().zip(&values))
            .filter(|(_, own)| *own == value)
            .map(|(row, _)| row.clone())
            .collect();
        if rows.is_empty() {
            return Err(distinct(values));
        }
        Ok(Self { rows, ..self.clone() })
    }

    /// The values of a column that groups the rows, in the order of their first rows; empty unless it is of
    /// text or flags and has two at least, fewer than there are rows.
    pub fn groups(&self, column: &str) -> Vec<String> {
        let groups = distinct(self.values_of(column).unwrap_or_default());
        if (2..self.rows.len()).contains(&groups.len()) { groups } else { Vec::new() }
    }

    /// A column of text or of flags, row by row.
    pub fn values_of(&self, column: &str) -> Option<Vec<String>> {
        let place = |all: &[String]| all.iter().position(|name| name == column);
        let texts = place(&self.text_columns).map(|place| {
            let of = |row: &PublishedRow| row.texts.get(place).cloned().unwrap_or_default();
            self.rows.iter().map(of).collect()
        });
        texts.or_else(|| {
            let place = place(&self.flag_columns)?;
            let of = |row: &PublishedRow| u8::from(row.flags.get(place) == Some(&true)).to_string();
            Some(self.rows.iter().map(of).collect())
        })
    }

    /// Row by row; `None` if no column has this name.
    pub fn column(&self, measure: &str) -> Option<Vec<Option<f64>>> {
        let place = self.measures.iter().position(|name| name == measure)?;
        Some(self.rows.iter().map(|row| row.values.get(place).copied().flatten()).collect())
    }
}

/// Without repetition, in order.
fn distinct(values: Vec<String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for value in values {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

enum Kind {
    Text,
    Flag,
    Figures,
}

/// Reads a table of systems × measures.
///
/// The first columns name the systems, of which one may be called `42`. After them a column with a field
/// that looks like a number has figures, and any other is text. A field looks like a number if it is
/// one or was meant as one (`NaN`, `inf`, `10%`, `1,5`, `0.5*`). Every field in a column of figures
/// must be a finite number, or empty where the paper prints none; other fields are refused by line and
/// column, and so is a table without figures.
pub fn published_from_csv(file: &str, text: &str) -> Result<PublishedTable, FormatError> {
    published_from_table(&Table::read(file, text)?)
}

/// Reads a table of words, as papers print those of their models and topics: all columns are texts.
pub fn printed_words_from_csv(file: &str, text: &str) -> Result<PublishedTable, FormatError> {
    let table = Table::read(file, text)?;
    let places = 0..table.columns.len();
    let texts = |row: &TableRow| places.clone().map(|at| row.field(at).to_owned()).collect();
    let row =
        |row: &TableRow| PublishedRow { texts: texts(row), flags: Vec::new(), values: Vec::new() };
    Ok(PublishedTable {
        rows: table.rows.iter().map(row).collect(),
        text_columns: table.columns,
        flag_columns: Vec::new(),
        measures: Vec::new(),
    })
}

pub(super) fn published_from_table(table: &Table<'_>) -> Result<PublishedTable, FormatError> {
    let file = table.file;
    let n_names = (0..table.columns.len()).take_while(|column| has_names(table, *column)).count();
    let kinds: Vec<Kind> = (0..table.columns.len())
        .map(|column| if column < n_names { Ok(Kind::Text) } else { kind_of(table, column) })
        .collect::<Result<_, _>>()?;
    let mut published = PublishedTable {
        text_columns: Vec::new(),
        flag_columns: Vec::new(),
        measures: Vec::new(),
        rows: Vec::new(),
    };
    for (name, kind) in table.columns.iter().zip(&kinds) {
        match kind {
            Kind::Text => &mut published.text_columns,
            Kind::Flag => &mut published.flag_columns,
            Kind::Figures => &mut published.measures,
        }
        .push(name.clone());
    }
    if published.measures.is_empty() {
        let reason = "no column of figures: systems × measures are needed";
        return Err(FormatError::new(file, Place::File, reason));
    }
    for row in &table.rows {
        let mut read = PublishedRow { texts: Vec::new(), flags: Vec::new(), values: Vec::new() };
        for (column, kind) in kinds.iter().enumerate() {
            match kind {
                Kind::Text => read.texts.push(row.field(column).to_owned()),
                Kind::Flag => read.flags.push(row.field(column) == "1"),
                Kind::Figures => read.values.push(figure(table, row, column)?),
            }
        }
        published.rows.push(read);
    }
    Ok(published)
}

/// Whether a column holds names, if all columns before it do: in the first column, any field other than a
/// figure makes it so; later columns must begin with a name and have at least as many names as figures.
fn has_names(table: &Table<'_>, column: usize) -> bool {
    let fields = || table.rows.iter().map(|row| row.field(column)).filter(|it| !it.is_empty());
    let is_figure = |field: &&str| looks_like_number(field) || is_placeholder(field);
    if column == 0 {
        return !fields().all(|field| is_figure(&field)) || !fields().any(looks_like_number);
    }
    let n_figures = fields().filter(|field| looks_like_number(field)).count();
    let begins_with_figure =
        n_figures > 0 && fields().next().is_some_and(|first| is_figure(&first));
    !begins_with_figure && 2 * n_figures <= fields().count()
}

/// For a column after those of names.
fn kind_of(table: &Table<'_>, column: usize) -> Result<Kind, FormatError> {
    if !table.rows.iter().any(|row| looks_like_number(row.field(column))) {
        return Ok(Kind::Text);
    }
    for row in &table.rows {
        figure(table, row, column)?;
    }
    let is_flag = table.rows.iter().all(|row| matches!(row.field(column), "0" | "1"));
    Ok(if is_flag { Kind::Flag } else { Kind::Figures })
}

fn figure(table: &Table<'_>, row: &TableRow, column: usize) -> Result<Option<f64>, FormatError> {
    match row.field(column) {
        "" => Ok(None),
        field => number(field).map(Some).ok_or_else(|| {
            let reason = format!(
                "{field:?} is not a number such as 0.5: leave the field empty if there is none"
            );
            table.wrong(row, column, &reason)
        }),
    }
}

/// Rust also parses `nan` and `inf`, which are not figures.
pub(super) fn number(field: &str) -> Option<f64> {
    field.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Whether a field is a number, or was one before a paper typeset it: with a per-cent sign, a decimal
/// comma, a minus that is not ASCII, or a note after its decimals.
pub(super) fn looks_like_number(field: &str) -> bool {
    let sign = |c: char| matches!(c, '%' | '‰') || c.is_whitespace();
    let plain = field.trim_matches(sign).replace(',', ".").replace('−', "-");
    let unsigned = plain.trim_start_matches(['-', '+']);
    let fraction = unsigned.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_decimals = fraction.len() < unsigned.len()
        && fraction
            .strip_prefix('.')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    plain.parse::<f64>().is_ok() || has_decimals
}

/// Stands for a missing figure.
pub(super) fn is_placeholder(field: &str) -> bool {
    let field = field.to_ascii_lowercase();
    matches!(
        field.as_str(),
        "" | "-" | "–" | "—" | "?" | "." | "n/a" | "na" | "n.a." | "none" | "null" | "tbd"
    )
}

/// Reads a square matrix of correlations: a header of measures after its first field, then a row
/// for each measure in the same order. Refuses values outside −1 … 1, a diagonal other than 1 and
/// asymmetry, by line and column.
pub fn correlations_from_csv(file: &str, text: &str) -> Result<CorrelationTable, FormatError> {
    let table = Table::read(file, text)?;
    let measures: Vec<String> = table.columns.iter().skip(1).cloned().collect();
    if measures.is_empty() || table.rows.len() != measures.len() {
        let (n_rows, n_columns) = (table.rows.len(), measures.len());
        let reason = format!("{n_rows} rows and {n_columns} columns: a square is needed");
        return Err(FormatError::new(file, Place::File, reason));
    }
    let mut values: Vec<Vec<f64>> = Vec::new();
    for (place, (row, measure)) in table.rows.iter().zip(&measures).enumerate() {
        if row.field(0) != measure {
            let reason = format!("{:?}, but the columns continue with {measure:?}", row.field(0));
            return Err(table.wrong(row, 0, &reason));
        }
        let mut read = Vec::new();
        for column in 1..=measures.len() {
            let field = row.field(column);
            let wrong = |reason: &str| table.wrong(row, column, &format!("{field:?} {reason}"));
            let value = number(field).filter(|value| value.abs() <= 1.0);
            let value = value.ok_or_else(|| wrong("is not a number between -1 and 1"))?;
            if column == place + 1 && value != 1.0 {
                return Err(wrong("is on the diagonal, where the value is 1"));
            }
            let mirrored = values.get(column - 1).and_then(|above| above.get(place));
            if mirrored.is_some_and(|above| *above != value) {
                return Err(wrong(&format!("differs from the value of the pair on line {}", {
                    table.rows.get(column - 1).map_or(0, |row| row.line)
                })));
            }
            read.push(value);
        }
        values.push(read);
    }
    Ok(CorrelationTable { measures, values })
}
