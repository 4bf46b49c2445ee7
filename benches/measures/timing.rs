//! Times, and the statistics of several repetitions.

use serde_json::{Value, json};
use std::time::Instant;

pub(crate) fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

#[derive(Default)]
pub(crate) struct Times(Vec<f64>);

impl Times {
    pub(crate) fn push(&mut self, seconds: f64) {
        self.0.push(seconds);
    }

    pub(crate) fn min(&self) -> f64 {
        self.0.iter().copied().fold(f64::INFINITY, f64::min)
    }

    pub(crate) fn median(&self) -> f64 {
        let mut ordered = self.0.clone();
        ordered.sort_unstable_by(f64::total_cmp);
        let (upper, lower) = (ordered.len() / 2, ordered.len().saturating_sub(1) / 2);
        let at = |place: usize| ordered.get(place).copied().unwrap_or(f64::NAN);
        f64::midpoint(at(lower), at(upper))
    }

    pub(crate) fn json(&self) -> Value {
        json!({ "median_s": self.median(), "min_s": self.min(), "all_s": self.0 })
    }
}
