//! A head of coral.

use crate::drawing::backdrop::branching;
use crate::drawing::canvas::*;

/// A brain coral between two branching ones.
pub(crate) fn draw_coral(pen: &mut Pen, at: Point, k: f32) {
    let (x, y) = at;
    for (dx, size) in [(-24.0, 20.0), (24.0, 22.0)] {
        branching(pen, (x + dx * k, y + 17.0), size, rgb(0xF0A08A));
    }
    let head = smooth!(
        x - 25.0 * k, 100.0; x - 24.0 * k, y + 7.0; x - 10.0 * k, y - 0.6;
        x + 10.0 * k, y - 0.6; x + 24.0 * k, y + 7.0; x + 25.0 * k, 100.0
    );
    pen.marked(&head, rgb(0xE0708A), |pen| {
        for i in 0..7 {
            let dy = y + 4.0 + i as f32 * 3.2;
            let stroke = curve!(
                x - 28.0, dy; x - 14.0, dy - 2.0; x, dy + 1.0; x + 14.0, dy - 2.0; x + 28.0, dy
            );
            pen.line(stroke, rgb(0xB04A66), 0.8);
        }
    });
}
