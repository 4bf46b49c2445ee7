//! A bird's nest, drawn in two halves: one behind the birds, one before them.

use crate::drawing::canvas::*;

/// The far rim and the hollow.
pub(crate) fn draw_nest_back(pen: &mut Pen, at: Point, k: f32) {
    let (x, y) = at;
    let w = 31.0 * k;
    pen.body(Path::ellipse((x, y - 3.0), w, 8.5), rgb(0x6A4E34));
    pen.flat(Path::ellipse((x, y - 2.2), w * 0.84, 6.2), rgb(0x3A2A1E));
}

/// The near wall, woven of twigs.
pub(crate) fn draw_nest_front(pen: &mut Pen, at: Point, k: f32) {
    let (x, y) = at;
    let w = 31.0 * k;
    pen.at_depth(Depth::Substrate, |pen| {
        let wall = smooth!(
            x - w, y - 3.5; x - w, y - 3.5; x - w * 0.5, y + 1.6; x, y + 2.8;
            x + w * 0.5, y + 1.6; x + w, y - 3.5; x + w, y - 3.5; x + w * 0.82, y + 9.0;
            x + w * 0.36, y + 15.0; x - w * 0.36, y + 15.0; x - w * 0.82, y + 9.0
        );
        pen.marked(&wall, rgb(0x8C6A44), |pen| {
            for i in 0..26_u32 {
                let dx = -w + (i * 37 % 61) as f32 * w / 30.0;
                let dy = -3.0 + (i * 17 % 19) as f32;
                let tilt = (i % 5) as f32 * 1.6 - 3.2;
                let color = rgb([0x5E452C, 0xB08C5A, 0x74583A][i as usize % 3]);
                let stroke = curve!(
                    x + dx - 8.0, y + dy - tilt; x + dx, y + dy + 1.0; x + dx + 8.0, y + dy + tilt
                );
                pen.line(stroke, color, 0.8);
            }
        });
        for (dx, dy, ex, ey) in points!(
            -0.9, 1.0, -1.2, -4.0; 0.85, 2.0, 1.2, -2.0;
            -0.6, 11.0, -1.0, 16.0; 0.5, 12.0, 0.9, 17.0
        ) {
            pen.line(polyline!(x + dx * w, y + dy; x + ex * w, y + ey), rgb(0x74583A), 0.8);
        }
    });
}
