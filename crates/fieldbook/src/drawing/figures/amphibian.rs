//! Frogs, toads, salamanders and their tadpoles.

use super::{Anchors, Figure, anchors, egg::draw_eggs};
use crate::drawing::canvas::*;
use crate::{Behaviour, Health, LifeStage, Species};

fn colors(species: Species) -> [u32; 4] {
    match species {
        Species::CommonFrog => [0x8C7A42, 0xE3D8A8, 0x3E3018, 0xD9A62E],
        Species::TreeFrog => [0x6FB53A, 0xF2EFD8, 0x4A3A1E, 0xE0B23A],
        Species::BlueDartFrog => [0x2C6FD8, 0x3F86EA, 0x10142A, 0x14110F],
        Species::FireSalamander => [0x1F1D1E, 0x2C292A, 0xF4C92A, 0x14110F],
        _ => [0x6A4C86, 0xE9DDC4, 0xEFE2C4, 0xE88A3A],
    }
}

pub(crate) fn draw_amphibian(pen: &mut Pen, figure: &Figure) -> Anchors {
    match figure.stage {
        LifeStage::Egg => draw_eggs(pen, figure),
        LifeStage::Larva => draw_tadpole(pen, figure),
        _ if figure.species == Species::FireSalamander => draw_salamander(pen, figure),
        _ => draw_frog(pen, figure),
    }
}

fn draw_tadpole(pen: &mut Pen, figure: &Figure) -> Anchors {
    let [back, belly, mark, iris] = colors(figure.species);
    let base = figure.hue(back).darker(0.35);
    let fin = smooth!(
        -2.0, -4.0; -24.0, -13.0; -52.0, -6.0; -62.0, 4.0; -50.0, 10.0; -24.0, 11.0; -2.0, 5.0
    );
    pen.body(fin, base.lighter(0.35).alpha(0.7));
    pen.line(curve!(0.0, 0.0; -26.0, -1.0; -56.0, 3.0), base, 5.0);
    let body = Path::ellipse((14.0, 0.0), 22.0, 15.5);
    pen.marked(&body, base, |pen| {
        pen.flat(Path::ellipse((16.0, 13.0), 18.0, 8.0), figure.hue(belly).darker(0.1));
        pen.flat(Path::circle((4.0, -7.0), 3.0), figure.hue(mark));
        pen.flat(Path::circle((14.0, -10.0), 2.6), figure.hue(mark));
    });
    if figure.species == Species::FireSalamander {
        for (x, y) in [(2.0, -14.0), (-2.0, -17.0), (-6.0, -15.0)] {
            pen.line(polyline!(8.0, -6.0; x, y), rgb(0xC4463A), 1.8);
        }
    }
    figure.draw_eye(pen, (25.0, -4.0), 3.8, iris);
    Anchors { mouth: (36.0, 2.0), back: (8.0, -15.0), ..Anchors::default() }
}

fn limb(
    pen: &mut Pen,
    figure: &Figure,
    points: &[(f32, f32, f32)],
    color: u32,
    toes: Point,
    is_far: bool,
) {
    let color = figure.hue(color);
    let color = if is_far { color.darker(0.35) } else { color };
    pen.body(Path::tube(points), color);
    for (dx, dy) in [(5.0, -1.6), (7.0, 0.6), (5.0, 2.2)] {
        let tip = (toes.0 + dx, toes.1 + dy);
        pen.line(polyline!(toes; tip), color.darker(0.15), 1.6);
        if figure.species == Species::TreeFrog {
            pen.flat(Path::circle(tip, 1.5), color);
        }
    }
}

