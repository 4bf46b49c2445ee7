//! Tortoises and turtles.

use super::{Anchors, Figure, anchors};
use crate::drawing::canvas::*;
use crate::{Behaviour, Health, Substrate};

fn scutes(pen: &mut Pen, figure: &Figure, shell: &Path, color: u32, line: u32) {
    pen.clipped(shell, |pen| {
        for (x, y) in [(-24.0, -30.0), (-4.0, -38.0), (17.0, -32.0)] {
            let plate = smooth!(
                x - 9.0, y + 4.0; x - 6.0, y - 7.0; x + 6.0, y - 7.0; x + 9.0, y + 4.0; x, y + 11.0
            );
            pen.flat(plate, figure.hue(color));
            pen.flat(Path::ellipse((x, y + 1.0), 3.6, 3.0), figure.hue(line));
        }
        for (x, y) in [(-34.0, -17.0), (-15.0, -19.0), (6.0, -20.0), (25.0, -17.0)] {
            pen.flat(Path::ellipse((x, y), 7.5, 5.5), figure.hue(color));
            pen.flat(Path::ellipse((x, y + 1.0), 3.0, 2.2), figure.hue(line));
        }
    });
}

pub(crate) fn draw_tortoise(pen: &mut Pen, figure: &Figure) -> Anchors {
    use Behaviour as B;
    let skin = figure.hue(0x9A8A52);
    let strides = figure.behaviour == B::Moving;
    let stretch = if figure.behaviour == B::Basking { 7.0 } else { 0.0 };
    for (is_far, shift) in [(true, 6.0), (false, -2.0)] {
        for (number, x) in [24.0, -26.0].into_iter().enumerate() {
            let step = if strides { if is_far == (number == 0) { -9.0 } else { 9.0 } } else { 0.0 };
            if figure.health == Health::MissingLimb && !is_far && number == 0 {
                pen.flat(Path::circle((x, -9.0), 5.0), rgb(0xB5261E));
                continue;
            }
            let color = if is_far { skin.darker(0.35) } else { skin };
            pen.body(tube!(x + shift, -14.0, 8.0; x + shift + step, -3.5, 6.5), color);
        }
    }
    pen.body(tube!(-38.0, -12.0, 4.0; -50.0, -7.0, 1.6), skin);
    let lift = if figure.behaviour == B::Fighting { -6.0 } else { 2.0 + stretch };
    let shape = tube!(
        24.0, -18.0, 7.0; 38.0, -22.0 - lift, 6.0;
        46.0 + stretch, -27.0 - lift, 8.0; 53.0 + stretch, -25.0 - lift, 5.6
    );
    pen.body(shape, skin);
    figure.draw_eye(pen, (50.0 + stretch, -29.0 - lift), 2.4, 0x2A2018);
    let stroke = polyline!(59.0 + stretch, -23.5 - lift; 50.0 + stretch, -22.0 - lift);
    pen.detail(stroke, skin.darker(0.7), 1.0);
    let shell = smooth!(
        -44.0, -9.0; -42.0, -24.0; -26.0, -43.0; -2.0, -50.0;
        22.0, -43.0; 36.0, -25.0; 38.0, -10.0; 0.0, -7.0
    );
    pen.body(shell.clone(), figure.hue(0x3A2E1E));
    scutes(pen, figure, &shell, 0xD9B04A, 0x4A3820);
    let shape = smooth!(
        -46.0, -9.0; -20.0, -12.0; 20.0, -12.0; 40.0, -10.0; 20.0, -5.0; -24.0, -5.0
    );
    pen.body(shape, figure.hue(0xC9A040));
    figure.draw_ailment(pen, (44.0, -20.0 - lift), 3.8);
    anchors!(
        mouth 59.0 + stretch, -23.0 - lift; back -4.0, -49.0;
        neck 36.0, -22.0; leg 24.0, -5.0; ear 46.0, -28.0
    )
}

const TURTLE_SKIN: u32 = 0x6A7A5A;

