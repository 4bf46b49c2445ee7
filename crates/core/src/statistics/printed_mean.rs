//! What a printed mean and the number of queries say by themselves.
//!
//! A mean is printed with some decimals, so that the mean itself lies within half a unit of the last. If it
//! is a rate (each query 0 or 1), only some counts print so. How far the mean over all such queries may lie
//! from it follows from n: Wilson's score interval for a rate, and Hoeffding's bound for any mean of values
//! in [0, 1]. Sources: Wilson, JASA 1927; Hoeffding, "Probability Inequalities for Sums of Bounded Random
//! Variables", JASA 1963.

use super::{count::real, power::Z_ALPHA as Z};
use statrs::function::beta::beta_reg;
use std::str::FromStr;

/// ln(2 / 0.05).
const LN_2_OVER_ALPHA: f64 = 3.688_879_454_113_936_3;
/// What a decimal fraction loses in floating point.
const ROUNDING: f64 = 1e-9;

/// A mean in [0, 1] as it is printed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrintedMean {
    pub value: f64,
    /// The ends of what prints so.
    pub low: f64,
    pub high: f64,
}

impl FromStr for PrintedMean {
    type Err = String;

    /// `.832`, `0.832` or `83.2%`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (number, exponent) = match text.trim().strip_suffix('%') {
            Some(percent) => (percent.trim(), -2),
            None => (text.trim(), 0),
        };
        let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        // So rounded once: 83.2 / 100 is not 0.832.
        let value: Option<f64> = format!("{number}e{exponent}").parse().ok().filter(|_| is_plain);
        let value = value.ok_or_else(|| format!("{text:?} is no mean, such as .832 or 83.2%"))?;
        if !(0.0..=1.0).contains(&value) {
            return Err(format!(
                "{text} is not between 0 and 1: write a percentage with its sign, such as 83.2%"
            ));
        }
        let n_decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let last = exponent - i32::try_from(n_decimals).unwrap_or(i32::MAX);
        let half = 0.5 * 10f64.powi(last);
        Ok(Self { value, low: (value - half).max(0.0), high: (value + half).min(1.0) })
    }
}

impl PrintedMean {
    /// The least and the greatest number of hits among `n` whose rate prints so; `None` if there is none,
    /// so that it is no rate of n queries.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole numbers from 0 to n"
    )]
    pub fn counts(&self, n: u64) -> Option<[u64; 2]> {
        let low = (self.low * real(n) - ROUNDING).ceil().max(0.0);
        let high = (self.high * real(n) + ROUNDING).floor().min(real(n));
        (low <= high).then_some([low as u64, high as u64])
    }
}

/// Wilson's 95 % score interval of a rate of `count` among `n`.
pub fn wilson(count: u64, n: u64) -> [f64; 2] {
    let (count, n) = (real(count), real(n));
    let centre = (count + Z * Z / 2.0) / (n + Z * Z);
    let half = Z / (n + Z * Z) * (count * (n - count) / n + Z * Z / 4.0).sqrt();
    [(centre - half).max(0.0), (centre + half).min(1.0)]
}

/// Hoeffding's bound: the mean of n values in [0, 1] is further from its expectation with a chance of at
/// most 0.05.
pub fn hoeffding(n: u64) -> f64 {
    (LN_2_OVER_ALPHA / (2.0 * real(n))).sqrt()
}

/// The exact two-sided p-value of the sign test, for rates McNemar's: one system alone has `wins` hits, the
/// other alone `losses`.
pub fn sign_test(wins: u64, losses: u64) -> f64 {
    let (more, fewer) = (real(wins.max(losses)), real(wins.min(losses)));
    if more == fewer {
        return 1.0;
    }
    // P(K ≥ more), K binomial with n = more + fewer and 1/2.
    (2.0 * beta_reg(more, fewer + 1.0, 0.5)).min(1.0)
}
