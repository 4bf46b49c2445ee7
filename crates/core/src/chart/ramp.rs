/// A half of a diverging scale of colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Below,
    /// Including zero.
    Above,
}

/// The side of a value in −1 … 1 and its strength in percent, 0 at the neutral middle. Values outside are
/// clamped; NaN is neutral.
pub fn diverging(value: f64) -> (Side, f64) {
    let side = if value < 0.0 { Side::Below } else { Side::Above };
    let strength = if value.is_nan() { 0.0 } else { value.abs().min(1.0) * 100.0 };
    (side, strength)
}

/// Strength in percent within the shown range: 0 at its low end, 100 at its high one, and 100 if all values are
/// equal. Values outside are clamped; NaN has 0.
pub fn within(value: f64, (low, high): (f64, f64)) -> f64 {
    if value.is_nan() {
        return 0.0;
    }
    if high <= low {
        return 100.0;
    }
    ((value - low) / (high - low)).clamp(0.0, 1.0) * 100.0
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

    #[test]
    fn a_range_has_its_own_ends() {
        let all = [0.9, 0.95, 1.0, 0.0, f64::NAN].map(|value| within(value, (0.9, 1.0)).round());
        assert_eq!(all, [0.0, 50.0, 100.0, 0.0, 0.0]);
        assert_eq!(within(1.0, (1.0, 1.0)).round(), 100.0);
    }
}
