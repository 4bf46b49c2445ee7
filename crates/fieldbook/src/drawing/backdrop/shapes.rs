//! Shapes that several landscapes share.

use crate::drawing::canvas::*;
use crate::drawing::style::Style;

/// Height of the horizon, where the ground begins.
pub(crate) const HORIZON: f32 = 62.0;

/// A hill whose ridge runs through the points, down to the bottom of the picture.
pub(crate) fn hill(pen: &mut Pen, points: &[Point], top: Color, bottom: Color) {
    let mut outline = vec![(-12.0, 100.0), (-12.0, 100.0)];
    outline.extend_from_slice(points);
    outline.extend([(108.0, 100.0), (108.0, 100.0)]);
    let path = Path::smooth(&outline);
    if pen.style == Style::Plate { pen.fade(path, top, bottom) } else { pen.flat(path, top) }
}

/// A scalloped clump of leaves.
pub(crate) fn foliage(center: Point, r: f32) -> Path {
    let mut points = Vec::new();
    for i in 0..8 {
        for (turn, reach) in [(0.0, 1.12), (22.0, 0.94)] {
            let p = polar(r * reach, i as f32 * 45.0 + turn);
            points.push((center.0 + p.0 * 1.25, center.1 + p.1));
        }
    }
    Path::smooth(&points)
}
