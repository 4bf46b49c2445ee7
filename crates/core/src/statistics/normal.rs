//! The tail of the normal distribution.

/// P(Z > z) for a standard normal Z: ½ erfc(z / √2). By way of erfc, so that far tails keep
/// their digits where 1 − Φ(z) would be 0.
pub(super) fn survival(z: f64) -> f64 {
    0.5 * libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}
