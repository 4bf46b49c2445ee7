use super::Value;
use std::cmp::Ordering;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Smallest first.
    Ascending,
    /// Largest first.
    Descending,
}

impl Direction {
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Ascending => Self::Descending,
            Self::Descending => Self::Ascending,
        }
    }
}

/// Indices into `values`. The sort is stable; missing values come last in both directions.
pub fn sorted_rows(values: &[Value], direction: Direction) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    // Every index is in bounds; `get` only avoids a panic.
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

/// Numbers by size and intervals by midpoint; then texts in byte order.
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
        Value::Count(n) => Some(*n as f64),
        Value::Number(value) => Some(*value),
        Value::Interval(low, high) => Some(f64::midpoint(*low, *high)),
        Value::Missing | Value::Text(_) => None,
    }
}
