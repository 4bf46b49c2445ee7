//! Chicks: hatching, begging, at rest.

use super::{
    head::{Head, draw_bill},
    traits::{BirdTraits, Mark},
};
use crate::Behaviour;
use crate::drawing::canvas::*;
use crate::drawing::figures::{Anchors, Figure, egg::egg_color};

pub(crate) fn draw_chick(pen: &mut Pen, figure: &Figure, traits: &BirdTraits) -> Anchors {
    let down = figure.hue(traits.back).mix(rgb(0xD9C8A0), 0.45);
    let light = figure.hue(traits.breast).mix(rgb(0xF2E9D0), 0.5);
    let is_hatching = figure.behaviour == Behaviour::Hatching;
    let is_calling = figure.behaviour == Behaviour::Calling;
    let shell = egg_color(figure.species);
    if is_hatching {
        let back = smooth!(
            -24.0, -22.0; -18.0, -34.0; 18.0, -34.0; 24.0, -22.0; 16.0, 0.0; -16.0, 0.0
        );
        pen.body(back, shell.darker(0.45));
    }
    if !is_hatching {
        pen.body(fluff((0.0, -17.0), 22.0, 19.0), down);
        pen.flat(fluff((5.0, -13.0), 13.0, 10.0), light);
        pen.body(Path::blade((-4.0, -22.0), (-24.0, -12.0), 12.0, 0.4), down.darker(0.25));
    }
    let head = (9.0, if is_calling { -41.0 } else { -37.0 });
    pen.body(fluff(head, 15.5, 14.5), down.lighter(0.12));
    for mark in traits.marks {
        if let Mark::Cap(color) | Mark::Collar(color) | Mark::Crest(color) = *mark {
            let crown = Path::ellipse((head.0 - 2.0, head.1 - 9.0), 9.5, 4.5);
            pen.flat(crown, figure.hue(color).mix(down, 0.35));
        }
    }
    if traits.is_owl {
        pen.flat(Path::ellipse((head.0 + 3.0, head.1 + 1.0), 11.0, 10.0), light);
        figure.draw_eye(pen, (head.0 - 2.0, head.1 - 1.0), 3.4, traits.iris);
    }
    figure.draw_eye(pen, (head.0 + 7.0, head.1 - 2.0), 3.4, traits.iris);
    let bill = BirdTraits { bill_length: traits.bill_length * 0.55 + 2.0, ..*traits };
    let turn = if is_calling { 48.0 } else { 4.0 };
    let place = Head { at: head, size: 13.0, turn, tucks: false };
    let mouth = if is_calling {
        draw_gape(pen, head)
    } else {
        draw_bill(pen, figure, &bill, &place, false)
    };
    if is_hatching {
        let zigzag = points!(
            -25.0, -22.0; -17.0, -27.0; -10.0, -20.0; -3.0, -27.0;
            4.0, -20.0; 11.0, -27.0; 18.0, -20.0; 25.0, -24.0
        );
        let mut points = zigzag.to_vec();
        points.extend([(23.0, -10.0), (14.0, 0.0), (0.0, 3.0), (-14.0, 0.0), (-23.0, -10.0)]);
        pen.body(Path::polygon(&points), shell);
        let cap = polygon!(
            30.0, 0.0; 33.0, -9.0; 38.0, -5.0; 43.0, -11.0; 47.0, -4.0; 50.0, 1.0; 40.0, 4.0
        );
        pen.body(cap, shell);
    }
    Anchors { mouth, back: (-10.0, -34.0), neck: (4.0, -30.0), leg: (2.0, -3.0), ear: head }
}

/// The begging mouth, wide open and bright.
fn draw_gape(pen: &mut Pen, head: (f32, f32)) -> (f32, f32) {
    let (x, y) = (head.0 + 6.0, head.1 - 10.0);
    let rim = points!(
        x - 7.0, y + 6.0; x - 5.0, y - 13.0; x + 4.0, y - 3.0; x + 17.0, y - 4.0; x + 8.0, y + 9.0
    );
    pen.body(smooth!(rim[0]; rim[1]; rim[1]; rim[2]; rim[3]; rim[3]; rim[4]), rgb(0xF6C83A));
    let throat = points!(
        x - 3.0, y + 4.0; x - 3.0, y - 7.0; x + 4.0, y; x + 12.0, y - 2.0; x + 6.0, y + 6.0
    );
    pen.flat(Path::smooth(&throat), rgb(0xE0402E));
    (x + 6.0, y - 6.0)
}

/// A rounded shape with a downy edge.
pub(crate) fn fluff(center: (f32, f32), rx: f32, ry: f32) -> Path {
    let n = 22;
    let mut points = Vec::with_capacity(n * 2);
    for i in 0..n {
        let degrees = i as f32 * 360.0 / n as f32;
        for (turn, reach) in [(0.0, 0.95), (180.0 / n as f32, 1.07)] {
            let p = polar(reach, degrees + turn);
            points.push(plus(center, (p.0 * rx, p.1 * ry)));
        }
    }
    Path::polygon(&points)
}
