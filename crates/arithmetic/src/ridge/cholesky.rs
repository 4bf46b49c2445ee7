//! Symmetric positive definite systems, by Cholesky's decomposition A = L Lᵀ: Golub and Van Loan,
//! "Matrix Computations", 4th edition, algorithm 4.2.1 by rows.

/// The lower triangle L of a decomposed matrix, row by row.
#[derive(Debug, Clone)]
pub(crate) struct Cholesky {
    n: usize,
    /// `[n, n]`; above the diagonal it is not read.
    lower: Vec<f64>,
}

impl Cholesky {
    /// Decomposes `matrix` `[n, n]`, of which only the lower triangle is read; `None` if it is not
    /// positive definite.
    pub(crate) fn new(mut matrix: Vec<f64>, n: usize) -> Option<Self> {
        if matrix.len() != n.checked_mul(n)? {
            return None;
        }
        for i in 0..n {
            let (above, rest) = matrix.split_at_mut(i * n);
            let row = rest.get_mut(..n)?;
            for (j, other) in above.chunks_exact(n).enumerate() {
                let product = dot(row.get(..j)?, other.get(..j)?);
                row[j] = (row[j] - product) / other.get(j)?;
            }
            let rest = row[i] - dot(row.get(..i)?, row.get(..i)?);
            // NaN fails the comparison too.
            if !(rest > 0.0 && rest.is_finite()) {
                return None;
            }
            row[i] = rest.sqrt();
        }
        Some(Self { n, lower: matrix })
    }

    /// x with A x = b, in place.
    pub(crate) fn solve(&self, b: &mut [f64]) {
        let rows = || self.lower.chunks_exact(self.n.max(1)).enumerate();
        // L y = b, from the first row.
        for (i, row) in rows() {
            let (known, rest) = b.split_at_mut(i.min(b.len()));
            if let (Some(value), Some(diagonal)) = (rest.first_mut(), row.get(i)) {
                *value = (*value - dot(&row[..i], known)) / diagonal;
            }
        }
        // Lᵀ x = y, from the last, column by column of Lᵀ, which are rows of L.
        for (i, row) in rows().rev() {
            let (before, rest) = b.split_at_mut(i.min(b.len()));
            if let (Some(value), Some(diagonal)) = (rest.first_mut(), row.get(i)) {
                *value /= diagonal;
                for (other, factor) in before.iter_mut().zip(row) {
                    *other -= *value * factor;
                }
            }
        }
    }
}

/// A dot product in four sums, which a CPU computes side by side.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (a_fours, b_fours) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = a_fours.remainder().iter().zip(b_fours.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a_fours.zip(b_fours) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    sums.iter().sum::<f64>() + rest
}
