pub(super) fn real(count: u64) -> f64 {
    count as f64
}

pub(super) fn length<T>(values: &[T]) -> f64 {
    real(values.len() as u64)
}

/// NaN for empty input, which callers refuse first.
pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / length(values)
}
