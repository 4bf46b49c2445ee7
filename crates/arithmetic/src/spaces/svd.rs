//! The singular values and vectors of small matrices, by one-sided Jacobi rotations.
//!
//! Pairs of columns are rotated until all are orthogonal: A V = U S. Exact to rounding even where
//! columns are nearly dependent, since AᵀA is never formed. Source: Hestenes, "Inversion of Matrices
//! by Biorthogonalization and Related Results", 1958. A matrix library would add more to the page's
//! module than this file; our matrices have a few dozen columns.

/// Sweeps over all pairs; a dozen suffice for matrices of any size that occurs.
const MOST_SWEEPS: usize = 60;
/// Columns are orthogonal when their cosine is below this times their length: rounding leaves no less.
const ORTHOGONAL: f64 = f64::EPSILON;

/// A matrix times orthogonal V: columns that are orthogonal to each other, largest first.
pub struct Svd {
    /// The columns of U S, each as long as the matrix is high.
    pub scaled_left: Vec<Vec<f64>>,
    /// The columns of V.
    pub right: Vec<Vec<f64>>,
    /// The singular values: lengths of the columns of U S.
    pub values: Vec<f64>,
}

impl Svd {
    /// Of a matrix given by its columns, all of one length.
    pub fn of_columns(mut columns: Vec<Vec<f64>>) -> Self {
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
    if ab.abs() <= ORTHOGONAL * a.len() as f64 * (aa * bb).sqrt() {
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

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
