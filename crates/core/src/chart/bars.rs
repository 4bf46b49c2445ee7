//! Many thin bars as one shape.

use std::fmt::Write;

/// The `d` of adjacent bars from `left` to `right`, each from the height `zero` to its own, with
/// one outline for all. Empty without bars.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts of bars are far below 2^53")]
pub fn bars_path(heights: &[f64], (left, right): (f64, f64), zero: f64) -> String {
    if heights.is_empty() {
        return String::new();
    }
    let width = (right - left) / heights.len() as f64;
    let mut path = String::new();
    // Writing to a String cannot fail.
    let _ = write!(path, "M{left:.2},{zero:.2}");
    for (index, height) in heights.iter().enumerate() {
        let end = left + width * (index as f64 + 1.0);
        let _ = write!(path, "V{height:.2}H{end:.2}");
    }
    let _ = write!(path, "V{zero:.2}Z");
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_share_the_width_and_return_to_zero() {
        assert_eq!(bars_path(&[], (0.0, 10.0), 5.0), "");
        assert_eq!(
            bars_path(&[1.0, 8.0], (0.0, 10.0), 5.0),
            "M0.00,5.00V1.00H5.00V8.00H10.00V5.00Z"
        );
    }
}
