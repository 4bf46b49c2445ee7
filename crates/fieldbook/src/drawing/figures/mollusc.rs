//! Snails, nautilus and octopus.

use super::{Anchors, Figure, anchors, egg::draw_eggs};
use crate::drawing::canvas::*;
use crate::{Behaviour, Health, LifeStage, Species};

pub(crate) fn draw_mollusc(pen: &mut Pen, figure: &Figure) -> Anchors {
    if figure.stage == LifeStage::Egg {
        return draw_eggs(pen, figure);
    }
    match figure.species {
        Species::Octopus => draw_octopus(pen, figure),
        Species::Nautilus => draw_nautilus(pen, figure),
        _ => draw_snail(pen, figure),
    }
}

fn draw_snail(pen: &mut Pen, figure: &Figure) -> Anchors {
    let is_glass = figure.species == Species::GlasshornSnail;
    let (skin, shell, band) =
        if is_glass { (0x7A5AA8, 0x8FD8B0, 0x5A3A8A) } else { (0xA8926A, 0xC9A062, 0x5A3A20) };
    // Withdrawn at rest, stretched when it crawls.
    let out = match figure.behaviour {
        Behaviour::Resting if !figure.is_dead() => 0.45,
        _ if figure.is_dead() => 0.2,
        _ => 1.0,
    };
    let foot = smooth!(
        -46.0 * out - 8.0, 0.0; -30.0, -7.0; 0.0, -13.0;
        22.0 + 14.0 * out, -18.0 * out - 5.0; 31.0 + 16.0 * out, -25.0 * out - 3.0;
        38.0 + 15.0 * out, -21.0 * out - 2.0; 36.0 + 14.0 * out, -8.0; 30.0 + 14.0 * out, 0.0
    );
    pen.body(foot, figure.hue(skin));
    let head: Point = (36.0 + 15.0 * out, -22.0 * out - 3.0);
    for (degrees, reach) in [(70.0, 19.0), (44.0, 18.0)] {
        let tip = plus(head, polar(reach * out, degrees));
        pen.line(polyline!(plus(head, (-3.0, 0.0)); tip), figure.hue(skin), 2.6);
        figure.draw_eye(pen, tip, 2.0, 0x1E1A16);
    }
    let stroke = polyline!(plus(head, (1.0, 4.0)); plus(head, (7.0 * out + 1.0, 8.0)));
    pen.line(stroke, figure.hue(skin), 2.2);
    if is_glass {
        draw_spire(pen, figure.hue(shell), figure.hue(band));
    } else {
        draw_spiral(pen, figure.hue(shell), figure.hue(band));
    }
    figure.draw_ailment(pen, (14.0 + 8.0 * out, -12.0), 4.6);
    anchors!(
        mouth plus(head, (4.0, 8.0)); back -8.0, -58.0; neck 20.0, -12.0; leg 0.0, -4.0; ear head
    )
}

/// A tall, glassy spire.
fn draw_spire(pen: &mut Pen, shell: Color, band: Color) {
    let spire = smooth!(
        16.0, -9.0; 19.0, -20.0; 8.0, -38.0; -10.0, -56.0; -30.0, -76.0;
        -30.0, -76.0; -26.0, -52.0; -22.0, -30.0; -20.0, -12.0; -4.0, -6.0
    );
    pen.marked(&spire, shell.alpha(0.92), |pen| {
        for (x, y, w) in points!(
            -2.0, -18.0, 26.0; -8.0, -32.0, 20.0; -14.0, -45.0, 15.0;
            -20.0, -56.0, 10.0; -25.0, -66.0, 7.0
        ) {
            pen.line(curve!(x - w, y - 4.0; x, y + 4.0; x + w, y - 6.0), band, 2.2);
        }
        pen.line(curve!(10.0, -18.0; -4.0, -38.0; -22.0, -62.0), rgb(0xFFFFFF).alpha(0.6), 2.4);
    });
}

/// A round shell with a banded spiral.
fn draw_spiral(pen: &mut Pen, shell: Color, band: Color) {
    let center: Point = (-8.0, -31.0);
    let shape = smooth!(
        18.0, -6.0; 25.0, -24.0; 19.0, -46.0; -4.0, -59.0;
        -28.0, -50.0; -36.0, -29.0; -27.0, -10.0; -6.0, -4.0
    );
    pen.body(shape, shell);
    let spiral: Vec<Point> = (0..21)
        .map(|i| {
            let t = i as f32 / 20.0;
            plus(center, polar(26.0 * (1.0 - t * 0.93), -50.0 + t * 830.0))
        })
        .collect();
    let disc = Path::circle(center, 27.5);
    pen.clipped(&disc, |pen| {
        pen.line(Path::curve(&spiral), band, 4.4);
        pen.line(Path::curve(&spiral), shell.lighter(0.35), 1.3);
    });
    pen.line(Path::curve(&spiral), band.darker(0.4), 0.9);
}

