//! Owls at rest: upright, facing the viewer.

use super::traits::{BirdTraits, Mark};
use crate::drawing::canvas::*;
use crate::drawing::figures::{Anchors, Figure, anchors};
use crate::{Behaviour, Health, Species};

pub(crate) fn draw_owl(pen: &mut Pen, figure: &Figure, traits: &BirdTraits) -> Anchors {
    let base = -traits.legs;
    let is_stirred = matches!(figure.behaviour, Behaviour::Fighting | Behaviour::Displaying);
    let bow = match figure.behaviour {
        Behaviour::Feeding => 10.0,
        Behaviour::Sleeping => 13.0,
        _ => 0.0,
    };
    let head: Point = (7.0 + bow * 0.6, base - 62.0 + bow);
    // Tail and feet.
    let tail = smooth!(-12.0, base - 16.0; 2.0, base - 14.0; -8.0, 8.0; -14.0, 10.0; -20.0, 6.0);
    pen.body(tail, figure.hue(traits.tips));
    let is_missing = figure.health == Health::MissingLimb;
    for (number, x) in [-4.0, 9.0].into_iter().enumerate() {
        if is_missing && number == 1 {
            pen.flat(Path::circle((x, base + 1.0), 3.0), rgb(0xB5261E));
            continue;
        }
        pen.line(polyline!(x, base - 6.0; x, -1.0), figure.hue(traits.belly).darker(0.2), 6.0);
        let toes = polyline!(x - 5.0, 0.5; x, -1.5; x + 5.0, 0.5).and(polyline!(x, -1.5; x, 1.5));
        pen.line(toes, rgb(traits.legs_color).darker(0.25), 2.2);
    }
    let body = tube!(
        -7.0, base - 4.0, 9.0; -2.0, base - 20.0, 19.0; 2.0, base - 36.0, 20.5;
        head.0 - 2.0, head.1 + 10.0, 17.5; head.0, head.1, 19.0
    );
    if is_stirred {
        for side in [-1.0, 1.0] {
            let raised = smooth!(
                side * 12.0, base - 40.0; side * 34.0, base - 64.0;
                side * 52.0, base - 60.0; side * 50.0, base - 46.0;
                side * 42.0, base - 34.0; side * 30.0, base - 22.0; side * 12.0, base - 20.0
            );
            pen.body(raised, figure.hue(traits.wing));
        }
    }
    pen.marked(&body, figure.hue(traits.back), |pen| {
        let front = tube!(0.0, base - 2.0, 13.0; 5.0, base - 22.0, 16.0; 8.0, base - 42.0, 15.0);
        pen.flat(front, figure.hue(traits.breast));
        for mark in traits.marks {
            draw_breast(pen, figure, *mark, base);
        }
    });
    if !is_stirred {
        draw_folded_wing(pen, figure, traits, base);
    }
    draw_tufts(pen, figure, traits, head);
    draw_face(pen, figure, traits, head);
    figure.draw_ailment(pen, (8.0, base - 24.0), 5.5);
    anchors!(
        mouth head.0 + 4.0, head.1 + 11.0; back -10.0, base - 50.0;
        neck 4.0, base - 44.0; leg 9.0, -3.5; ear head
    )
}

fn draw_breast(pen: &mut Pen, figure: &Figure, mark: Mark, base: f32) {
    match mark {
        Mark::BreastBars(color) => {
            for row in 0..6 {
                let y = base - 6.0 - row as f32 * 6.0;
                let bar = curve!(-10.0, y - 1.5; 5.0, y + 1.0; 20.0, y - 1.5);
                pen.detail(bar, figure.hue(color), 1.3);
            }
        }
        Mark::BreastSpots(color) => {
            let mut spots = Path::default();
            for row in 0..5 {
                for column in 0..4 {
                    let x = -5.0 + column as f32 * 6.6 + (row % 2) as f32 * 3.0;
                    let y = base - 7.0 - row as f32 * 7.0;
                    spots = spots.and(Path::ellipse((x, y), 0.9, 1.9));
                }
            }
            pen.flat(spots, figure.hue(color));
        }
        _ => {}
    }
}

