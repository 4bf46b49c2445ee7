//! The mean over queries, never without its n.
//!
//! A query without a relevant image has the value `None` and is left out. A judged query that
//! the run lacks is not left out: its list is empty and its value 0.

use super::real;
use serde::{Deserialize, Serialize};

/// A mean and the number of queries that it is over.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    /// The arithmetic mean.
    pub mean: f64,
    /// The number of queries with a value. Those without a relevant image have none.
    pub n: usize,
}

impl Mean {
    /// The mean over the queries with a value; `None` where there is none.
    pub fn of(values: impl IntoIterator<Item = Option<f64>>) -> Option<Self> {
        let (sum, n) =
            values.into_iter().flatten().fold((0.0, 0), |(sum, n), value| (sum + value, n + 1));
        (n > 0).then(|| Self { mean: sum / real(n), n })
    }
}
