//! A fallen log, a tree trunk, a fence post.

use super::shadow::draw_shadow;
use crate::drawing::canvas::*;

/// A lying log, its sawn end to the left.
pub(crate) fn draw_log(pen: &mut Pen, at: Point, k: f32, has_snow: bool) {
    let (x, y) = at;
    let r = 6.5 * k;
    let log = smooth!(
        x - 37.0 * k, y; x - 37.0 * k, y; x, y - 0.8; x + 35.0 * k, y + 0.4; x + 35.0 * k, y + 0.4;
        x + 39.0 * k, y + r; x + 35.0 * k, y + r * 2.0; x + 35.0 * k, y + r * 2.0; x, y + r * 2.1;
        x - 37.0 * k, y + r * 2.0; x - 37.0 * k, y + r * 2.0
    );
    draw_shadow(pen, (x, y + r * 2.05), 36.0 * k);
    pen.marked(&log, rgb(0x755A42), |pen| {
        for (dx, dy) in [(-24.0, 0.5), (-6.0, 0.9), (10.0, 0.4), (20.0, 1.3), (-16.0, 1.5)] {
            let stroke = polyline!(x + dx * k, y + dy * r; x + (dx + 13.0) * k, y + dy * r + 0.6);
            pen.line(stroke, rgb(0x4C382A), 0.7);
        }
        pen.flat(Path::ellipse((x - 10.0 * k, y), 13.0 * k, 2.2 * k), rgb(0x7F9A4E));
        if has_snow {
            pen.flat(Path::ellipse((x + 6.0, y - 0.4), 30.0 * k, 2.0), rgb(0xF9FBFC));
        }
    });
    pen.body(Path::ellipse((x - 37.0 * k, y + r), r * 0.55, r * 1.02), rgb(0xC9A678));
    for share in [0.66, 0.33] {
        let stroke = Path::ellipse((x - 37.0 * k, y + r), r * 0.55 * share, r * share);
        pen.line(stroke, rgb(0x8C6A44), 0.5);
    }
}

/// A trunk from top to bottom of the picture.
pub(crate) fn draw_trunk(pen: &mut Pen, x: f32, k: f32) {
    let w = 17.0 * k;
    let trunk = polygon!(
        x - w, -4.0; x + w, -4.0; x + w * 1.08, 70.0;
        x + w * 1.4, 100.0; x - w * 1.4, 100.0; x - w * 1.06, 70.0
    );
    pen.marked(&trunk, rgb(0x7E6650), |pen| {
        for i in 0..17_u32 {
            let dx = -w + (i * 29 % 37) as f32 * w / 18.0;
            let top = (i * 41 % 89) as f32;
            let stroke = curve!(x + dx, top; x + dx + 1.4, top + 5.0; x + dx - 0.6, top + 11.0);
            pen.line(stroke, rgb(0x4E3C2E), 0.9);
        }
        for (dx, dy) in [(-9.0, 16.0), (8.0, 78.0), (-11.0, 60.0)] {
            pen.flat(Path::ellipse((x + dx, dy), 3.6, 2.6), rgb(0xA8B48A));
        }
    });
}

/// A fence post.
pub(crate) fn draw_post(pen: &mut Pen, at: Point, k: f32, has_snow: bool) {
    let (x, y) = at;
    let w = 6.2 * k;
    let shape = polygon!(x - w, y; x + w, y - 0.5; x + w * 0.94, 100.0; x - w * 0.94, 100.0);
    pen.body(shape, rgb(0x8C7860));
    for dx in [-0.5, 0.1, 0.55] {
        pen.line(polyline!(x + dx * w, y + 2.0; x + dx * w * 0.9, 99.0), rgb(0x5E4E3C), 0.5);
    }
    pen.body(Path::ellipse((x, y + 0.2), w * 1.02, 1.5), rgb(0xB39C7E));
    if has_snow {
        pen.flat(Path::ellipse((x, y - 0.2), w, 1.2), rgb(0xFBFCFD));
    }
}
