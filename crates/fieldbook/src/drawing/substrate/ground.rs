//! Sand and snow.

use super::draw_shadow;
use crate::drawing::canvas::*;

/// A low dune with ripples.
pub(crate) fn draw_sand(pen: &mut Pen, at: Point, k: f32) {
    let (x, y) = at;
    let sand = rgb(0xE6CC94);
    let shape = smooth!(
        x - 50.0, 100.0; x - 44.0, y + 4.0; x - 20.0, y - 0.5;
        x + 14.0, y - 1.5; x + 44.0, y + 4.0; x + 54.0, 100.0
    );
    pen.body(shape, sand);
    for (dy, w) in [(5.0, 20.0), (10.0, 28.0), (15.0, 24.0)] {
        let stroke = curve!(
            x - w, y + dy; x - w * 0.3, y + dy - 1.2; x + w * 0.3, y + dy + 0.6; x + w, y + dy - 0.6
        );
        pen.line(stroke, sand.darker(0.24), 0.5);
    }
    draw_shadow(pen, at, 22.0 * k);
}

/// A drift of snow.
pub(crate) fn draw_snow(pen: &mut Pen, at: Point, k: f32) {
    let (x, y) = at;
    let shape = smooth!(
        x - 56.0, 100.0; x - 50.0, y + 5.0; x - 22.0, y;
        x + 14.0, y - 1.5; x + 46.0, y + 4.0; x + 58.0, 100.0
    );
    pen.body(shape, rgb(0xFBFDFF));
    for (dx, dy) in [(-26.0, 7.0), (18.0, 6.0), (-6.0, 12.0), (34.0, 11.0)] {
        let stroke = curve!(x + dx - 7.0, y + dy; x + dx, y + dy - 1.4; x + dx + 7.0, y + dy);
        pen.line(stroke, rgb(0xBFD0E2), 0.7);
    }
    draw_shadow(pen, at, 20.0 * k);
}
