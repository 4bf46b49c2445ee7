//! A brick wall.

use super::shadow::draw_shadow;
use crate::drawing::canvas::*;

/// A brick wall across the picture, its coping at `at`.
pub(crate) fn draw_wall(pen: &mut Pen, at: Point, has_snow: bool) {
    let y = at.1;
    pen.body(Path::rectangle((-6.0, y), (102.0, 104.0)), rgb(0xA8583E));
    for row in 0..5 {
        let top = y + 3.2 + row as f32 * 5.0;
        pen.line(polyline!(-5.0, top; 101.0, top), rgb(0xD9C4AC), 0.6);
        for column in 0..9 {
            let x = column as f32 * 12.0 + if row % 2 == 0 { 0.0 } else { 6.0 };
            pen.line(polyline!(x, top; x, top + 5.0), rgb(0xD9C4AC), 0.6);
        }
    }
    pen.body(Path::rectangle((-6.0, y - 0.4), (102.0, y + 3.2)), rgb(0xBFB4A4));
    if has_snow {
        let patch = smooth!(
            -6.0, y + 1.2; 20.0, y - 0.8; 60.0, y - 0.6;
            102.0, y + 1.0; 102.0, y + 1.8; -6.0, y + 2.0
        );
        pen.flat(patch, rgb(0xFBFCFD));
    }
    draw_shadow(pen, (at.0, y + 0.4), 18.0);
}
