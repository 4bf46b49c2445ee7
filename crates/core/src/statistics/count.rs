//! Counts as real numbers.

/// A count of items or of pairs.
#[expect(clippy::cast_precision_loss, reason = "rounds only beyond 2^53")]
pub(super) fn real(count: u64) -> f64 {
    count as f64
}

/// How many values there are.
pub(super) fn length<T>(values: &[T]) -> f64 {
    real(values.len() as u64)
}

/// The mean; of nothing it is 0 / 0, so callers refuse empty input first.
pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / length(values)
}