fn draw_frog(pen: &mut Pen, figure: &Figure) -> Anchors {
    use Behaviour as B;
    let [back, belly, mark, iris] = colors(figure.species);
    draw_far_limbs(pen, figure, back);
    let rise =
        if figure.behaviour == B::Calling || figure.behaviour == B::Fighting { 5.0 } else { 0.0 };
    let body = smooth!(
        -30.0, -8.0; -27.0, -20.0; -12.0, -33.0; 4.0, -42.0 - rise;
        18.0, -47.0 - rise; 31.0, -42.0 - rise; 39.0, -33.0 - rise;
        36.0, -27.0 - rise; 25.0, -21.0; 17.0, -9.0; 0.0, -3.0; -18.0, -2.0
    );
    pen.marked(&body, figure.hue(back), |pen| {
        let under = smooth!(
            44.0, -30.0 - rise; 24.0, -28.0 - rise; 10.0, -16.0; -12.0, -7.0; -20.0, 4.0; 44.0, 4.0
        );
        pen.flat(under, figure.hue(belly));
        draw_skin(pen, figure, mark, rise);
    });
    if figure.behaviour == B::Calling {
        pen.body(Path::circle((33.0, -19.0), 13.0), figure.hue(belly).lighter(0.2));
        let stroke = curve!(25.0, -14.0; 33.0, -10.0; 41.0, -15.0);
        pen.detail(stroke, figure.hue(belly).darker(0.4), 0.8);
    }
    let mouth_line = curve!(39.0, -32.0 - rise; 30.0, -29.5 - rise; 20.0, -31.0 - rise);
    pen.detail(mouth_line, figure.hue(back).darker(0.7), 1.0);
    pen.body(Path::circle((19.0, -46.5 - rise), 6.6), figure.hue(back));
    figure.draw_eye(pen, (20.0, -47.0 - rise), 4.4, iris);
    if !is_stretched(figure) {
        draw_near_limbs(pen, figure, back, mark);
    }
    figure.draw_ailment(pen, (-4.0, -26.0), 5.0);
    anchors!(
        mouth 40.0, -31.0 - rise; back -8.0, -36.0;
        neck 10.0, -30.0; leg 12.0, -8.0; ear 20.0, -47.0
    )
}

/// Whether the legs are stretched out: in a leap, or swimming.
fn is_stretched(figure: &Figure) -> bool {
    matches!(figure.behaviour, Behaviour::Leaping | Behaviour::Swimming)
}

/// The limbs behind the body.
fn draw_far_limbs(pen: &mut Pen, figure: &Figure, back: u32) {
    let leaps = figure.behaviour == Behaviour::Leaping;
    let strides = figure.behaviour == Behaviour::Moving;
    if is_stretched(figure) {
        let (dx, dy) = if leaps { (-26.0, 22.0) } else { (-30.0, 4.0) };
        for (is_far, shift) in [(true, -5.0), (false, 3.0)] {
            let foot = (-32.0 + dx, -22.0 + dy + shift);
            let joints = points!(
                -18.0, -26.0 + shift, 7.5;
                -34.0 + dx * 0.3, -24.0 + dy * 0.5 + shift, 5.0; foot.0, foot.1, 2.4
            );
            limb(pen, figure, &joints, back, foot, is_far);
        }
        let hand = (32.0, if leaps { -12.0 } else { -18.0 });
        let joints = points!(14.0, -26.0, 4.4; 24.0, -18.0, 3.2; hand.0, hand.1, 2.0);
        limb(pen, figure, &joints, back, hand, true);
    } else {
        let step = if strides { 9.0 } else { 0.0 };
        let joints = points!(-16.0, -14.0, 9.0; -8.0, -8.0, 6.0; -18.0 - step, -3.0, 3.2);
        limb(pen, figure, &joints, back, (-16.0 - step, -2.0), true);
        let joints = points!(16.0, -18.0, 5.0; 20.0 + step, -8.0, 3.4; 20.0 + step, -2.0, 2.4);
        limb(pen, figure, &joints, back, (20.0 + step, -1.5), true);
    }
}

/// The limbs in front of the body of a frog that sits or walks.
fn draw_near_limbs(pen: &mut Pen, figure: &Figure, back: u32, mark: u32) {
    let strides = figure.behaviour == Behaviour::Moving;
    let is_missing = figure.health == Health::MissingLimb;
    let step = if strides { 11.0 } else { 0.0 };
    if is_missing {
        pen.body(tube!(-16.0, -14.0, 9.0; -8.0, -12.0, 6.0), figure.hue(back));
        pen.flat(Path::circle((-5.0, -10.0), 4.2), rgb(0xB5261E));
    } else {
        // The folded hind leg: thigh forward, shank back, long foot.
        let shape = tube!(-22.0, -15.0, 9.5; -10.0, -17.0, 8.0; 2.0 + step * 0.4, -11.0, 5.0);
        pen.body(shape, figure.hue(back));
        let joints = points!(
            2.0 + step * 0.4, -10.0, 4.6; -12.0, -5.0, 4.2; -22.0, -2.5, 3.0; -8.0 - step, -1.5, 2.2
        );
        limb(pen, figure, &joints, back, (-6.0 - step, -1.5), false);
        pen.clipped(&tube!(-22.0, -15.0, 9.5; -10.0, -17.0, 8.0; 2.0, -11.0, 5.0), |pen| {
            for x in [-18.0, -9.0, -1.0] {
                pen.line(polyline!(x, -28.0; x - 2.0, -6.0), figure.hue(mark).alpha(0.75), 2.6);
            }
        });
    }
    let step = if strides { -5.0 } else { 0.0 };
    let joints = points!(12.0, -20.0, 6.0; 13.0 + step, -9.0, 4.0; 12.0 + step, -2.0, 2.8);
    limb(pen, figure, &joints, back, (13.0 + step, -1.0), false);
}

