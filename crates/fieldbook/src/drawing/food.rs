//! Small things at the mouth: food, twigs, a voice; and the marks of a fight.

use super::canvas::*;
use super::figures::Figure;
use crate::{Group, LifeStage};

/// Food at the mouth, in the units of the figure; the ground is at y = 0.
pub(super) fn draw_food(pen: &mut Pen, figure: &Figure, mouth: Point) {
    let (x, y) = mouth;
    match figure.group() {
        group if group.is_bird() => {
            let worm = points!(
                x - 3.0, y + 1.0; x + 2.0, y + 3.0; x + 1.0, y + 8.0;
                x + 6.0, y + 10.0; x + 5.0, y + 15.0
            );
            pen.line(Path::curve(&worm), rgb(0x7A2E2E), 3.9);
            pen.line(Path::curve(&worm), rgb(0xE08A86), 2.7);
        }
        Group::Mammal => {
            let stroke = curve!(x - 2.0, y + 8.0; x + 4.0, y + 1.0; x + 13.0, y - 5.0);
            pen.line(stroke, rgb(0x4E7A34), 1.6);
            for (dx, dy) in [(2.0, 2.0), (7.5, 4.0), (4.0, 8.0), (11.0, -1.0), (9.0, 10.0)] {
                pen.body(Path::circle((x + dx, y + dy), 3.3), rgb(0xC42440));
                pen.flat(Path::circle((x + dx - 1.0, y + dy - 1.0), 0.8), rgb(0xFFFFFF));
            }
        }
        Group::Fish => {
            for i in 0..15_u32 {
                let at = (x + 3.0 + (i * 13 % 27) as f32, y - 13.0 + (i * 17 % 29) as f32);
                pen.flat(Path::circle(at, 1.2 + (i % 2) as f32 * 0.7), rgb(0xFBE7A6));
            }
        }
        Group::Amphibian | Group::Reptile => {
            let end = plus((x, y), (22.0, -9.0));
            if figure.group() == Group::Amphibian {
                pen.line(curve!(x - 3.0, y; x + 10.0, y - 7.0; end), rgb(0xE0707A), 3.0);
            }
            let fly = if figure.group() == Group::Amphibian { end } else { (x + 3.0, y + 1.0) };
            let shape = Path::blade(fly, plus(fly, polar(10.0, 120.0)), 5.0, 0.6);
            pen.body(shape, rgb(0xE6EFF2).alpha(0.85));
            let shape = Path::blade(fly, plus(fly, polar(10.0, 60.0)), 5.0, 0.6);
            pen.body(shape, rgb(0xE6EFF2).alpha(0.85));
            pen.body(Path::ellipse(fly, 4.6, 3.4), rgb(0x2A2E38));
        }
        Group::Spider => {
            let bundle = Path::ellipse((x + 3.0, y + 3.0), 11.0, 7.5);
            pen.marked(&bundle, rgb(0xEFEADC), |pen| {
                for dx in [-8.0, -3.0, 2.0, 7.0] {
                    let stroke = polyline!(x + dx, y - 6.0; x + dx + 6.0, y + 12.0);
                    pen.line(stroke, rgb(0xB5AA92), 1.0);
                }
            });
        }
        Group::Butterfly if figure.stage == LifeStage::Larva => {
            let shape = Path::blade((x + 26.0, y + 14.0), (x - 4.0, y - 4.0), 16.0, 0.4);
            pen.body(shape, rgb(0x7FB04A));
            for (dx, dy) in [(1.0, -3.0), (6.0, -4.0), (2.0, 3.0)] {
                pen.flat(Path::circle((x + dx, y + dy), 3.4), rgb(0x2E4A22));
            }
        }
        Group::Crustacean | Group::Mollusc => {
            for (dx, bend) in [(2.0, -7.0), (7.0, -3.0), (12.0, 2.0)] {
                let blade =
                    [(x + dx - 6.0, y + 9.0), (x + dx, y + bend * 0.4), (x + dx + 9.0, y + bend)];
                pen.line(Path::curve(&blade), rgb(0x2E6A34), 5.2);
                pen.line(Path::curve(&blade), rgb(0x6FB04A), 3.6);
            }
        }
        _ => {
            pen.body(Path::circle((x + 5.0, y + 2.0), 7.5), rgb(0xE8A23A));
            pen.flat(Path::circle((x + 2.5, y - 0.5), 2.0), rgb(0xFFF3D0));
            let shape = Path::blade((x + 6.0, y - 5.0), (x + 15.0, y - 12.0), 5.0, 0.5);
            pen.body(shape, rgb(0x5E9A42));
        }
    }
}

/// Twigs for a nest.
pub(super) fn draw_twigs(pen: &mut Pen, mouth: Point) {
    let (x, y) = mouth;
    for (dx, dy, color) in [(19.0, 5.0, 0x6A4A2C), (17.0, -5.0, 0x9A7444), (14.0, 11.0, 0x7A5634)] {
        let twig = curve!(x - dx, y - dy * 0.7; x, y; x + dx, y + dy);
        pen.line(twig, rgb(color), 1.9);
    }
    pen.line(polyline!(x + 10.0, y + 2.6; x + 15.0, y - 4.0), rgb(0x6A4A2C), 1.3);
}

/// Sound waves going out from the mouth.
pub(super) fn draw_voice(pen: &mut Pen, mouth: Point) {
    for reach in [9.0, 15.0, 21.0] {
        let arc: Vec<Point> =
            [-34.0, 0.0, 34.0].iter().map(|turn| plus(mouth, polar(reach, 22.0 + turn))).collect();
        pen.unlit_line(Path::curve(&arc), rgb(0x2A2622).alpha(0.5), 2.5);
        pen.unlit_line(Path::curve(&arc), rgb(0xFFFDF4), 1.5);
    }
}

/// Rays between two that fight.
pub(super) fn draw_scuffle(pen: &mut Pen, at: Point) {
    for i in 0..9 {
        let degrees = i as f32 * 40.0 + 10.0;
        let reach = if i % 2 == 0 { 9.5 } else { 7.2 };
        let ray = polyline!(
            plus(at, polar(reach * 0.55, degrees)); plus(at, polar(reach, degrees))
        );
        pen.unlit_line(ray.clone(), rgb(0x7A1E14).alpha(0.7), 1.5);
        pen.unlit_line(ray, rgb(0xFFF3D6), 0.8);
    }
}