pub(crate) fn draw_turtle(pen: &mut Pen, figure: &Figure) -> Anchors {
    let skin = figure.hue(TURTLE_SKIN);
    let is_afloat = figure.substrate == Substrate::Midwater;
    let drop = if is_afloat { 16.0 } else { 0.0 };
    let strides = figure.behaviour == Behaviour::Moving;
    let outline = points!(
        18.0, -16.0; 34.0, -22.0 - drop; 48.0, -34.0 - drop * 1.4;
        50.0, -30.0 - drop; 36.0, -10.0 - drop
    );
    flipper(pen, figure, &outline, true);
    let outline = points!(-34.0, -14.0; -50.0, -12.0; -60.0, -4.0; -54.0, -1.0; -36.0, -6.0);
    flipper(pen, figure, &outline, true);
    draw_turtle_head(pen, figure, skin);
    let shell = smooth!(
        -46.0, -12.0; -38.0, -27.0; -16.0, -39.0; 10.0, -39.0;
        30.0, -27.0; 37.0, -14.0; 10.0, -6.0; -24.0, -6.0
    );
    pen.body(shell.clone(), figure.hue(0x4E4A26));
    scutes(pen, figure, &shell, 0x8C7A3A, 0x5E5428);
    let shape = smooth!(
        -46.0, -11.0; -20.0, -13.0; 20.0, -13.0; 37.0, -13.0; 14.0, -4.0; -26.0, -4.0
    );
    pen.body(shape, figure.hue(0xDCD6B0));
    if figure.health == Health::MissingLimb {
        pen.body(tube!(20.0, -10.0, 6.0; 27.0, -4.0, 5.0), skin);
        pen.flat(Path::circle((29.0, -1.0), 4.6), rgb(0xB5261E));
    } else {
        let sweep = if strides { 10.0 } else { 0.0 };
        let tip = if is_afloat { (6.0, 34.0) } else { (38.0 + sweep, 3.0) };
        let outline = points!(
            14.0, -13.0; 30.0, -11.0; (30.0 + tip.0) / 2.0 + 4.0, (tip.1 - 8.0) / 2.0;
            tip.0 + 6.0, tip.1 - 2.0; tip.0, tip.1; tip.0 - 8.0, tip.1 - 9.0; 16.0, -2.0
        );
        flipper(pen, figure, &outline, false);
    }
    let outline = points!(
        -30.0, -10.0; -42.0, -4.0; -52.0, 6.0 + drop * 0.4; -45.0, 8.0 + drop * 0.4; -28.0, -2.0
    );
    flipper(pen, figure, &outline, false);
    figure.draw_ailment(pen, (0.0, -22.0), 5.0);
    anchors!(mouth 65.0, -18.0; back -4.0, -40.0; neck 36.0, -20.0; leg 20.0, -4.0; ear 50.0, -26.0)
}

/// A spotted flipper.
fn flipper(pen: &mut Pen, figure: &Figure, points: &[Point], is_far: bool) {
    let skin = figure.hue(TURTLE_SKIN);
    let shape = Path::smooth(points);
    pen.marked(&shape, if is_far { skin.darker(0.35) } else { skin }, |pen| {
        let mut spots = Path::default();
        for (i, p) in points.iter().enumerate() {
            let q = points[(i + 2) % points.len()];
            spots = spots.and(Path::circle(lerp(*p, q, 0.5), 2.4));
        }
        pen.flat(spots, figure.hue(0x3E4A34));
    });
}

fn draw_turtle_head(pen: &mut Pen, figure: &Figure, skin: Color) {
    pen.body(tube!(28.0, -18.0, 7.0; 42.0, -23.0, 8.0; 52.0, -24.0, 8.6; 60.0, -21.0, 5.0), skin);
    let face = tube!(42.0, -23.0, 8.0; 52.0, -24.0, 8.6; 60.0, -21.0, 5.0);
    pen.clipped(&face, |pen| {
        let spots = points!(46.0, -28.0; 53.0, -30.0; 47.0, -20.0; 59.0, -26.0);
        pen.dots(&spots, 2.4, figure.hue(0x3E4A34));
    });
    figure.draw_eye(pen, (54.5, -24.5), 2.6, 0x1E1A14);
    pen.detail(curve!(64.0, -19.0; 58.0, -17.5; 53.0, -18.0), skin.darker(0.7), 1.0);
}
