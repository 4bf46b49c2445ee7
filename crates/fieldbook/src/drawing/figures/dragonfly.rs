//! Dragonflies and damselflies.

use super::{Anchors, Figure, larva::draw_nymph};
use crate::drawing::canvas::*;
use crate::{Health, LifeStage, Sex, Species};

pub(crate) fn draw_dragonfly(pen: &mut Pen, figure: &Figure) -> Anchors {
    if figure.stage == LifeStage::Larva {
        return draw_nymph(pen, figure);
    }
    let is_female = figure.sex == Some(Sex::Female);
    let (thorax, abdomen, line, eyes) = match figure.species {
        Species::EmperorDragonfly if is_female => (0x6E9A3E, 0x7FA84A, 0x4A3A22, 0x8AA63E),
        Species::EmperorDragonfly => (0x5E9A42, 0x3C8AD8, 0x1E2A44, 0x4AA6C8),
        Species::RuddyDarter if is_female => (0xA88A42, 0xC79A3E, 0x3A2A18, 0x8A5A3A),
        Species::RuddyDarter => (0x7A2A20, 0xD8301F, 0x2A1412, 0x8A2A20),
        Species::BandedDemoiselle if is_female => (0x3E8A5A, 0x4A9A62, 0x1E4A32, 0x6A4A32),
        Species::GlassfireDarter => (0x6A3A8A, 0xF09A2E, 0x3A1E4A, 0xE8602A),
        _ => (0x1E4A9A, 0x2456B0, 0x14245A, 0x241E2E),
    };
    let is_damsel = figure.species == Species::BandedDemoiselle;
    let is_flying = figure.is_flying();
    let lift = if is_flying { 0.0 } else { -14.0 };
    let map = Affine::translate(0.0, lift).rotated(if is_flying { 14.0 } else { 22.0 });
    pen.within(map, |pen| {
        for x in [12.0, 17.0, 21.0] {
            let reach = if is_flying { 9.0 } else { 15.0 };
            let stroke = polyline!(x, 4.0; x + 5.0, reach * 0.6; x + 3.0, reach);
            pen.line(stroke, figure.hue(0x1E1A16), 1.5);
        }
        // Far wings, body, near wings.
        draw_wings(pen, figure, is_damsel, is_female, true);
        let body = tube!(
            -66.0, 0.0, 1.8; -50.0, 0.0, 2.7; -24.0, 0.0, 2.2;
            -6.0, -1.0, 3.6; 4.0, -2.0, 6.0; 14.0, -3.0, 8.0; 22.0, -2.0, 6.0
        );
        pen.marked(&body, figure.hue(thorax), |pen| {
            pen.flat(Path::rectangle((-72.0, -10.0), (-2.0, 10.0)), figure.hue(abdomen));
            for x in [-58.0, -48.0, -38.0, -28.0, -18.0, -8.0] {
                pen.detail(polyline!(x, -6.0; x, 6.0), figure.hue(line), 1.4);
            }
            pen.line(polyline!(-70.0, -1.5; 0.0, -2.5), figure.hue(line), 1.0);
        });
        pen.line(polyline!(8.0, -8.0; 12.0, 4.0), figure.hue(line), 1.6);
        pen.body(Path::ellipse((29.0, -2.0), 6.0, 6.5), figure.hue(thorax));
        pen.body(Path::circle((30.0, -5.0), 5.6), figure.hue(eyes));
        pen.flat(Path::circle((28.6, -6.6), 1.4), rgb(0xFFFFFF));
        if figure.is_dead() {
            pen.dead_eye((30.0, -5.0), 3.4);
        }
        draw_wings(pen, figure, is_damsel, is_female, false);
        figure.draw_ailment(pen, (-2.0, -1.0), 5.0);
    });
    Anchors { mouth: map.apply((35.0, 1.0)), back: map.apply((8.0, -10.0)), ..Anchors::default() }
}

fn draw_wings(pen: &mut Pen, figure: &Figure, is_damsel: bool, is_female: bool, is_far: bool) {
    let turns: [f32; 2] = if is_far { [68.0, 96.0] } else { [-118.0, -142.0] };
    let clear = if is_damsel && is_female { rgb(0xC9DDB0) } else { rgb(0xE6EFF2) };
    for (number, turn) in turns.into_iter().enumerate() {
        let length = if number == 0 { 56.0 } else { 51.0 };
        let foreshortened = if is_far { 0.82 } else { 0.74 };
        let is_torn = figure.health == Health::MissingLimb && !is_far && number == 0;
        let length = if is_torn { length * 0.42 } else { length };
        let root = (13.0 - number as f32 * 7.0, if is_far { -8.0 } else { -2.0 });
        let map = Affine::translate(root.0, root.1).rotated(turn).scaled(foreshortened, 1.0);
        pen.within(map, |pen| {
            let mut outline = vec![(0.0, -1.5), (length * 0.4, -5.0), (length * 0.9, -6.0)];
            if is_torn {
                outline.extend(points!(
                    length, -2.0; length, -2.0; length * 0.84, 1.0;
                    length * 0.84, 1.0; length * 1.06, 6.0; length * 1.06, 6.0
                ));
            } else {
                outline.extend([(length, -1.0), (length * 0.92, 7.0)]);
            }
            outline.extend([
                (length * 0.5, 9.0 + number as f32 * 2.0),
                (length * 0.14, 6.0 + number as f32 * 2.0),
            ]);
            let wing = Path::smooth(&outline);
            pen.marked(&wing, clear.alpha(0.62), |pen| {
                if is_damsel && !is_female {
                    let patch = Path::ellipse((length * 0.62, 1.0), length * 0.24, 14.0);
                    pen.flat(patch, figure.hue(0x1B2A6A).alpha(0.9));
                }
                if figure.species == Species::GlassfireDarter {
                    pen.flat(Path::circle((length, 1.0), 17.0), figure.hue(0xF7A62E).alpha(0.85));
                }
                if figure.species == Species::RuddyDarter {
                    pen.flat(Path::circle((0.0, 2.0), 9.0), figure.hue(0xE89A3E).alpha(0.7));
                }
                let ink = rgb(0x4A463E).alpha(0.7);
                pen.detail(polyline!(0.0, 0.0; length, 0.0), ink, 0.7);
                pen.detail(curve!(0.0, 2.0; length * 0.5, 5.0; length * 0.9, 4.0), ink, 0.5);
                for share in [0.3, 0.5, 0.7] {
                    let top = lerp((0.0, -6.0), (length, -6.0), share);
                    pen.detail(polyline!(top; top.0 - 3.0, 12.0), ink, 0.4);
                }
            });
            if !is_torn {
                let patch = Path::rectangle((length * 0.80, -5.4), (length * 0.91, -3.0));
                pen.flat(patch, rgb(0x3A2A1C));
            }
        });
    }
}
