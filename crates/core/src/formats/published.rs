//! Tables of figures as papers print them: systems × measures, and correlations between
//! measures.

use super::{
    FormatError, Place,
    table::{Table, TableRow},
};

/// A published table. Figures are kept as they are printed: per cent stays per cent.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedTable {
    /// The names of the text columns, `group` and `model` for example.
    pub text_columns: Vec<String>,
    /// The names of the yes-or-no columns, `reimplemented` for example: every row has a bare
    /// `0` or `1`. A measure is printed with decimals.
    pub flag_columns: Vec<String>,
    /// The names of the columns of figures.
    pub measures: Vec<String>,
    /// The rows, top down.
    pub rows: Vec<PublishedRow>,
}

/// A row of a published table, each part in the order of its columns.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedRow {
    /// What the text columns say.
    pub texts: Vec<String>,
    /// What the yes-or-no columns say.
    pub flags: Vec<bool>,
    /// The figures; `None` where the paper prints none.
    pub values: Vec<Option<f64>>,
}

/// A published matrix of correlations between measures.
#[derive(Debug, Clone, PartialEq)]
pub struct CorrelationTable {
    /// The measures, in the order of the rows and of the columns.
    pub measures: Vec<String>,
    /// `[measures, measures]`, symmetric, ones on the diagonal.
    pub values: Vec<Vec<f64>>,
}

impl PublishedTable {
    /// The figures of a measure, a row after the other; `None` if no column has this name.
    #[must_use]
    pub fn column(&self, measure: &str) -> Option<Vec<Option<f64>>> {
        let place = self.measures.iter().position(|name| name == measure)?;
        Some(self.rows.iter().map(|row| row.values.get(place).copied().flatten()).collect())
    }
}

/// What a column holds.
enum Kind {
    Text,
    Flag,
    Figures,
}

/// Reads a table of systems × measures. A column that begins with a figure is one of
/// figures; one that begins with anything else is text.
///
/// # Errors
/// Not such a table, a field of a column of figures that is not a finite number, by line and
/// column, or no column of figures at all.
pub fn published_from_csv(file: &str, text: &str) -> Result<PublishedTable, FormatError> {
    let table = Table::read(file, text)?;
    let kinds: Vec<Kind> =
        (0..table.columns.len()).map(|column| kind_of(&table, column)).collect::<Result<_, _>>()?;
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
                Kind::Figures => read.values.push(figure(&table, row, column)?),
            }
        }
        published.rows.push(read);
    }
    Ok(published)
}

fn kind_of(table: &Table<'_>, column: usize) -> Result<Kind, FormatError> {
    let fields = || table.rows.iter().map(|row| row.field(column)).filter(|it| !it.is_empty());
    if fields().next().and_then(number).is_none() {
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
            let reason = format!("{field:?} is not a number: leave it empty if there is none");
            table.wrong(row, column, &reason)
        }),
    }
}

/// Rust also reads `nan` and `inf`, which no table means as a figure.
fn number(field: &str) -> Option<f64> {
    field.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Reads a square matrix of correlations: a header of measures after its first field, and a
/// row for each measure in the same order.
///
/// # Errors
/// Not square, rows in another order than the columns, a value that is not between −1 and 1,
/// a diagonal that is not 1, or two halves that differ, by line and column.
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
            let reason = format!("{:?} where the columns go on with {measure:?}", row.field(0));
            return Err(table.wrong(row, 0, &reason));
        }
        let mut read = Vec::new();
        for column in 1..=measures.len() {
            let field = row.field(column);
            let wrong = |reason: &str| table.wrong(row, column, &format!("{field:?} {reason}"));
            let value = number(field).filter(|value| value.abs() <= 1.0);
            let value = value.ok_or_else(|| wrong("is not a number between -1 and 1"))?;
            if column == place + 1 && value != 1.0 {
                return Err(wrong("where a measure meets itself, which gives 1"));
            }
            let mirrored = values.get(column - 1).and_then(|above| above.get(place));
            if mirrored.is_some_and(|above| *above != value) {
                return Err(wrong(&format!("is not what line {} says of the pair", {
                    table.rows.get(column - 1).map_or(0, |row| row.line)
                })));
            }
            read.push(value);
        }
        values.push(read);
    }
    Ok(CorrelationTable { measures, values })
}
