//! Bees, from the side.

use super::{Anchors, Figure, bird::fluff};
use crate::drawing::canvas::*;
use crate::{Health, Species};

pub(crate) fn draw_bee(pen: &mut Pen, figure: &Figure) -> Anchors {
    let (fur, abdomen, band, tail, fat) = match figure.species {
        Species::Bumblebee => (0x26211C, 0x28231E, 0xF0C02E, 0xF4EFE4, 1.25),
        Species::TealMasonBee => (0x2A8C96, 0x1E6A86, 0x6FE0D2, 0x1A4C68, 1.0),
        _ => (0xB98A42, 0xD99A34, 0x3A2818, 0x3A2818, 1.0),
    };
    let is_flying = figure.is_flying();
    let lift = if is_flying { 0.0 } else { -20.0 };
    pen.within(Affine::translate(0.0, lift), |pen| {
        draw_legs(pen, figure);
        draw_wings(pen, is_flying);
        let belly = tube!(
            -40.0, 8.0, 2.0; -30.0, 4.0, 10.0 * fat; -16.0, 0.0, 13.0 * fat; -4.0, -1.0, 10.0 * fat
        );
        pen.marked(&belly, figure.hue(abdomen), |pen| {
            if figure.species == Species::Bumblebee {
                pen.line(curve!(-14.0, -20.0; -19.0, 0.0; -14.0, 20.0), figure.hue(band), 8.0);
                pen.flat(Path::circle((-42.0, 8.0), 12.5), figure.hue(tail));
            } else {
                for x in [-34.0, -26.0, -18.0, -10.0] {
                    let stroke = curve!(x + 2.0, -18.0; x - 2.0, 2.0; x + 2.0, 18.0);
                    pen.line(stroke, figure.hue(band), 3.4);
                }
            }
        });
        let thorax = fluff((6.0, -2.0), 12.0 * fat, 11.5 * fat);
        pen.body(thorax.clone(), figure.hue(fur));
        if figure.species == Species::Bumblebee {
            pen.clipped(&thorax, |pen| {
                pen.line(curve!(10.0, -18.0; 15.0, -2.0; 11.0, 14.0), figure.hue(band), 7.0);
            });
        }
        pen.body(Path::ellipse((22.0, 2.0), 8.0, 9.0), figure.hue(fur).darker(0.45));
        figure.draw_eye(pen, (24.5, 0.0), 4.2, 0x2A1C14);
        for end in [(36.0, -14.0), (40.0, -7.0)] {
            pen.line(polyline!(25.0, -6.0; 31.0, -11.0; end), figure.hue(0x1E1814), 1.4);
        }
        pen.line(polyline!(25.0, 9.0; 28.0, 15.0), rgb(0x3A2818), 1.6);
        figure.draw_ailment(pen, (-18.0, 2.0), 5.0);
    });
    Anchors { mouth: (28.0, lift + 16.0), back: (-10.0, lift - 12.0), ..Anchors::default() }
}

/// Legs, the hind one with its pollen basket.
fn draw_legs(pen: &mut Pen, figure: &Figure) {
    let is_flying = figure.is_flying();
    for (number, (x, foot)) in [(-4.0, -12.0), (3.0, 3.0), (9.0, 15.0)].into_iter().enumerate() {
        if figure.health == Health::MissingLimb && number == 1 {
            pen.flat(Path::circle((x, 12.0), 2.6), rgb(0xB5261E));
            continue;
        }
        let knee = (foot + 3.0, if is_flying { 15.0 } else { 11.0 });
        let leg = polyline!(x, 6.0; knee; foot, 20.0);
        pen.line(leg, figure.hue(0x241C16), 2.2);
        if number == 0 {
            pen.body(Path::ellipse((knee.0 - 1.0, knee.1 + 2.0), 3.6, 4.4), figure.hue(0xF2B92E));
        }
    }
}

/// Far and near wing.
fn draw_wings(pen: &mut Pen, is_flying: bool) {
    let wing_turn = if is_flying { 24.0 } else { 0.0 };
    for (is_far, turn) in [(true, 16.0), (false, -6.0)] {
        let map = Affine::translate(2.0, -8.0)
            .rotated(turn - wing_turn * if is_far { -0.6 } else { 0.4 });
        pen.within(map, |pen| {
            let fore = smooth!(
                0.0, 0.0; -16.0, -22.0; -34.0, -34.0; -42.0, -28.0; -36.0, -14.0; -18.0, -2.0
            );
            pen.body(fore, rgb(0xE3EDF0).alpha(0.72));
            pen.detail(curve!(0.0, 0.0; -20.0, -16.0; -38.0, -27.0), rgb(0x6A6258), 0.9);
            pen.detail(curve!(-6.0, -3.0; -22.0, -10.0; -35.0, -17.0), rgb(0x6A6258), 0.7);
        });
    }
}
