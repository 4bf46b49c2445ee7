//! Shapes that several landscapes share.

use crate::drawing::canvas::*;

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

/// A coral of forking branches, standing on a point.
pub(crate) fn branching(pen: &mut Pen, root: Point, size: f32, color: Color) {
    for (degrees, reach) in [(58.0, 0.9), (82.0, 1.1), (104.0, 1.0), (128.0, 0.85)] {
        let middle = plus(root, polar(size * 0.5 * reach, degrees));
        for turn in [-20.0, 16.0] {
            let end = plus(middle, polar(size * 0.5 * reach, degrees + turn));
            let shape = tube!(
                root.0, root.1, size * 0.085;
                middle.0, middle.1, size * 0.07; end.0, end.1, size * 0.055
            );
            pen.body(shape, color);
        }
    }
}
