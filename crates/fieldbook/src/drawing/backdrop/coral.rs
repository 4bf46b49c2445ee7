//! Branching coral.

use crate::drawing::canvas::*;

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
