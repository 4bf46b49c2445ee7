//! The `d` of an SVG path; empty without points.

use std::fmt::Write;

/// Straight lines from point to point.
pub fn line_path(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let verb = if index == 0 { 'M' } else { 'L' };
        // Writing to a String cannot fail.
        let _ = write!(path, "{verb}{x:.2},{y:.2}");
    }
    path
}

/// Steps with the height of the next point between two points: the shape of interpolated precision, which is the
/// highest at this recall or beyond.
pub fn step_path(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    let mut last_y = None;
    for (x, y) in points {
        let _ = match last_y {
            None => write!(path, "M{x:.2},{y:.2}"),
            Some(last) if last == y => write!(path, "H{x:.2}"),
            Some(_) => write!(path, "V{y:.2}H{x:.2}"),
        };
        last_y = Some(y);
    }
    path
}

/// Horizontal at both ends.
pub fn link_path((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> String {
    let middle = (x1 + x2) / 2.0;
    format!("M{x1:.2},{y1:.2}C{middle:.2},{y1:.2},{middle:.2},{y2:.2},{x2:.2},{y2:.2}")
}

/// Bars from `left` to `right`, from the height `zero` to their own, with one outline for all.
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
    fn lines_join_the_points() {
        assert_eq!(line_path(&[]), "");
        assert_eq!(line_path(&[(1.0, 2.0)]), "M1.00,2.00");
        assert_eq!(line_path(&[(1.0, 2.0), (3.5, 4.0)]), "M1.00,2.00L3.50,4.00");
    }

    #[test]
    fn steps_fall_before_they_go_on() {
        assert_eq!(step_path(&[(0.0, 1.0), (1.0, 1.0), (2.0, 5.0)]), "M0.00,1.00H1.00V5.00H2.00");
        assert_eq!(step_path(&[]), "");
    }

    #[test]
    fn a_link_leaves_and_arrives_level() {
        assert_eq!(link_path((0.0, 1.0), (10.0, 3.0)), "M0.00,1.00C5.00,1.00,5.00,3.00,10.00,3.00");
    }

    #[test]
    fn bars_share_the_width_and_return_to_zero() {
        assert_eq!(bars_path(&[], (0.0, 10.0), 5.0), "");
        assert_eq!(
            bars_path(&[1.0, 8.0], (0.0, 10.0), 5.0),
            "M0.00,5.00V1.00H5.00V8.00H10.00V5.00Z"
        );
    }
}
