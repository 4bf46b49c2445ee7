//! Tables and the formats to which they are exported.

use super::Print;
use std::{collections::HashSet, fmt};

/// How many columns of an exported file a column becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Single,
    /// Two: `TITLE low` and `TITLE high`.
    Interval,
    /// One, whose title has a letter in printed tables, to which superscripts refer.
    Lettered(&'static str),
}

/// A row shorter than `columns` lacks its last values.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    pub columns: Vec<(String, Kind)>,
    /// `[rows][columns]`.
    pub rows: Vec<Vec<Value>>,
    pub print: Print,
    /// Columns of text that are aligned to the right, like numbers, when printed.
    pub printed_as_numbers: Vec<usize>,
}

impl Table {
    pub fn new(columns: Vec<(String, Kind)>, rows: Vec<Vec<Value>>) -> Self {
        Self { columns, rows, ..Self::default() }
    }

    /// The column names of an exported file. Duplicates are numbered.
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

    /// In the order of [`Self::names`]; an interval becomes its two ends.
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

    /// A column is aligned to the right if it has numbers and no text.
    pub(super) fn is_number(&self, column: usize) -> bool {
        let mut values = self.rows.iter().filter_map(|row| row.get(column)).peekable();
        values.peek().is_some() && values.all(|value| !matches!(value, Value::Text(_)))
            || self.printed_as_numbers.contains(&column)
    }
}

/// A cell's. Numbers keep full precision.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Missing,
    Text(String),
    /// Also a size in bytes.
    Count(u64),
    /// Finite.
    Number(f64),
    /// Ends of an interval, both finite.
    Interval(f64, f64),
}

/// As exported: plain digits, empty if missing.
impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => Ok(()),
            Self::Text(text) => out.write_str(text),
            Self::Count(n) => write!(out, "{n}"),
            // −0 is 0.
            Self::Number(value) => write!(out, "{}", value + 0.0),
            Self::Interval(low, high) => write!(out, "{} … {}", low + 0.0, high + 0.0),
        }
    }
}

/// Not finite becomes [`Value::Missing`].
impl From<f64> for Value {
    fn from(value: f64) -> Self {
        if value.is_finite() { Self::Number(value) } else { Self::Missing }
    }
}

/// With an end that is not finite, [`Value::Missing`].
impl From<(f64, f64)> for Value {
    fn from((low, high): (f64, f64)) -> Self {
        let is_finite = low.is_finite() && high.is_finite();
        if is_finite { Self::Interval(low, high) } else { Self::Missing }
    }
}

impl From<u64> for Value {
    fn from(n: u64) -> Self {
        Self::Count(n)
    }
}

impl From<usize> for Value {
    fn from(n: usize) -> Self {
        Self::Count(n as u64)
    }
}

impl From<u32> for Value {
    fn from(n: u32) -> Self {
        Self::Count(n.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Missing, Into::into)
    }
}

/// A file format to which tables are exported.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// On the export button.
    pub name: &'static str,
    /// Without the dot.
    pub extension: &'static str,
    /// The media type.
    pub mime: &'static str,
    pub write: fn(&Table) -> String,
}
