//! The tail of the normal distribution.

/// P(Z > z) for a standard normal Z: ½ erfc(z / √2), which keeps digits in far tails where
/// 1 − Φ(z) would round to 0.
pub(super) fn survival(z: f64) -> f64 {
    0.5 * libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}
