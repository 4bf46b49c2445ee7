//! The order of rows by a column's values.

use super::value::Value;
use std::cmp::Ordering;

/// Which end comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The least first.
    Ascending,
    /// The greatest first.
    Descending,
}

impl Direction {
    /// The other one.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Ascending => Self::Descending,
            Self::Descending => Self::Ascending,
        }
    }
}

/// The rows in order, as their places in `values`. Equal ones stay as they are; those without a
/// value come last either way.
#[must_use]
pub fn sorted_rows(values: &[Value], direction: Direction) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    // Sorts by the value itself; a place is always inside.
    places.sort_by(|a, b| match (values.get(*a), values.get(*b)) {
        (Some(a), Some(b)) => compared(a, b, direction),
        _ => Ordering::Equal,
    });
    places
}

fn compared(a: &Value, b: &Value, direction: Direction) -> Ordering {
    let is_missing = |value: &Value| *value == Value::Missing;
    match (is_missing(a), is_missing(b)) {
        (false, false) => match direction {
            Direction::Ascending => ascending(a, b),
            Direction::Descending => ascending(b, a),
        },
        (a, b) => a.cmp(&b),
    }
}

/// Numbers by size, intervals by their middle, then texts by their letters.
fn ascending(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Count(a), Value::Count(b)) => a.cmp(b),
        (Value::Text(a), Value::Text(b)) => a.cmp(b),
        _ => match (size(a), size(b)) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        },
    }
}

fn size(value: &Value) -> Option<f64> {
    match value {
        #[expect(clippy::cast_precision_loss, reason = "only counts beside other numbers")]
        Value::Count(n) => Some(*n as f64),
        Value::Number(value) => Some(*value),
        Value::Interval(low, high) => Some(f64::midpoint(*low, *high)),
        Value::Missing | Value::Text(_) => None,
    }
}
