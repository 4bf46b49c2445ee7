//! Crabs, hermit crabs and lobsters.

use super::{Anchors, Figure, anchors};
use crate::drawing::canvas::*;
use crate::{Behaviour, Health, Sex, Species};

pub(crate) fn draw_crustacean(pen: &mut Pen, figure: &Figure) -> Anchors {
    match figure.species {
        Species::Lobster => draw_lobster(pen, figure),
        Species::HermitCrab => draw_hermit(pen, figure),
        _ => draw_crab(pen, figure),
    }
}

/// A claw at a wrist, opening in a direction.
fn claw(pen: &mut Pen, at: Point, degrees: f32, size: f32, color: Color) {
    let map = Affine::translate(at.0, at.1).rotated(degrees).scaled(size, size);
    pen.within(map, |pen| {
        let palm = smooth!(
            -3.0, 4.0; 4.0, 8.0; 16.0, 8.0; 30.0, 2.0; 30.0, 2.0;
            18.0, 1.0; 14.0, -2.0; 6.0, -7.0; -3.0, -4.0
        );
        let thumb = smooth!(8.0, -6.0; 16.0, -10.0; 29.0, -4.0; 29.0, -4.0; 18.0, -4.0; 12.0, -2.0);
        pen.body(thumb, color.darker(0.1));
        pen.body(palm, color);
    });
}

fn raise(figure: &Figure) -> f32 {
    match figure.behaviour {
        Behaviour::Displaying | Behaviour::Fighting => 22.0,
        Behaviour::Feeding => -2.0,
        _ => 4.0,
    }
}

fn draw_crab(pen: &mut Pen, figure: &Figure) -> Anchors {
    let is_fiddler = figure.species == Species::FiddlerCrab;
    let (shell, legs, mark) =
        if is_fiddler { (0x6A4A9A, 0x9A5AA8, 0xF08A3A) } else { (0x6E7A3E, 0x8A7A42, 0xD9CE9A) };
    let pale = if figure.is_young() { 0.4 } else { 0.0 };
    let hue = |code: u32| figure.hue(code).mix(rgb(0xF3EBD4), pale);
    draw_crab_legs(pen, figure, &hue, legs);
    let shape = smooth!(
        -33.0, -24.0; -25.0, -35.0; -10.0, -40.0; 10.0, -40.0;
        25.0, -35.0; 33.0, -24.0; 24.0, -11.0; 0.0, -6.0; -24.0, -11.0
    );
    let claws = if is_fiddler { mark } else { shell };
    draw_arms(pen, figure, &hue, legs, claws);
    pen.body(shape.clone(), hue(shell));
    draw_shell_pattern(pen, &shape, is_fiddler, hue(shell), hue(mark));
    let stalk = if is_fiddler { 13.0 } else { 5.0 };
    for x in [-6.0, 8.0] {
        pen.line(polyline!(x, -38.0; x + 1.5, -39.0 - stalk), hue(legs), 2.4);
        figure.draw_eye(pen, (x + 1.8, -41.0 - stalk), 2.9, 0x1A1614);
    }
    figure.draw_ailment(pen, (2.0, -21.0), 5.2);
    anchors!(mouth 8.0, -30.0; back 0.0, -38.0; neck 0.0, -30.0; leg 40.0, -10.0; ear 8.0, -40.0)
}

fn draw_crab_legs(pen: &mut Pen, figure: &Figure, hue: &impl Fn(u32) -> Color, legs: u32) {
    let strides = figure.behaviour == Behaviour::Moving;
    for side in [-1.0, 1.0] {
        for i in 0..4 {
            let t = i as f32;
            let step = if strides && (i % 2 == 0) == (side > 0.0) { 7.0 } else { 0.0 };
            let root = (side * (25.0 - t * 4.0), -17.0 + t * 2.0);
            let knee = (side * (44.0 - t * 3.0 + step), -27.0 + t * 5.0 - step * 0.6);
            let foot = (side * (54.0 - t * 6.0 + step * 1.3), 0.0);
            let color = hue(legs).darker(0.06 * t);
            pen.line(polyline!(root; knee; foot), color.darker(0.45), 4.4);
            pen.line(polyline!(root; knee; foot), color, 3.3);
        }
    }
}

