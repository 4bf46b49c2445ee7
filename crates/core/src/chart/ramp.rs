//! Values on a diverging scale as side and strength.

/// A half of a diverging scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Below zero.
    Below,
    /// Zero and above.
    Above,
}

/// The side of a value in −1 … 1 and its strength in percent, 0 at the neutral middle. Values
/// outside are clamped; NaN is neutral.
#[must_use]
pub fn diverging(value: f64) -> (Side, f64) {
    let side = if value < 0.0 { Side::Below } else { Side::Above };
    let strength = if value.is_nan() { 0.0 } else { value.abs().min(1.0) * 100.0 };
    (side, strength)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_neutral_and_the_ends_are_full() {
        assert_eq!(diverging(0.0), (Side::Above, 0.0));
        assert_eq!(diverging(1.0), (Side::Above, 100.0));
        assert_eq!(diverging(-2.0), (Side::Below, 100.0));
        assert_eq!(diverging(-0.5), (Side::Below, 50.0));
        assert_eq!(diverging(f64::NAN), (Side::Above, 0.0));
    }
}
