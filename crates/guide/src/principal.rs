//! Principal components of a few rows.

use super::{GuideError, error::check_rows};
use rankscope_core::spaces::Svd;

/// The first `n_components` principal components `[n, n_components]` of rows `[n, dim]`: centred rows
/// times the directions of most variance. Fewer where rows or columns are fewer. A component's sign
/// is free, so distances between rows mean something and single values do not.
///
/// # Errors
/// Rows of different lengths, or values that are not finite.
pub fn principal_components(
    rows: &[Vec<f64>],
    n_components: usize,
) -> Result<Vec<Vec<f64>>, GuideError> {
    check_rows("row", rows)?;
    let n = rows.len();
    let dim = rows.first().map_or(0, Vec::len);
    let mean = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).sum::<f64>() / n.max(1) as f64
    };
    let means: Vec<f64> = (0..dim).map(mean).collect();
    let centred: Vec<Vec<f64>> = rows
        .iter()
        .map(|row| row.iter().zip(&means).map(|(value, mean)| value - mean).collect())
        .collect();
    // Rows as columns: Aᵀ V = U S, so A = V S Uᵀ, and the components are V S.
    let Svd { right, values, .. } = Svd::of_columns(centred);
    let kept = n_components.min(n).min(dim);
    let of_row = |row: usize| {
        let components = right.iter().zip(&values).take(kept);
        components.map(|(right, value)| right.get(row).copied().unwrap_or(0.0) * value).collect()
    };
    Ok((0..n).map(of_row).collect())
}