/// Arms with their claws: those on the side it faces are nearer and larger.
fn draw_arms(pen: &mut Pen, figure: &Figure, hue: &impl Fn(u32) -> Color, legs: u32, claws: u32) {
    let is_fiddler = figure.species == Species::FiddlerCrab;
    let lift = raise(figure);
    let is_missing = figure.health == Health::MissingLimb;
    for side in [-1.0, 1.0] {
        if is_missing && side < 0.0 {
            pen.flat(Path::circle((-27.0, -27.0), 4.4), rgb(0xB5261E));
            continue;
        }
        let elbow = (side * 39.0, -34.0 - lift * 0.4);
        let wrist = (side * 34.0, -44.0 - lift);
        pen.line(polyline!(side * 24.0, -26.0; elbow; wrist), hue(legs).darker(0.4), 6.4);
        pen.line(polyline!(side * 24.0, -26.0; elbow; wrist), hue(legs), 5.2);
        let is_huge = is_fiddler && figure.sex != Some(Sex::Female) && side > 0.0;
        let size = match (is_fiddler, is_huge) {
            (_, true) => 1.65,
            (true, false) => 0.5,
            _ if side > 0.0 => 1.0,
            _ => 0.82,
        };
        let turn = if side > 0.0 { 118.0 - lift } else { 62.0 + lift };
        let map_turn = if side > 0.0 { turn } else { 180.0 - turn };
        if side > 0.0 {
            claw(pen, wrist, map_turn, size, hue(claws));
        } else {
            pen.within(Affine::scale(-1.0, 1.0), |pen| {
                claw(pen, (-wrist.0, wrist.1), map_turn, size, hue(claws));
            });
        }
    }
}

/// Markings and teeth of the shell.
fn draw_shell_pattern(pen: &mut Pen, shape: &Path, is_fiddler: bool, shell: Color, mark: Color) {
    pen.clipped(shape, |pen| {
        if is_fiddler {
            let patch = smooth!(
                -20.0, -36.0; 0.0, -30.0; 20.0, -36.0; 12.0, -22.0; 0.0, -17.0; -12.0, -22.0
            );
            pen.flat(patch, mark);
        } else {
            let mut specks = Path::default();
            for i in 0..18_u32 {
                specks = specks.and(Path::circle(
                    (-26.0 + (i * 29 % 53) as f32, -35.0 + (i * 17 % 25) as f32),
                    1.3,
                ));
            }
            pen.flat(specks, mark);
            let stroke = curve!(-12.0, -12.0; -5.0, -24.0; 5.0, -24.0; 12.0, -12.0);
            pen.detail(stroke, shell.darker(0.5), 1.0);
        }
    });
    if !is_fiddler {
        let teeth = points!(
            -31.0, -28.0; -27.0, -33.0; -21.0, -37.0; 31.0, -28.0; 27.0, -33.0; 21.0, -37.0
        );
        for (x, y) in teeth {
            pen.flat(Path::circle((x, y), 2.0), shell.darker(0.2));
        }
    }
}

fn draw_hermit(pen: &mut Pen, figure: &Figure) -> Anchors {
    let pale = if figure.is_young() { 0.4 } else { 0.0 };
    let color = figure.hue(0xD8742E).mix(rgb(0xF3EBD4), pale);
    let strides = figure.behaviour == Behaviour::Moving;
    let lift = raise(figure);
    for (i, x) in [14.0, 22.0, 29.0].into_iter().enumerate() {
        let step = if strides { if i % 2 == 0 { 8.0 } else { -5.0 } } else { 0.0 };
        let leg = [(x - 6.0, -14.0), (x + 8.0 + step * 0.5, -22.0), (x + 14.0 + step, 0.0)];
        pen.line(Path::polyline(&leg), color.darker(0.5), 4.6);
        pen.line(Path::polyline(&leg), color.darker(0.08 * i as f32), 3.5);
    }
    let shell = smooth!(
        22.0, -8.0; 26.0, -26.0; 12.0, -44.0; -8.0, -54.0; -26.0, -60.0; -44.0, -58.0;
        -44.0, -58.0; -38.0, -42.0; -34.0, -22.0; -24.0, -6.0; 0.0, -1.0
    );
    if figure.health != Health::MissingLimb {
        let stroke = polyline!(18.0, -16.0; 34.0, -20.0 - lift * 0.5; 36.0, -24.0 - lift);
        pen.line(stroke, color.darker(0.4), 5.4);
        claw(pen, (36.0, -24.0 - lift), 40.0 + lift, 0.95, color);
    } else {
        pen.flat(Path::circle((27.0, -20.0), 4.4), rgb(0xB5261E));
    }
    for (dx, dy) in [(26.0, -30.0), (30.0, -24.0)] {
        let stroke = curve!(20.0, -24.0; 20.0 + dx * 0.5, -28.0 + dy * 0.5; 22.0 + dx, -22.0 + dy);
        pen.line(stroke, color, 1.2);
    }
    pen.body(Path::ellipse((20.0, -19.0), 10.0, 9.0), color);
    for (x, y) in [(21.0, -31.0), (27.0, -29.0)] {
        pen.line(polyline!(x - 2.0, -22.0; x, y), color, 2.2);
        figure.draw_eye(pen, (x, y), 2.6, 0x1A1614);
    }
    pen.marked(&shell, figure.hue(0xC9B08A), |pen| {
        for (x, y, w) in
            points!(4.0, -24.0, 34.0; -8.0, -36.0, 27.0; -20.0, -45.0, 20.0; -31.0, -52.0, 13.0)
        {
            let stroke = curve!(x - w, y + 12.0; x - w * 0.2, y + 4.0; x + w * 0.6, y - 14.0);
            pen.line(stroke, figure.hue(0x7A5A3A), 2.6);
        }
    });
    figure.draw_ailment(pen, (18.0, -17.0), 4.2);
    anchors!(mouth 30.0, -18.0; back -8.0, -52.0; neck 18.0, -18.0; leg 30.0, -8.0; ear 24.0, -30.0)
}

