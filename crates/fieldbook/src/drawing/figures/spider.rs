//! Spiders, from above.

use super::{Anchors, Figure, egg::draw_eggs};
use crate::drawing::canvas::*;
use crate::{Behaviour, Health, LifeStage, Species, Substrate};

pub(crate) fn draw_spider(pen: &mut Pen, figure: &Figure) -> Anchors {
    if figure.stage == LifeStage::Egg {
        return draw_eggs(pen, figure);
    }
    let (body, mark, leg, band) = match figure.species {
        Species::WaspSpider => (0xF2D43A, 0x1E1B1A, 0xC9A86A, 0x3A2C20),
        Species::ZebraJumper => (0x2A2726, 0xF3EFE6, 0x4A4340, 0xD9D2C6),
        Species::DewVeilSpider => (0xC9D6E2, 0x5C86B4, 0x8FA6BE, 0x46607E),
        _ => (0xA8683A, 0xF6EFDF, 0xB98A5A, 0x5A3A22),
    };
    let is_jumper = figure.species == Species::ZebraJumper;
    let on_web = matches!(figure.substrate, Substrate::Web | Substrate::Bark);
    let lift = if on_web { 0.0 } else { -26.0 };
    let turn = if on_web { 168.0 } else { -58.0 };
    let pale = if figure.is_young() { 0.55 } else { 0.0 };
    let hue = |code: u32| figure.hue(code).mix(rgb(0xF0E6C8), pale);
    let map = Affine::translate(0.0, lift).rotated(turn);
    pen.within(map, |pen| {
        draw_legs(pen, figure, &hue, leg, band);
        let wide = if is_jumper { 12.0 } else { 17.0 };
        let abdomen = smooth!(
            0.0, -4.0; wide * 0.75, 2.0; wide, 14.0; wide * 0.6, 30.0;
            0.0, 37.0; -wide * 0.6, 30.0; -wide, 14.0; -wide * 0.75, 2.0
        );
        pen.marked(&abdomen, hue(body), |pen| draw_pattern(pen, figure, &hue, mark, band));
        let shape = Path::ellipse(
            (0.0, -12.0),
            if is_jumper { 12.0 } else { 9.5 },
            if is_jumper { 11.0 } else { 9.0 },
        );
        pen.body(shape, hue(if is_jumper { body } else { leg }));
        if is_jumper {
            pen.line(curve!(-10.0, -8.0; 0.0, -4.5; 10.0, -8.0), hue(mark), 3.0);
        }
        let eye = if is_jumper { 3.2 } else { 1.6 };
        for (x, y, k) in
            points!(-3.4, -18.0, 1.0; 3.4, -18.0, 1.0; -7.0, -15.5, 0.62; 7.0, -15.5, 0.62)
        {
            figure.draw_eye(pen, (x, y), eye * k, 0x1A1614);
        }
        for side in [-1.0, 1.0] {
            pen.line(polyline!(side * 2.4, -20.0; side * 3.4, -25.0), hue(band), 2.6);
        }
        figure.draw_ailment(pen, (2.0, 12.0), 4.8);
    });
    Anchors { mouth: map.apply((0.0, -28.0)), back: map.apply((0.0, 10.0)), ..Anchors::default() }
}

/// Legs: the first and second pair to the front, the fourth to the back.
fn draw_legs(pen: &mut Pen, figure: &Figure, hue: &impl Fn(u32) -> Color, leg: u32, band: u32) {
    let is_jumper = figure.species == Species::ZebraJumper;
    let rears = figure.behaviour == Behaviour::Displaying;
    let strides = figure.behaviour == Behaviour::Moving;
    let long = if is_jumper { 0.66 } else { 1.0 };
    for side in [-1.0, 1.0] {
        let pairs: [(Point, Point); 4] = points!(
            (17.0, -34.0), (15.0, -58.0); (30.0, -22.0), (40.0, -38.0);
            (28.0, -4.0), (40.0, 8.0); (24.0, 12.0), (30.0, 44.0)
        );
        for (number, (knee, foot)) in pairs.into_iter().enumerate() {
            let step = if strides && (number % 2 == 0) == (side > 0.0) { 8.0 } else { 0.0 };
            let root = (side * 5.0, -10.0 + number as f32 * 3.0);
            let (mut knee, mut foot) = (
                (side * knee.0 * long, knee.1 * long - step),
                (side * foot.0 * long, foot.1 * long - step),
            );
            if rears && number == 0 {
                knee = (side * 32.0 * long, -30.0);
                foot = (side * 26.0 * long, -68.0);
            }
            if figure.health == Health::MissingLimb && number == 1 && side < 0.0 {
                let stump = (root.0 - 6.0, root.1 - 4.0);
                pen.line(polyline!(root; stump), hue(leg), 3.2);
                pen.flat(Path::circle(stump, 2.8), rgb(0xB5261E));
                continue;
            }
            let width = if is_jumper { 5.0 } else { 3.4 };
            pen.line(curve!(root; knee; foot), hue(leg).darker(0.35), width + 0.9);
            pen.line(curve!(root; knee; foot), hue(leg), width);
            for share in [0.25, 0.6, 0.92] {
                let at = if share < 0.5 {
                    lerp(root, knee, share * 2.0)
                } else {
                    lerp(knee, foot, share * 2.0 - 1.0)
                };
                pen.flat(Path::circle(at, width * 0.52), hue(band));
            }
        }
    }
}

/// Markings of the abdomen.
fn draw_pattern(pen: &mut Pen, figure: &Figure, hue: &impl Fn(u32) -> Color, mark: u32, band: u32) {
    match figure.species {
        Species::WaspSpider => {
            for y in [3.0, 9.5, 16.0, 22.5, 29.0] {
                pen.line(curve!(-20.0, y - 1.0; 0.0, y + 1.5; 20.0, y - 1.0), hue(mark), 2.8);
            }
        }
        Species::ZebraJumper => {
            for y in [4.0, 15.0, 26.0] {
                pen.line(curve!(-16.0, y + 4.0; 0.0, y - 2.0; 16.0, y + 4.0), hue(mark), 3.8);
            }
        }
        Species::DewVeilSpider => {
            for (x, y) in points!(-7.0, 6.0; 7.0, 6.0; 0.0, 15.0; -8.0, 22.0; 8.0, 22.0; 0.0, 30.0)
            {
                pen.flat(Path::ellipse((x, y), 4.2, 3.6), hue(mark));
                pen.flat(Path::circle((x - 1.0, y - 1.0), 1.6), rgb(0xFFFFFF));
            }
        }
        _ => {
            pen.flat(Path::ellipse((0.0, 26.0), 9.0, 12.0), hue(band));
            let cross = points!(
                0.0, 3.0; 0.0, 7.5; 0.0, 12.0; 0.0, 16.5; 0.0, 21.0;
                -8.0, 10.0; -4.4, 10.5; 4.4, 10.5; 8.0, 10.0
            );
            let dots =
                cross.iter().fold(Path::default(), |path, p| path.and(Path::circle(*p, 2.3)));
            pen.flat(dots, hue(mark));
        }
    }
}
