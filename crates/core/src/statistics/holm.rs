//! Holm's correction: many tests, one error rate for all of them.
//!
//! With p-values in ascending order, the i-th of m (from 1) becomes (m − i + 1) p, at least the
//! one before it and at most 1. Source: Holm, "A Simple Sequentially Rejective Multiple Test
//! Procedure", Scandinavian Journal of Statistics 1979.

use super::{StatisticsError, count::real};

/// The adjusted p-values, in the order given. If those up to α are called significant, the probability of
/// any false positive is at most α.
pub fn holm(p_values: &[f64]) -> Result<Vec<f64>, StatisticsError> {
    for (index, &value) in p_values.iter().enumerate() {
        if !(0.0..=1.0).contains(&value) {
            return Err(StatisticsError::PValue { index, value });
        }
    }
    let mut ascending: Vec<(usize, f64)> = p_values.iter().copied().enumerate().collect();
    ascending.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut adjusted = vec![0.0; p_values.len()];
    let (mut largest, mut n_left) = (0.0_f64, p_values.len() as u64);
    for (index, p) in ascending {
        largest = largest.max((real(n_left) * p).min(1.0));
        adjusted[index] = largest;
        n_left -= 1;
    }
    Ok(adjusted)
}
