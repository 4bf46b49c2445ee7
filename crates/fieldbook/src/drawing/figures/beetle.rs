//! Beetles, from above.

use super::{Anchors, Figure, larva::draw_grub, traits};
use crate::drawing::canvas::*;
use crate::{Behaviour, Health, LifeStage, Sex, Species};

traits! {
    fn beetle_traits(species: Species) -> BeetleTraits {
        shell: u32, shield: u32, head: u32, legs: u32, width: f32, length: f32,
    }
    Ladybird => 0xD8321F, 0x1E1B1C, 0x1E1B1C, 0x1E1B1C, 27.0, 40.0;
    StagBeetle => 0x5A2A1C, 0x2A211E, 0x241C1A, 0x1E1816, 18.0, 46.0;
    Rosalia => 0x8FB6CC, 0x86AEC6, 0x6E96B0, 0x7FA6BE, 14.0, 54.0;
    SacredScarab => 0x2A2A2E, 0x26262A, 0x1F1F22, 0x1C1C1F, 24.0, 38.0;
    _ => 0x1F8A5A, 0xE0B63A, 0x1A6A48, 0x2A4A3A, 21.0, 42.0;
}

pub(crate) fn draw_beetle(pen: &mut Pen, figure: &Figure) -> Anchors {
    if figure.stage == LifeStage::Larva {
        return draw_grub(pen, figure);
    }
    let traits = beetle_traits(figure.species);
    let is_flying = figure.is_flying();
    let turn = if figure.behaviour == Behaviour::Fighting { -52.0 } else { -38.0 };
    let map = Affine::translate(0.0, if is_flying { 0.0 } else { -30.0 }).rotated(turn);
    pen.within(map, |pen| {
        draw_legs(pen, figure, &traits);
        if is_flying {
            for side in [-1.0, 1.0] {
                let wing = smooth!(
                    side * 6.0, -8.0; side * 40.0, -14.0; side * 62.0, 4.0;
                    side * 54.0, 22.0; side * 24.0, 18.0; side * 4.0, 6.0
                );
                pen.body(wing, rgb(0xE6DDC2).alpha(0.75));
                for end in [(58.0, 4.0), (52.0, 18.0), (34.0, 16.0)] {
                    let stroke = polyline!(side * 6.0, -4.0; side * end.0, end.1);
                    pen.detail(stroke, rgb(0x7A6A4A), 0.8);
                }
            }
            let shape = Path::ellipse((0.0, 14.0), traits.width * 0.6, traits.length * 0.5);
            pen.body(shape, figure.hue(traits.head));
        }
        let shell = shell(&traits);
        for side in [-1.0, 1.0] {
            let open = if is_flying { side * -58.0 } else { 0.0 };
            let hinge = Affine::translate(0.0, -10.0).rotated(open).moved(0.0, 10.0);
            pen.within(hinge, |pen| {
                let half = smooth!(
                    0.0, -12.0; 0.0, -12.0; side * traits.width * 0.72, -10.0;
                    side * traits.width, traits.length * 0.22;
                    side * traits.width * 0.78, traits.length * 0.62;
                    side * traits.width * 0.36, traits.length * 0.81;
                    0.0, traits.length * 0.84; 0.0, traits.length * 0.84
                );
                pen.marked(&half, figure.hue(traits.shell), |pen| {
                    draw_pattern(pen, figure, &traits, side)
                });
            });
        }
        if figure.species == Species::Ladybird && !is_flying {
            pen.flat(Path::circle((0.0, -8.0), 4.4), rgb(0x1E1B1C));
        }
        if !is_flying {
            pen.detail(polyline!(0.0, -12.0; 0.0, traits.length * 0.82), rgb(0x14110F), 1.0);
            let gleam = curve!(
                -traits.width * 0.62, 0.0; -traits.width * 0.74, 12.0; -traits.width * 0.6, 24.0
            );
            pen.clipped(&shell, |pen| pen.line(gleam, rgb(0xFFFFFF).alpha(0.5), 2.6));
        }
        draw_front(pen, figure, &traits);
        figure.draw_ailment(pen, (-4.0, traits.length * 0.3), 5.5);
    });
    Anchors { mouth: map.apply((0.0, -42.0)), back: map.apply((0.0, 6.0)), ..Anchors::default() }
}

fn shell(traits: &BeetleTraits) -> Path {
    smooth!(
        0.0, -12.0; traits.width * 0.72, -10.0; traits.width, traits.length * 0.22;
        traits.width * 0.72, traits.length * 0.66; 0.0, traits.length * 0.84;
        -traits.width * 0.72, traits.length * 0.66;
        -traits.width, traits.length * 0.22; -traits.width * 0.72, -10.0
    )
}

fn draw_legs(pen: &mut Pen, figure: &Figure, traits: &BeetleTraits) {
    let stride = if figure.behaviour == Behaviour::Moving { 9.0 } else { 0.0 };
    for side in [-1.0, 1.0] {
        for (number, (y, knee, foot)) in points!(
            -16.0, (20.0, -28.0), (27.0, -40.0);
            -4.0, (30.0, -6.0), (40.0, 4.0); 8.0, (28.0, 20.0), (34.0, 38.0)
        )
        .into_iter()
        .enumerate()
        {
            let step = if (number % 2 == 0) == (side > 0.0) { stride } else { -stride };
            let root: Point = (side * 6.0, y);
            let knee = (side * (knee.0 + traits.width * 0.3), knee.1 - step);
            let foot = (side * (foot.0 + traits.width * 0.3), foot.1 - step);
            if figure.health == Health::MissingLimb && number == 1 && side < 0.0 {
                let stump = lerp(root, knee, 0.85);
                pen.line(polyline!(root; stump), figure.hue(traits.legs), 3.2);
                pen.flat(Path::circle(stump, 3.0), rgb(0xB5261E));
                continue;
            }
            pen.line(polyline!(root; knee), figure.hue(traits.legs), 3.4);
            pen.line(polyline!(knee; foot), figure.hue(traits.legs), 2.0);
        }
    }
}