fn draw_folded_wing(pen: &mut Pen, figure: &Figure, traits: &BirdTraits, base: f32) {
    let wing = smooth!(
        -8.0, base - 48.0; -19.0, base - 40.0; -24.0, base - 20.0; -20.0, base + 2.0;
        -15.0, base + 6.0; -15.0, base + 6.0; -8.0, base - 10.0; -5.0, base - 30.0
    );
    pen.marked(&wing, figure.hue(traits.wing), |pen| {
        let tips = smooth!(
            -26.0, base - 14.0; -6.0, base - 16.0; -10.0, base + 8.0; -24.0, base + 8.0
        );
        pen.flat(tips, figure.hue(traits.tips));
        for mark in traits.marks {
            if let Mark::BackSpots(color) = *mark {
                let mut spots = Path::default();
                for row in 0..5 {
                    for column in 0..3 {
                        let at = (
                            -20.0 + column as f32 * 5.0 + (row % 2) as f32 * 2.0,
                            base - 38.0 + row as f32 * 7.0,
                        );
                        spots = spots.and(Path::circle(at, 1.2));
                    }
                }
                pen.flat(spots, figure.hue(color));
            }
        }
    });
    for x in [-20.0, -16.5, -13.0] {
        let line = polyline!(x + 3.0, base - 16.0; x, base - 2.0);
        pen.detail(line, figure.hue(traits.tips).darker(0.5), 0.7);
    }
}

fn draw_tufts(pen: &mut Pen, figure: &Figure, traits: &BirdTraits, head: Point) {
    for mark in traits.marks {
        if let Mark::Crest(color) = *mark {
            for side in [-1.0, 1.0] {
                let from = (head.0 + side * 8.0, head.1 - 12.0);
                let to = (head.0 + side * 17.0, head.1 - 30.0);
                pen.body(Path::blade(from, to, 9.0, 0.35), figure.hue(color));
            }
        }
    }
}

fn draw_face(pen: &mut Pen, figure: &Figure, traits: &BirdTraits, head: Point) {
    let (x, y) = (head.0 + 4.0, head.1 + 1.0);
    let is_heart = figure.species == Species::BarnOwl;
    let disc = if is_heart {
        smooth!(
            x, y - 8.5; x + 8.0, y - 13.0; x + 14.0, y - 5.0; x + 10.0, y + 8.0;
            x, y + 15.0; x - 10.0, y + 8.0; x - 14.0, y - 5.0; x - 8.0, y - 13.0
        )
    } else {
        Path::ellipse((x, y + 1.0), 14.5, 13.0)
    };
    let face = if is_heart { figure.hue(0xFBF7EE) } else { figure.hue(traits.belly) };
    pen.body(disc, face);
    if !is_heart {
        for side in [-1.0, 1.0] {
            let ring = Path::circle((x + side * 6.4, y), 6.6);
            pen.detail(ring, figure.hue(traits.head).darker(0.25), 0.9);
        }
    }
    let brow = curve!(x - 9.0, y - 7.5; x, y + 1.0; x + 9.0, y - 7.5);
    pen.detail(brow, figure.hue(traits.head).darker(0.3), 1.3);
    for side in [-1.0, 1.0] {
        let radius = if is_heart { 3.0 } else { 3.9 };
        figure.draw_eye(pen, (x + side * 6.2, y - 0.5), radius, traits.iris);
    }
    let bill = smooth!(
        x - 2.0, y + 3.0; x + 2.0, y + 3.0; x + 0.6, y + 9.0; x + 0.6, y + 9.0; x - 1.4, y + 7.0
    );
    pen.body(bill, rgb(traits.bill_color));
    if figure.behaviour == Behaviour::Calling {
        pen.flat(Path::ellipse((x, y + 11.5), 2.8, 3.4), rgb(0x6B1B18));
    }
}