fn draw_nautilus(pen: &mut Pen, figure: &Figure) -> Anchors {
    let shell = smooth!(
        22.0, -20.0; 30.0, -2.0; 20.0, 24.0; -6.0, 34.0; -32.0, 22.0;
        -40.0, -4.0; -28.0, -30.0; -2.0, -38.0; 16.0, -30.0
    );
    for i in 0..9 {
        let y = -9.0 + i as f32 * 3.3;
        let lift = if figure.behaviour == Behaviour::Swimming {
            (i as f32 - 4.0) * 2.0
        } else {
            (i as f32 - 4.0) * 3.6
        };
        let stroke = curve!(24.0, y; 42.0, y + lift * 0.4; 54.0 - (i % 3) as f32 * 5.0, y + lift);
        pen.line(stroke, figure.hue(0xE0A27A).darker(0.1 * (i % 2) as f32), 3.4);
    }
    let shape = smooth!(14.0, -14.0; 30.0, -12.0; 36.0, 4.0; 30.0, 20.0; 14.0, 22.0);
    pen.body(shape, figure.hue(0xE8B48A));
    pen.marked(&shell, figure.hue(0xF6EEDF), |pen| {
        for (degrees, bend) in points!(
            64.0, 9.0; 92.0, 9.0; 120.0, 9.0; 148.0, 9.0; 176.0, 8.0; 204.0, 7.0; 232.0, 6.0
        ) {
            let from = plus((-6.0, -4.0), polar(13.0, degrees));
            let to = plus((-6.0, -4.0), polar(46.0, degrees + bend));
            pen.flat(Path::blade(from, to, 10.0, 0.7), figure.hue(0xC4552A));
        }
        pen.flat(Path::circle((-4.0, -2.0), 7.0), figure.hue(0x2A2220));
    });
    let shape = smooth!(18.0, -26.0; 34.0, -20.0; 40.0, -10.0; 26.0, -9.0; 16.0, -14.0);
    pen.body(shape, figure.hue(0xA8522E));
    figure.draw_eye(pen, (27.0, 3.0), 5.2, 0xF2E6CE);
    figure.draw_ailment(pen, (-18.0, 14.0), 5.0);
    Anchors { mouth: (40.0, 4.0), back: (-4.0, -38.0), ..Anchors::default() }
}

fn draw_octopus(pen: &mut Pen, figure: &Figure) -> Anchors {
    let swims = figure.behaviour == Behaviour::Swimming;
    let base = figure.hue(0xA84A32);
    let n = if figure.health == Health::MissingLimb { 7 } else { 8 };
    for i in 0..8 {
        let side = i as f32 - 3.5;
        let color = if i % 2 == 0 { base.darker(0.28) } else { base };
        if i == 5 && n == 7 {
            pen.body(tube!(5.0, -18.0, 6.0; 14.0, -12.0, 5.0), color);
            pen.flat(Path::circle((17.0, -10.0), 4.4), rgb(0xB5261E));
            continue;
        }
        let arm: Vec<(f32, f32, f32)> = if swims {
            vec![
                (-4.0 + side * 1.6, -20.0, 5.6),
                (-24.0, -16.0 + side * 3.4, 4.6),
                (-44.0, -14.0 + side * 5.0, 3.2),
                (-62.0 - (i % 3) as f32 * 5.0, -16.0 + side * 4.4, 1.2),
            ]
        } else {
            let reach = side * 13.5;
            vec![
                (side * 3.0, -20.0, 6.2),
                (reach * 0.62, -8.0, 5.2),
                (reach * 0.98, -3.5, 3.8),
                (reach * 1.16 + side.signum() * 4.0, -8.0, 2.4),
                (reach * 1.08, -13.0 - (i % 3) as f32 * 2.0, 1.2),
            ]
        };
        pen.body(Path::tube(&arm), color);
        let cups = arm[1..].iter().fold(Path::default(), |path, p| {
            path.and(Path::circle((p.0, p.1 + p.2 * 0.5), p.2 * 0.3))
                .and(Path::circle((p.0 - 4.0, p.1 + p.2 * 0.4), p.2 * 0.26))
        });
        if pen.is_detailed {
            pen.flat(cups, figure.hue(0xF0C9B0));
        }
    }
    let mantle = if swims {
        smooth!(
            -10.0, -12.0; -8.0, -30.0; 14.0, -38.0;
            38.0, -34.0; 50.0, -22.0; 40.0, -10.0; 14.0, -6.0
        )
    } else {
        smooth!(
            -15.0, -16.0; -15.0, -32.0; -26.0, -52.0; -20.0, -72.0; 0.0, -79.0;
            19.0, -70.0; 23.0, -52.0; 15.0, -32.0; 16.0, -16.0; 0.0, -11.0
        )
    };
    pen.marked(&mantle, base, |pen| {
        let mut spots = Path::default();
        for i in 0..14_u32 {
            let (x, y) = if swims {
                (4.0 + (i * 11 % 41) as f32, -34.0 + (i * 7 % 23) as f32)
            } else {
                (-20.0 + (i * 11 % 39) as f32, -74.0 + (i * 17 % 43) as f32)
            };
            spots = spots.and(Path::circle((x, y), 1.7));
        }
        pen.flat(spots, figure.hue(0xE8A888));
    });
    let eye = if swims { (2.0, -27.0) } else { (9.0, -30.0) };
    pen.body(Path::circle(eye, 5.8), base.lighter(0.12));
    figure.draw_eye(pen, eye, 4.0, 0xF0D27A);
    figure.draw_ailment(pen, if swims { (24.0, -22.0) } else { (0.0, -54.0) }, 5.2);
    anchors!(mouth 16.0, -10.0; back 0.0, -76.0; neck 0.0, -20.0; leg 20.0, -5.0; ear eye)
}
