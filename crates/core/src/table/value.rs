//! The value of a cell.

use std::fmt;

/// The value of a cell. Numbers keep full precision.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// No value.
    Missing,
    /// Text.
    Text(String),
    /// A count, or a size in bytes.
    Count(u64),
    /// A finite number.
    Number(f64),
    /// The ends of an interval, both finite.
    Interval(f64, f64),
}

/// The value as exported: plain digits, empty if missing.
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

/// A number that is not finite becomes [`Value::Missing`].
impl From<f64> for Value {
    fn from(value: f64) -> Self {
        if value.is_finite() { Self::Number(value) } else { Self::Missing }
    }
}

/// An interval with an end that is not finite becomes [`Value::Missing`].
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
