//! The smallest difference of two means that a paired test of n queries shows: with power 0.8 at the
//! two-sided level 0.05.
//!
//! Sources: Cohen, "Statistical Power Analysis for the Behavioral Sciences", 1988; Sakai, "Laboratory
//! Experiments in Information Retrieval", 2018.

use super::{count::real, mann_whitney::normal_survival};
use statrs::function::beta::beta_reg;

/// The two-sided level of the test.
pub const ALPHA: f64 = 0.05;
/// The chance of a significant result if the difference is there.
pub const POWER: f64 = 0.8;
/// The standard normal's quantiles at 1 − ALPHA/2 and at POWER.
pub(super) const Z_ALPHA: f64 = 1.959_963_984_540_054;
const Z_POWER: f64 = 0.841_621_233_572_914_3;

/// The smallest difference that can be shown.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Detectable {
    /// (z₀.₉₇₅ + z₀.₈) · sd / √n.
    pub normal: f64,
    /// The same by Student's paired t-test, exactly: its power comes from the noncentral t distribution.
    pub t_noncentral: f64,
}

/// `sd` is the standard deviation (over n − 1) of the paired differences. `None` below two queries or if
/// `sd` is no finite number from 0.
pub fn detectable_difference(sd: f64, n: usize) -> Option<Detectable> {
    if n < 2 || !sd.is_finite() || sd < 0.0 {
        return None;
    }
    let standard_error = sd / real(n as u64).sqrt();
    Some(Detectable {
        normal: (Z_ALPHA + Z_POWER) * standard_error,
        t_noncentral: noncentrality(n) * standard_error,
    })
}

/// How many queries show a difference, by the normal approximation. `None` if there is none to show, or
/// more are needed than can be counted.
pub fn queries_needed(sd: f64, difference: f64) -> Option<u64> {
    let root = (Z_ALPHA + Z_POWER) * sd / difference.abs();
    let n = (root * root).ceil();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number from 0 to 2^53"
    )]
    (n <= 9_007_199_254_740_992.0).then_some(n as u64)
}

/// The noncentrality δ at which the two-sided one-sample t-test of n values has the power.
fn noncentrality(n: usize) -> f64 {
    let freedom = real(n as u64 - 1);
    let critical =
        bisected(200.0, |t| beta_reg(freedom / 2.0, 0.5, freedom / (freedom + t * t)) < ALPHA);
    let scales = Scales::new(freedom);
    bisected(400.0, |delta| scales.power(delta, critical) > POWER)
}

/// Where a condition begins to hold, from 0 up.
fn bisected(mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let mut low = 0.0;
    for _ in 0..55 {
        let middle = f64::midpoint(low, high);
        if holds(middle) { high = middle } else { low = middle }
    }
    f64::midpoint(low, high)
}

/// The distribution of s = χ/√ν, by which the noncentral t divides a normal with mean δ: points with
/// weights that sum to 1. By the trapezoidal rule in u = ln s, where the density s^ν exp(−ν s²/2) falls
/// off on both sides so fast that the rule is exact to rounding.
struct Scales(Vec<(f64, f64)>);

impl Scales {
    fn new(freedom: f64) -> Self {
        let (near, far) = (10.0 / (2.0 * freedom).sqrt(), 37.0 / freedom);
        let (first, last) = (-f64::max(near, far), near);
        // Two queries alone have a δ so great that a power falls from 1 to 0 between coarse points.
        let n_steps: u32 = if freedom < 2.0 { 2000 } else { 200 };
        let step = (last - first) / f64::from(n_steps);
        let point = |place: u32| {
            let u = first + step * f64::from(place);
            let s = u.exp();
            // 0 at u = 0, the greatest.
            (s, (freedom * (u - f64::midpoint(s * s, -1.0))).exp())
        };
        let mut points: Vec<(f64, f64)> = (0..=n_steps).map(point).collect();
        let sum: f64 = points.iter().map(|(_, weight)| weight).sum();
        points.iter_mut().for_each(|(_, weight)| *weight /= sum);
        Self(points)
    }

    /// P(|T| > critical).
    fn power(&self, delta: f64, critical: f64) -> f64 {
        let beyond =
            |s: f64| normal_survival(critical * s - delta) + normal_survival(critical * s + delta);
        self.0.iter().map(|(s, weight)| weight * beyond(*s)).sum()
    }
}
