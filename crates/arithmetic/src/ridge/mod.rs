//! Topic recognition: one ridge classifier a topic, in closed form, in float64.
//!
//! With the rows of X centred, minimise |X w − y|² + λ |w|²: w = (XᵀX + λ I)⁻¹ Xᵀy and bias
//! b = mean(y) − w · mean(x); the bias is not penalised. y is 1 for pictures of the topic, else 0.
//! Labels of −1 and 1 would give the same order. The matrix is the same for all topics, so it is
//! decomposed once. Source: Hoerl and Kennard, "Ridge Regression", Technometrics 1970; the same as
//! scikit-learn's `Ridge(alpha=λ)`.

mod cholesky;

pub(crate) use cholesky::Cholesky;

/// Rows added to the matrix at a time: their products share a pass over it.
const ROWS_AT_ONCE: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RidgeError {
    #[error("there are no pictures to train on")]
    NoRows,
    /// The equations have no unique solution.
    #[error(
        "the equations cannot be solved: a vector is not finite, or λ is too small for vectors \
         that depend on each other; use a larger λ"
    )]
    NotPositiveDefinite,
}

/// XᵀX and the mean of rows, summed row by row.
#[derive(Debug, Clone)]
pub struct GramMatrix {
    dim: usize,
    n_rows: usize,
    /// `[dim, dim]`, the lower triangle.
    products: Vec<f64>,
    sum: Vec<f64>,
    /// Rows that are not in `products` yet.
    waiting: Vec<f64>,
}

impl GramMatrix {
    pub fn new(dim: usize) -> Self {
        let waiting = Vec::with_capacity(dim * ROWS_AT_ONCE);
        Self { dim, n_rows: 0, products: vec![0.0; dim * dim], sum: vec![0.0; dim], waiting }
    }

    /// A row shorter than `dim` counts as ending in zeros.
    pub fn add(&mut self, row: &[f32]) {
        let row = row.iter().copied().chain(std::iter::repeat(0.0)).take(self.dim).map(f64::from);
        self.waiting.extend(row);
        self.n_rows += 1;
        if self.waiting.len() == self.dim * ROWS_AT_ONCE {
            self.add_waiting();
        }
    }

    fn add_waiting(&mut self) {
        for row in self.waiting.chunks_exact(self.dim.max(1)) {
            for (sum, value) in self.sum.iter_mut().zip(row) {
                *sum += value;
            }
        }
        for (i, line) in self.products.chunks_exact_mut(self.dim.max(1)).enumerate() {
            let line = line.get_mut(..=i).unwrap_or_default();
            for row in self.waiting.chunks_exact(self.dim) {
                let factor = row.get(i).copied().unwrap_or(0.0);
                for (product, value) in line.iter_mut().zip(row) {
                    *product += factor * value;
                }
            }
        }
        self.waiting.clear();
    }

    /// The lower triangle `[dim, dim]` of XᵀX of the rows less their mean, and the mean.
    pub fn centred(mut self) -> (Vec<f64>, Vec<f64>) {
        self.add_waiting();
        let Self { dim, n_rows, products: mut centred, sum: mut mean, .. } = self;
        let n = real(n_rows);
        mean.iter_mut().for_each(|value| *value /= n);
        for (i, line) in centred.chunks_exact_mut(dim.max(1)).enumerate() {
            let of_row = mean.get(i).copied().unwrap_or(0.0);
            for (product, of_column) in line.iter_mut().zip(&mean).take(i + 1) {
                *product -= n * of_row * of_column;
            }
        }
        (centred, mean)
    }

    /// Decomposes the matrix with λ on its diagonal; an error without rows or if it is not positive
    /// definite.
    pub fn with_penalty(self, lambda: f64) -> Result<Ridge, RidgeError> {
        if self.n_rows == 0 {
            return Err(RidgeError::NoRows);
        }
        let (dim, n) = (self.dim, real(self.n_rows));
        let (mut centred, mean) = self.centred();
        for (i, line) in centred.chunks_exact_mut(dim.max(1)).enumerate() {
            if let Some(diagonal) = line.get_mut(i) {
                *diagonal += lambda;
            }
        }
        let decomposed = Cholesky::new(centred, dim).ok_or(RidgeError::NotPositiveDefinite)?;
        Ok(Ridge { n, mean, decomposed })
    }
}

/// The decomposed matrix of the training rows, which gives a classifier for any topic.
#[derive(Debug, Clone)]
pub struct Ridge {
    n: f64,
    mean: Vec<f64>,
    decomposed: Cholesky,
}

impl Ridge {
    /// From the training rows that show the topic.
    pub fn classifier<'a>(
        &self,
        positive: impl IntoIterator<Item = &'a [f32]>,
    ) -> LinearClassifier {
        let mut weights = vec![0.0; self.mean.len()];
        let mut n_positive = 0;
        for row in positive {
            n_positive += 1;
            for (sum, value) in weights.iter_mut().zip(row) {
                *sum += f64::from(*value);
            }
        }
        let n_positive = real(n_positive);
        // Xᵀy of centred rows: their sum over the topic less its expectation.
        for (sum, mean) in weights.iter_mut().zip(&self.mean) {
            *sum -= n_positive * mean;
        }
        self.decomposed.solve(&mut weights);
        let at_mean: f64 = weights.iter().zip(&self.mean).map(|(w, mean)| w * mean).sum();
        LinearClassifier { bias: n_positive / self.n - at_mean, weights }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct LinearClassifier {
    /// w, of the vectors' length.
    pub weights: Vec<f64>,
    pub bias: f64,
}

impl LinearClassifier {
    /// The score of a picture: about 1 for the topic, about 0 for others.
    pub fn score(&self, row: &[f32]) -> f64 {
        let product = self.weights.iter().zip(row).map(|(w, x)| w * f64::from(*x));
        product.sum::<f64>() + self.bias
    }
}

fn real(n: usize) -> f64 {
    n as f64
}
