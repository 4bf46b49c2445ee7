//! Sand, snow and rock.

use super::shadow::draw_shadow;
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

/// A boulder: a lit facet, a shaded one, lichen and a crack.
pub(crate) fn draw_rock(pen: &mut Pen, at: Point, k: f32) {
    let (x, y) = at;
    let w = 29.0 * k;
    let rock = smooth!(
        x - w, y + 16.0; x - w * 0.96, y + 6.0 * k; x - w * 0.62, y + 0.6; x - w * 0.2, y - 0.6;
        x + w * 0.42, y - 0.4; x + w * 0.86, y + 4.0 * k; x + w * 1.06, y + 16.0; x, y + 19.0
    );
    pen.marked(&rock, rgb(0x8C8880), |pen| {
        let patch = polygon!(
            x - w * 0.2, y - 2.0; x + w * 0.42, y - 2.0; x + w * 0.2, y + 6.0; x - w * 0.34, y + 5.0
        );
        pen.flat(patch, rgb(0xACA79C));
        let patch = polygon!(
            x + w * 0.2, y + 6.0; x + w * 1.2, y + 3.0; x + w * 1.2, y + 22.0; x + w * 0.3, y + 22.0
        );
        pen.flat(patch, rgb(0x6C6962));
        for (dx, dy, r) in [(-0.6, 6.0, 2.6), (-0.3, 9.5, 1.8), (0.62, 9.0, 2.2)] {
            pen.flat(Path::ellipse((x + dx * w, y + dy), r, r * 0.6), rgb(0xB9BE8A));
        }
        pen.line(polyline!(x - w * 0.34, y + 5.0; x - w * 0.5, y + 14.0), rgb(0x5A5750), 0.6);
    });
    draw_shadow(pen, (x, y + 0.4), 16.0 * k);
}
