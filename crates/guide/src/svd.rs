//! The singular values and vectors of small matrices, by one-sided Jacobi rotations.
//!
//! Pairs of columns are rotated until all are orthogonal: A V = U S. Exact to rounding even where
//! columns are nearly dependent, since AᵀA is never formed. Source: Hestenes, "Inversion of Matrices
//! by Biorthogonalization and Related Results", 1958. A matrix library would add more to the page's
//! module than this file; our matrices have a few dozen columns.

use super::{GuideError, error::check_rows};

/// Sweeps over all pairs; a dozen suffice for matrices of any size that occurs.
const MOST_SWEEPS: usize = 60;
/// Columns are orthogonal when their cosine is below this.
const ORTHOGONAL: f64 = 1e-15;

/// A matrix times orthogonal V: columns that are orthogonal to each other, largest first.
pub(crate) struct Svd {
    /// The columns of U S, each as long as the matrix is high.
    pub(crate) scaled_left: Vec<Vec<f64>>,
    /// The columns of V.
    pub(crate) right: Vec<Vec<f64>>,
    /// The singular values: lengths of the columns of U S.
    pub(crate) values: Vec<f64>,
}

impl Svd {
    /// Of a matrix given by its columns, all of one length.
    pub(crate) fn of_columns(mut columns: Vec<Vec<f64>>) -> Self {
        let n = columns.len();
        let unit = |place| (0..n).map(|row| f64::from(u8::from(row == place))).collect();
        let mut right: Vec<Vec<f64>> = (0..n).map(unit).collect();
        for _ in 0..MOST_SWEEPS {
            let mut is_done = true;
            for p in 0..n {
                for q in p + 1..n {
                    let Some(turn) = rotation(&columns, p, q) else { continue };
                    is_done = false;
                    rotate(&mut columns, p, q, turn);
                    rotate(&mut right, p, q, turn);
                }
            }
            if is_done {
                break;
            }
        }
        let mut all: Vec<(f64, Vec<f64>, Vec<f64>)> = columns
            .into_iter()
            .zip(right)
            .map(|(left, right)| (dot(&left, &left).sqrt(), left, right))
            .collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (mut values, mut scaled_left, mut right) = (Vec::new(), Vec::new(), Vec::new());
        for (value, left, of_right) in all {
            values.push(value);
            scaled_left.push(left);
            right.push(of_right);
        }
        Self { scaled_left, right, values }
    }
}

/// Cosine and sine of the rotation that makes two columns orthogonal; `None` if they are.
fn rotation(columns: &[Vec<f64>], p: usize, q: usize) -> Option<(f64, f64)> {
    let (a, b) = (columns.get(p)?, columns.get(q)?);
    let (aa, bb, ab) = (dot(a, a), dot(b, b), dot(a, b));
    if ab.abs() <= ORTHOGONAL * (aa * bb).sqrt() {
        return None;
    }
    let zeta = (bb - aa) / (2.0 * ab);
    let tangent = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    Some((cosine, cosine * tangent))
}

fn rotate(columns: &mut [Vec<f64>], p: usize, q: usize, (cosine, sine): (f64, f64)) {
    let Ok([a, b]) = columns.get_disjoint_mut([p, q]) else { return };
    for (a, b) in a.iter_mut().zip(b) {
        (*a, *b) = (cosine * *a - sine * *b, sine * *a + cosine * *b);
    }
}

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

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
