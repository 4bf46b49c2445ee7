//! A human hand.

use crate::drawing::canvas::*;

/// An open palm from below.
pub(crate) fn draw_hand(pen: &mut Pen, at: Point, k: f32) {
    let (x, y) = at;
    let skin = rgb(0xD9A07A);
    let sleeve = polygon!(
        x - 22.0 * k, y + 20.0 * k; x + 10.0 * k, y + 22.0 * k; x + 6.0, 106.0; x - 34.0, 106.0
    );
    let finger = |pen: &mut Pen, points: &[(f32, f32, f32)]| pen.body(Path::tube(points), skin);
    let joints = points!(
        x + 2.0, y + 9.0 * k, 4.6 * k; x + 20.0 * k, y + 5.0 * k, 3.9 * k;
        x + 40.0 * k, y - 2.0 * k, 2.9 * k
    );
    finger(pen, &joints);
    let joints = points!(
        x + 2.0, y + 11.0 * k, 4.6 * k; x + 22.0 * k, y + 8.5 * k, 3.9 * k;
        x + 44.0 * k, y + 3.0 * k, 2.9 * k
    );
    finger(pen, &joints);
    let joints = points!(
        x, y + 14.0 * k, 4.6 * k; x + 21.0 * k, y + 13.0 * k, 3.8 * k;
        x + 41.0 * k, y + 9.0 * k, 2.8 * k
    );
    finger(pen, &joints);
    let joints = points!(
        x - 2.0, y + 17.0 * k, 4.2 * k; x + 17.0 * k, y + 17.5 * k, 3.4 * k;
        x + 33.0 * k, y + 15.0 * k, 2.5 * k
    );
    finger(pen, &joints);
    let palm = smooth!(
        x - 28.0 * k, y + 6.0 * k; x - 14.0 * k, y - 0.5; x + 10.0 * k, y + 1.0;
        x + 17.0 * k, y + 9.0 * k; x + 10.0 * k, y + 22.0 * k;
        x - 12.0 * k, y + 27.0 * k; x - 27.0 * k, y + 22.0 * k
    );
    pen.body(palm, skin);
    let joints = points!(
        x - 24.0 * k, y + 13.0 * k, 5.2 * k;
        x - 33.0 * k, y + 3.0 * k, 4.2 * k; x - 36.0 * k, y - 9.0 * k, 3.0 * k
    );
    finger(pen, &joints);
    let stroke = curve!(x - 17.0 * k, y + 4.0; x - 4.0, y + 11.0 * k; x - 9.0, y + 20.0 * k);
    pen.detail(stroke, skin.darker(0.35), 0.6);
    for (dx, dy) in [(40.5, -2.4), (44.5, 2.6), (41.5, 8.8)] {
        pen.flat(Path::ellipse((x + dx * k, y + dy * k), 1.7, 1.2), rgb(0xF3D0BA));
    }
    pen.body(sleeve, rgb(0x5E7464));
}
