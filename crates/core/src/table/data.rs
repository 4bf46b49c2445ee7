//! A table: column titles and rows of values.

use super::print::Print;
use super::value::Value;
use std::collections::HashSet;

/// How many columns of an exported file a table column becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One.
    Single,
    /// Two: `TITLE low` and `TITLE high`.
    Interval,
    /// One, whose title has a letter in printed tables, for superscripts to refer to.
    Lettered(&'static str),
}

/// Column titles and rows of typed values. A row shorter than `columns` is missing its last
/// values.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// Title and kind of each column.
    pub columns: Vec<(String, Kind)>,
    /// `[rows][columns]`.
    pub rows: Vec<Vec<Value>>,
    /// What a printed table adds.
    pub print: Print,
    /// Columns of texts that are printed as numbers are: aligned to the right.
    pub printed_as_numbers: Vec<usize>,
}

impl Table {
    /// A table without anything to add when it is printed.
    #[must_use]
    pub fn new(columns: Vec<(String, Kind)>, rows: Vec<Vec<Value>>) -> Self {
        Self { columns, rows, ..Self::default() }
    }

    /// The column names of an exported file. Duplicate names are numbered, so that names are
    /// unique.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut taken = HashSet::new();
        let mut unique = |name: String| {
            let numbered = (2..).map(|nth| format!("{name} ({nth})"));
            let free = std::iter::once(name.clone()).chain(numbered);
            let name = free.into_iter().find(|name| !taken.contains(name)).unwrap_or_default();
            taken.insert(name.clone());
            name
        };
        let names = self.columns.iter().flat_map(|(title, kind)| match kind {
            Kind::Single | Kind::Lettered(_) => vec![title.clone()],
            Kind::Interval => vec![format!("{title} low"), format!("{title} high")],
        });
        names.map(&mut unique).collect()
    }

    /// The values of a row in the order of [`Self::names`]; an interval becomes its two ends.
    #[must_use]
    pub fn fields(&self, row: &[Value]) -> Vec<Value> {
        let missing = Value::Missing;
        let field = |(index, (_, kind)): (usize, &(String, Kind))| {
            let value = row.get(index).unwrap_or(&missing);
            match (kind, value) {
                (Kind::Single | Kind::Lettered(_), value) => vec![value.clone()],
                (Kind::Interval, Value::Interval(low, high)) => {
                    vec![Value::from(*low), Value::from(*high)]
                }
                (Kind::Interval, _) => vec![Value::Missing, Value::Missing],
            }
        };
        self.columns.iter().enumerate().flat_map(field).collect()
    }

    /// Whether a printed column is aligned to the right: whether it has numbers and no text.
    pub(super) fn is_number(&self, column: usize) -> bool {
        let mut values = self.rows.iter().filter_map(|row| row.get(column)).peekable();
        values.peek().is_some() && values.all(|value| !matches!(value, Value::Text(_)))
            || self.printed_as_numbers.contains(&column)
    }
}
