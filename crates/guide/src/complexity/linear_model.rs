//! Ordinary least squares: y ≈ b + Σ wᵢ xᵢ with the smallest sum of squared errors.
//!
//! Solved through the singular values of the centred features, as scikit-learn's `LinearRegression`
//! is: of features that depend on each other, the solution with the smallest weights is taken.

use crate::{GuideError, error::check_rows};
use rankscope_core::spaces::Svd;
use serde::{Deserialize, Serialize};

/// A fitted model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LinearModel {
    /// b.
    pub intercept: f64,
    /// w, one for each feature.
    pub coefficients: Vec<f64>,
}

impl LinearModel {
    /// Fits rows of features `[n, d]` to values `[n]`.
    ///
    /// # Errors
    /// Fewer than two rows, rows of different lengths, another number of values than of rows, or
    /// numbers that are not finite.
    pub fn fitted(rows: &[Vec<f64>], values: &[f64]) -> Result<Self, GuideError> {
        let n = rows.len();
        if n < 2 {
            return Err(GuideError::TooFew { what: "queries to fit", found: n, needed: 2 });
        }
        if values.len() != n {
            return Err(GuideError::Count { what: "values", found: values.len(), needed: n });
        }
        check_rows("the row of features", rows)?;
        if let Some(place) = values.iter().position(|value| !value.is_finite()) {
            return Err(GuideError::NotFinite { what: "query", place: place + 1 });
        }
        let n_features = rows.first().map_or(0, Vec::len);
        let column = |at: usize| rows.iter().map(move |row| row.get(at).copied().unwrap_or(0.0));
        let mean = |sum: f64| sum / n as f64;
        let means: Vec<f64> = (0..n_features).map(|at| mean(column(at).sum())).collect();
        let value_mean = mean(values.iter().sum());
        let centred_values: Vec<f64> = values.iter().map(|value| value - value_mean).collect();
        let centred = (0..n_features).zip(&means);
        let columns = centred.map(|(at, mean)| column(at).map(|value| value - mean).collect());
        let svd = Svd::of_columns(columns.collect());
        let largest = svd.values.first().copied().unwrap_or(0.0);
        let least = largest * f64::EPSILON * n.max(n_features) as f64;
        let mut coefficients = vec![0.0; n_features];
        for ((left, right), value) in svd.scaled_left.iter().zip(&svd.right).zip(&svd.values) {
            if *value <= least {
                continue;
            }
            // Uᵀ y / s, with U S in place of U.
            let along = dot(left, &centred_values) / (value * value);
            for (coefficient, right) in coefficients.iter_mut().zip(right) {
                *coefficient += along * right;
            }
        }
        let intercept = value_mean - dot(&coefficients, &means);
        Ok(Self { intercept, coefficients })
    }

    /// b + Σ wᵢ xᵢ of a row of features; features that are missing count 0.
    pub fn predicted(&self, row: &[f64]) -> f64 {
        self.intercept + dot(&self.coefficients, row)
    }
}

/// The coefficient of determination, 1 − Σ (y − ŷ)² / Σ (y − ȳ)²: 1 for perfect predictions, 0 for the
/// mean's, below 0 for worse. `None` where the values are constant or the lengths differ.
pub fn r_squared(predicted: &[f64], actual: &[f64]) -> Option<f64> {
    let n = actual.len();
    if n == 0 || n != predicted.len() {
        return None;
    }
    let mean = actual.iter().sum::<f64>() / n as f64;
    let total: f64 = actual.iter().map(|value| (value - mean) * (value - mean)).sum();
    let errors = predicted.iter().zip(actual).map(|(of, value)| (value - of) * (value - of));
    (total > 0.0).then(|| 1.0 - errors.sum::<f64>() / total)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