fn draw_lobster(pen: &mut Pen, figure: &Figure) -> Anchors {
    let pale = if figure.is_young() { 0.4 } else { 0.0 };
    let color = figure.hue(0x24487E).mix(rgb(0xE9EFF6), pale);
    let spot = figure.hue(0xE0C58A);
    let strides = figure.behaviour == Behaviour::Moving;
    let lift = raise(figure);
    for i in 0..4 {
        let x = 2.0 + i as f32 * 7.0;
        let step = if strides { if i % 2 == 0 { 6.0 } else { -6.0 } } else { 0.0 };
        let stroke = polyline!(x, -12.0; x + 5.0 + step * 0.5, -9.0; x + 2.0 + step, 0.0);
        pen.line(stroke, color.darker(0.1), 2.6);
    }
    for (bend, end) in [(-34.0, (84.0, -46.0)), (-24.0, (88.0, -20.0))] {
        pen.line(curve!(34.0, -22.0; 56.0, bend; end), figure.hue(0xC4402A), 1.5);
    }
    let arm = |pen: &mut Pen, dy: f32, size: f32, color: Color| {
        pen.line(polyline!(26.0, -14.0; 40.0, -9.0 - dy * 0.4; 48.0, -13.0 - dy), color, 5.6);
        claw(pen, (48.0, -13.0 - dy), 16.0 + dy, size, color);
    };
    arm(pen, lift + 6.0, 1.0, color.darker(0.3));
    let tail = tube!(-52.0, -7.0, 5.0; -40.0, -11.0, 8.0; -20.0, -15.0, 10.5; -4.0, -17.0, 12.0);
    for (degrees, reach) in [(150.0, 19.0), (180.0, 21.0), (210.0, 19.0)] {
        let end = plus((-52.0, -7.0), polar(reach, degrees));
        pen.body(Path::blade((-48.0, -8.0), end, 12.0, 0.7), color);
    }
    pen.marked(&tail, color, |pen| {
        for x in [-46.0, -37.0, -28.0, -19.0, -10.0] {
            pen.line(curve!(x + 2.0, -32.0; x - 3.0, -14.0; x + 1.0, 2.0), color.darker(0.5), 1.4);
            pen.flat(Path::circle((x + 5.0, -7.0), 1.6), spot);
        }
    });
    let head = smooth!(
        -10.0, -8.0; -12.0, -26.0; 8.0, -31.0; 28.0, -27.0;
        42.0, -21.0; 42.0, -21.0; 32.0, -13.0; 10.0, -6.0
    );
    pen.marked(&head, color, |pen| {
        pen.line(curve!(10.0, -32.0; 4.0, -20.0; 12.0, -6.0), color.darker(0.5), 1.2);
        pen.dots(&[(-4.0, -20.0), (0.0, -13.0), (16.0, -12.0), (22.0, -16.0)], 1.7, spot);
    });
    figure.draw_eye(pen, (33.0, -22.5), 2.5, 0x1A1614);
    if figure.health == Health::MissingLimb {
        pen.flat(Path::circle((29.0, -12.0), 4.6), rgb(0xB5261E));
    } else {
        arm(pen, lift - 2.0, 1.25, color);
    }
    figure.draw_ailment(pen, (6.0, -18.0), 4.8);
    anchors!(mouth 40.0, -15.0; back -4.0, -28.0; neck 20.0, -16.0; leg 20.0, -4.0; ear 33.0, -24.0)
}