fn draw_skin(pen: &mut Pen, figure: &Figure, mark: u32, rise: f32) {
    let hue = figure.hue(mark);
    match figure.species {
        Species::TreeFrog => {
            pen.line(curve!(36.0, -38.0 - rise; 18.0, -36.0; 0.0, -22.0; -26.0, -10.0), hue, 3.0);
        }
        Species::CommonFrog => {
            pen.flat(Path::blade((36.0, -38.0 - rise), (4.0, -34.0), 9.0, 0.5), hue);
            let spots = points!(
                -4.0, -30.0, 2.8; -14.0, -22.0, 3.2;
                -20.0, -12.0, 2.4; 4.0, -24.0, 2.0; -6.0, -18.0, 2.2
            );
            pen.discs(&spots, hue);
        }
        Species::BlueDartFrog => {
            let spots = points!(
                -2.0, -31.0, 3.8; -13.0, -22.0, 4.2; -22.0, -11.0, 3.2; 6.0, -24.0, 3.0;
                -5.0, -17.0, 3.4; 28.0, -40.0 - rise, 2.6; 11.0, -38.0, 2.8
            );
            pen.discs(&spots, hue);
        }
        _ => {
            for points in [
                [(30.0, -41.0), (12.0, -36.0), (4.0, -26.0)],
                [(2.0, -38.0), (-8.0, -28.0), (-4.0, -16.0)],
                [(-10.0, -30.0), (-20.0, -18.0), (-14.0, -8.0)],
            ] {
                pen.line(Path::curve(&points), hue, 3.0);
            }
            let spots = points!(6.0, -34.0; -2.0, -22.0; -16.0, -24.0; -22.0, -12.0);
            pen.dots(&spots, 1.4, figure.hue(0x3E2A54));
        }
    }
}

fn draw_salamander(pen: &mut Pen, figure: &Figure) -> Anchors {
    let [back, _, mark, _] = colors(figure.species);
    let strides = figure.behaviour == Behaviour::Moving;
    let sway = if strides { 5.0 } else { 2.0 };
    let rears = if figure.behaviour == Behaviour::Fighting { 10.0 } else { 0.0 };
    for (is_far, shift) in [(true, 5.0), (false, -2.0)] {
        let step = if strides { if is_far { -8.0 } else { 8.0 } } else { 0.0 };
        for (number, x) in [24.0, -14.0].into_iter().enumerate() {
            if figure.health == Health::MissingLimb && !is_far && number == 0 {
                pen.flat(Path::circle((x, -5.0), 4.0), rgb(0xB5261E));
                continue;
            }
            let foot = (x + shift + step + 4.0, if is_far { -4.0 } else { 0.0 });
            let joints = points!(
                x, -11.0, 4.6; x + 2.0 + step * 0.6, -6.0, 3.6; foot.0, foot.1 - 1.0, 2.6
            );
            limb(pen, figure, &joints, back, foot, is_far);
        }
    }
    let body = tube!(
        -66.0, -3.0, 1.2; -50.0, -5.0 - sway, 3.4; -30.0, -8.0, 5.4;
        -14.0, -12.0 - sway * 0.5, 8.2; 6.0, -12.0, 9.0; 22.0, -13.0 - rears * 0.4, 7.6;
        33.0, -15.0 - rears, 7.4; 44.0, -14.0 - rears, 6.0
    );
    pen.marked(&body, figure.hue(back), |pen| {
        for (x, y, rx, ry) in points!(
            38.0, -19.0 - rears, 5.0, 3.0; 22.0, -17.0, 5.0, 3.6; 9.0, -19.0, 6.0, 3.4;
            -3.0, -13.0, 4.0, 3.0; -16.0, -18.0, 6.0, 3.4; -30.0, -10.0, 5.0, 2.8;
            -42.0, -10.0, 4.0, 2.2; -54.0, -6.0, 4.0, 1.8; 14.0, -8.0, 3.4, 2.2
        ) {
            pen.flat(Path::ellipse((x, y), rx, ry), figure.hue(mark));
        }
    });
    figure.draw_eye(pen, (42.0, -17.0 - rears), 2.8, 0x2A2018);
    figure.draw_ailment(pen, (2.0, -13.0), 4.2);
    anchors!(
        mouth 50.0, -13.0 - rears; back 0.0, -21.0;
        neck 26.0, -14.0; leg 22.0, -4.0; ear 40.0, -18.0
    )
}