fn draw_front(pen: &mut Pen, figure: &Figure, traits: &BeetleTraits) {
    let w = traits.width;
    let is_stag = figure.species == Species::StagBeetle;
    for side in [-1.0, 1.0] {
        let feeler = match figure.species {
            Species::Rosalia => curve!(
                side * 4.0, -32.0; side * 30.0, -56.0; side * 62.0, -34.0; side * 72.0, 4.0
            ),
            _ => curve!(side * 4.0, -34.0; side * 15.0, -42.0; side * 21.0, -37.0),
        };
        pen.line(feeler, figure.hue(traits.legs), 1.7);
        if figure.species == Species::Rosalia {
            for p in [(22.0, -50.0), (42.0, -49.5), (58.0, -38.0), (67.0, -20.0)] {
                pen.flat(Path::circle((side * p.0, p.1), 3.2), figure.hue(0x1E2228));
            }
        }
        if is_stag {
            let is_male = figure.sex != Some(Sex::Female);
            let jaw = if is_male {
                smooth!(
                    side * 5.0, -38.0; side * 17.0, -52.0; side * 17.0, -68.0;
                    side * 8.0, -76.0; side * 8.0, -76.0; side * 11.0, -66.0;
                    side * 4.5, -62.0; side * 4.5, -62.0; side * 10.0, -54.0; side * 1.0, -40.0
                )
            } else {
                smooth!(
                    side * 5.0, -38.0; side * 9.0, -44.0;
                    side * 3.0, -49.0; side * 3.0, -49.0; side * 2.0, -40.0
                )
            };
            pen.body(jaw, figure.hue(0x7A2E1C));
        }
    }
    let head = if figure.species == Species::SacredScarab {
        polygon!(
            -15.0, -26.0; -17.0, -36.0; -10.0, -37.0; -8.0, -43.0; -3.0, -40.0;
            0.0, -45.0; 3.0, -40.0; 8.0, -43.0; 10.0, -37.0; 17.0, -36.0; 15.0, -26.0
        )
    } else {
        Path::ellipse((0.0, -32.0), w * 0.46 + if is_stag { 4.0 } else { 0.0 }, 9.0)
    };
    pen.body(head, figure.hue(traits.head));
    for side in [-1.0, 1.0] {
        figure.draw_eye(pen, (side * w * 0.36, -34.0), 2.4, 0x14110F);
    }
    let shield = smooth!(
        -w * 0.66, -12.0; -w * 0.78, -20.0; -w * 0.5, -28.0;
        w * 0.5, -28.0; w * 0.78, -20.0; w * 0.66, -12.0; 0.0, -10.0
    );
    pen.body(shield, figure.hue(traits.shield));
    match figure.species {
        Species::Ladybird => {
            for side in [-1.0, 1.0] {
                pen.flat(Path::ellipse((side * w * 0.52, -21.0), 4.2, 5.0), rgb(0xF4EFE2));
                pen.flat(Path::circle((side * 5.0, -35.0), 2.2), rgb(0xF4EFE2));
            }
        }
        Species::Rosalia => pen.flat(Path::ellipse((0.0, -21.0), 5.0, 4.0), figure.hue(0x1E2228)),
        _ => {}
    }
}

fn draw_pattern(pen: &mut Pen, figure: &Figure, traits: &BeetleTraits, side: f32) {
    let dark = figure.hue(0x1E1B1C);
    match figure.species {
        Species::Ladybird => {
            for (x, y, r) in [(0.48, 0.06, 4.4), (0.66, 0.36, 4.8), (0.34, 0.60, 4.4)] {
                pen.flat(Path::circle((side * traits.width * x, traits.length * y), r), dark);
            }
        }
        Species::Rosalia => {
            for (y, w) in [(-0.02, 5.0), (0.30, 7.0), (0.60, 4.0)] {
                let patch = Path::ellipse(
                    (side * traits.width * 0.5, traits.length * y),
                    traits.width * 0.55,
                    w,
                );
                pen.flat(patch, figure.hue(0x1E2228));
            }
        }
        Species::HarlequinChafer => {
            for (x, y) in [(0.3, 0.05), (0.66, 0.22), (0.3, 0.38), (0.6, 0.55)] {
                let (cx, cy) = (side * traits.width * x, traits.length * y);
                let lozenge = polygon!(cx, cy - 5.0; cx + 3.4, cy; cx, cy + 5.0; cx - 3.4, cy);
                pen.flat(lozenge, figure.hue(0xF0C53A));
            }
        }
        _ => {
            for share in [0.3, 0.6] {
                let groove = points!(
                    side * traits.width * share, -8.0;
                    side * traits.width * (share + 0.12), traits.length * 0.3;
                    side * traits.width * share * 0.7, traits.length * 0.7
                );
                pen.detail(Path::curve(&groove), figure.hue(traits.shell).darker(0.6), 1.0);
            }
        }
    }
}
