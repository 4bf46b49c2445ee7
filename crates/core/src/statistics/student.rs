//! Student's paired t-test: is the mean difference of two systems larger than its standard error
//! allows?
//!
//! t = mean(d) / (s(d) / √n) over the n differences d, with s² over n − 1; two-sided p is
//! I(ν / (ν + t²); ν/2, 1/2) with ν = n − 1 and I the regularised incomplete beta function. As
//! `scipy.stats.ttest_rel`. Source: "Student", "The Probable Error of a Mean", Biometrika 1908.

use super::{
    StatisticsError,
    count::{length, mean},
    error::check_pairs,
};
use statrs::function::beta::beta_reg;

/// The two-sided p-value of the values per query of two systems; 1 where no query differs.
///
/// # Errors
/// Lists that differ in length, a value that is not finite, or fewer than two queries.
pub fn paired_student(first: &[f64], second: &[f64]) -> Result<f64, StatisticsError> {
    check_pairs(first, second)?;
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
    let found = differences.len();
    if found < 2 {
        return Err(StatisticsError::TooFew { what: "queries", found, needed: 2 });
    }
    if differences.iter().all(|difference| *difference == 0.0) {
        return Ok(1.0);
    }
    let (n, centre) = (length(&differences), mean(&differences));
    let freedom = n - 1.0;
    let variance = differences.iter().map(|d| (d - centre) * (d - centre)).sum::<f64>() / freedom;
    // Of equal differences t is infinite, and p is 0.
    let squared_t = centre * centre * n / variance;
    let p = if squared_t.is_finite() {
        beta_reg(freedom / 2.0, 0.5, freedom / (freedom + squared_t))
    } else {
        0.0
    };
    Ok(p.clamp(0.0, 1.0))
}
