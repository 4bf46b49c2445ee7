//! Means over queries with their intervals.

use rankscope_core::statistics::{Resampling, mean_interval};

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MeanOf {
    pub(super) mean: f64,
    pub(super) n: usize,
    /// 95%, bootstrapped over queries.
    pub(super) interval: Option<(f64, f64)>,
}

/// The mean of the values that are defined; `None` without one.
pub(super) fn mean_of(values: impl IntoIterator<Item = Option<f64>>) -> Option<MeanOf> {
    let values: Vec<f64> = values.into_iter().flatten().collect();
    let n = values.len();
    let interval = mean_interval(&values, &Resampling::default()).ok();
    (n > 0).then(|| MeanOf {
        mean: values.iter().sum::<f64>() / n as f64,
        n,
        interval: interval.map(|i| (i.low, i.high)),
    })
}
