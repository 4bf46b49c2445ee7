//! Snakes, lizards, tortoises and turtles.

use super::{
    color::rgb,
    egg::draw_eggs,
    figure::{Anchors, Figure},
    geometry::{Path, Point},
    pen::Pen,
};
use crate::fieldbook::{Behaviour, Health, LifeStage, Sex, Species};

pub(super) fn draw_reptile(pen: &mut Pen, figure: &Figure) -> Anchors {
    if figure.stage == LifeStage::Egg {
        return draw_eggs(pen, figure);
    }
    let hatches = figure.behaviour == Behaviour::Hatching;
    if hatches {
        let shell = Path::smooth(&[
            (-44.0, -12.0),
            (-34.0, -28.0),
            (-6.0, -30.0),
            (12.0, -18.0),
            (8.0, 0.0),
            (-34.0, 0.0),
        ]);
        pen.body(shell, rgb(0xD9CFB8));
    }
    let anchors = match figure.species {
        Species::GrassSnake | Species::Adder => draw_snake(pen, figure),
        Species::Tortoise => draw_tortoise(pen, figure),
        Species::SeaTurtle => draw_turtle(pen, figure),
        _ => draw_lizard(pen, figure),
    };
    if hatches {
        let front = Path::polygon(&[
            (-46.0, -12.0),
            (-38.0, -19.0),
            (-31.0, -12.0),
            (-23.0, -20.0),
            (-15.0, -11.0),
            (-8.0, -19.0),
            (2.0, -12.0),
            (8.0, -16.0),
            (9.0, -4.0),
            (2.0, 2.0),
            (-36.0, 2.0),
        ]);
        pen.body(front, rgb(0xF3ECDC));
        pen.body(
            Path::polygon(&[
                (20.0, 2.0),
                (22.0, -7.0),
                (28.0, -4.0),
                (34.0, -9.0),
                (38.0, 0.0),
                (30.0, 4.0),
            ]),
            rgb(0xF3ECDC),
        );
    }
    anchors
}

fn draw_snake(pen: &mut Pen, figure: &Figure) -> Anchors {
    use Behaviour as B;
    let is_adder = figure.species == Species::Adder;
    let (base, belly, mark) = match (is_adder, figure.sex) {
        (true, Some(Sex::Female)) => (0xA8754A, 0xC9A47A, 0x5A3420),
        (true, _) => (0xB4B2AA, 0xD6D3CA, 0x1F1D1E),
        _ => (0x6F7A4A, 0xC9CBA0, 0x2A2A20),
    };
    let thick = if figure.is_young() { 4.2 } else { 6.6 };
    let raised = matches!(figure.behaviour, B::Fighting | B::Feeding | B::CarryingPrey);
    let is_flat = matches!(figure.behaviour, B::Moving | B::Swimming);
    let spine: Vec<(f32, f32, f32)> = if is_flat {
        let lift = if figure.behaviour == B::Swimming { -3.0 } else { -7.0 };
        (0..13)
            .map(|i| {
                let t = i as f32 / 12.0;
                let taper = (t * 5.0).min(1.0) * 0.9 + 0.1;
                (
                    -62.0 + 112.0 * t,
                    lift - 9.0 - 9.0 * libm::sinf(t * 11.0),
                    thick * taper * if i == 12 { 0.85 } else { 1.0 },
                )
            })
            .collect()
    } else {
        // A flat coil, then the head end.
        let mut coil: Vec<(f32, f32, f32)> = (0..15)
            .map(|i| {
                let t = i as f32 / 14.0;
                let angle = 1.2 + t * 9.4;
                let reach = 40.0 - t * 16.0;
                (
                    reach * libm::cosf(angle) - 4.0,
                    -12.0 - t * 6.0 - reach * 0.26 * libm::sinf(angle),
                    thick * (t * 4.0 + 0.15).min(1.0),
                )
            })
            .collect();
        let head: [(f32, f32, f32); 3] = if raised {
            [(8.0, -34.0, thick), (6.0, -52.0, thick * 0.9), (22.0, -58.0, thick * 0.85)]
        } else {
            [(4.0, -28.0, thick), (20.0, -31.0, thick * 0.9), (34.0, -24.0, thick * 0.85)]
        };
        coil.extend(head);
        coil
    };
    // Piece by piece, so that the coil lies over itself.
    let n = spine.len();
    for start in (0..n - 2).step_by(2) {
        let end = (start + 4).min(n);
        let piece = Path::tube(&spine[start..end]);
        pen.body(piece.clone(), figure.hue(base));
        pen.clipped(&piece, |pen| {
            let points: Vec<Point> = spine[start..end].iter().map(|p| (p.0, p.1)).collect();
            let under: Vec<Point> = points.iter().map(|p| (p.0, p.1 + thick * 0.85)).collect();
            pen.line(Path::curve(&under), figure.hue(belly), thick * 0.5);
            if is_adder {
                let mut zigzag = Vec::new();
                for pair in points.windows(2) {
                    for step in 0..3 {
                        let share = step as f32 / 3.0;
                        let side = if step % 2 == 0 { -1.0 } else { 1.0 };
                        zigzag.push((
                            pair[0].0 + (pair[1].0 - pair[0].0) * share,
                            pair[0].1 + (pair[1].1 - pair[0].1) * share - thick * 0.25
                                + side * thick * 0.38,
                        ));
                    }
                }
                pen.line(Path::polyline(&zigzag), figure.hue(mark), thick * 0.42);
            } else {
                let spots = points.iter().fold(Path::default(), |path, p| {
                    path.and(Path::circle((p.0 + 2.0, p.1 - 1.0), thick * 0.22))
                        .and(Path::circle((p.0 - 3.0, p.1 + 1.5), thick * 0.18))
                });
                pen.flat(spots, figure.hue(mark));
            }
        });
    }
    let head = spine[n - 1];
    let (x, y) = (head.0 + 3.0, head.1);
    let k = if figure.is_young() { 0.8 } else { 1.0 };
    if raised {
        pen.flat(
            Path::polygon(&[
                (x + 2.0 * k, y + 2.0),
                (x + 15.0 * k, y - 1.0),
                (x + 12.0 * k, y + 7.0 * k),
            ]),
            rgb(0xC4463C),
        );
    }
    if !is_adder {
        pen.flat(Path::circle((x - 5.0 * k, y + 0.5), thick * 0.9), figure.hue(0xF2D23A));
        pen.flat(Path::circle((x - 8.5 * k, y + 0.5), thick * 0.8), figure.hue(mark));
    }
    let skull = Path::smooth(&[
        (x - 6.0 * k, y - 6.0 * k),
        (x + 6.0 * k, y - 6.4 * k),
        (x + 16.0 * k, y - 1.0),
        (x + 14.0 * k, y + 3.0 * k),
        (x + 2.0 * k, y + 6.0 * k),
        (x - 6.0 * k, y + 5.0 * k),
    ]);
    pen.body(skull, figure.hue(base));
    pen.line(
        Path::polyline(&[(x + 15.0 * k, y + 2.0), (x + 22.0 * k, y + 3.0)]),
        rgb(0x2A1418),
        1.1,
    );
    pen.line(
        Path::polyline(&[
            (x + 26.0 * k, y + 0.5),
            (x + 22.0 * k, y + 3.0),
            (x + 26.0 * k, y + 6.0),
        ]),
        rgb(0x2A1418),
        0.9,
    );
    figure.draw_eye(pen, (x + 7.0 * k, y - 2.0), 2.0, if is_adder { 0xC4402A } else { 0xE0B23A });
    let middle = spine[n / 2];
    figure.draw_ailment(pen, (middle.0, middle.1), 4.6);
    Anchors {
        mouth: (x + 14.0 * k, y + 4.0),
        back: (-10.0, -28.0),
        center: (-4.0, -18.0),
        neck: (x - 8.0, y),
        leg: (0.0, -3.0),
        ear: (x, y),
    }
}

fn draw_lizard(pen: &mut Pen, figure: &Figure) -> Anchors {
    use Behaviour as B;
    let is_gecko = figure.species == Species::TokayGecko;
    let is_skink = figure.species == Species::OpalSkink;
    let (base, belly, mark) = match figure.species {
        Species::TokayGecko => (0x7C93A8, 0xC3CDD4, 0xE8702E),
        Species::OpalSkink => (0x6A4C9A, 0xC9B8E6, 0x4FE0CE),
        _ => (0x5FA83A, 0xE3E39A, 0x2E4A1E),
    };
    let fat = if is_gecko { 1.2 } else { 1.0 };
    let fat = if figure.behaviour == B::Basking { fat * 1.18 } else { fat };
    let rise = match figure.behaviour {
        B::Displaying | B::Fighting => 17.0,
        B::Basking => 7.0,
        _ => 2.0,
    };
    let strides = figure.behaviour == B::Moving;
    for (is_far, shift) in [(true, 6.0), (false, 0.0)] {
        let color = figure.hue(base);
        let color = if is_far { color.darker(0.35) } else { color };
        for (number, x) in [24.0, -8.0].into_iter().enumerate() {
            let step = if strides { if is_far == (number == 0) { -9.0 } else { 9.0 } } else { 0.0 };
            let foot = (
                x + step + shift + if number == 0 { 9.0 } else { -8.0 },
                if is_far { -5.0 } else { 0.0 },
            );
            let knee = (
                x + shift + step * 0.5 + if number == 0 { 5.0 } else { -9.0 },
                -9.0 - if number == 0 { rise * 0.4 } else { 0.0 },
            );
            pen.body(
                Path::tube(&[
                    (x, -12.0 - if number == 0 { rise * 0.6 } else { 0.0 }, 4.4 * fat),
                    (knee.0, knee.1, 3.6),
                    (foot.0, foot.1 - 1.0, 2.2),
                ]),
                color,
            );
            for (dx, dy) in [(6.0, -2.5), (7.5, 0.3), (5.0, 2.6), (-2.0, 2.6)] {
                let tip = (foot.0 + dx, foot.1 + dy);
                pen.line(Path::polyline(&[foot, tip]), color.darker(0.15), 1.3);
                if is_gecko {
                    pen.flat(Path::circle(tip, 1.6), color);
                }
            }
        }
    }
    let is_docked = figure.health == Health::MissingLimb;
    let mut spine = vec![];
    if is_docked {
        spine.push((-34.0, -9.0, 4.4));
    } else {
        spine.extend([
            (-76.0, -8.0, 0.8),
            (-64.0, -3.5, 1.9),
            (-48.0, -4.5, 3.2),
            (-32.0, -9.0, 4.8),
        ]);
    }
    spine.extend([
        (-14.0, -13.0, 8.0 * fat),
        (6.0, -14.0 - rise * 0.4, 9.0 * fat),
        (22.0, -16.0 - rise * 0.8, 7.2 * fat),
        (31.0, -19.0 - rise, 6.4 * fat),
        (42.0, -19.0 - rise, 6.4 * fat),
        (52.0, -17.0 - rise, 3.6),
    ]);
    let body = Path::tube(&spine);
    pen.body(body.clone(), figure.hue(base));
    let is_male = !is_gecko && !is_skink && figure.sex != Some(Sex::Female);
    pen.clipped(&body, |pen| {
        pen.line(
            Path::curve(&[
                (-30.0, -3.0),
                (0.0, -4.0),
                (24.0, -10.0 - rise * 0.8),
                (52.0, -13.0 - rise),
            ]),
            figure.hue(belly),
            5.0,
        );
        if is_male && !figure.is_young() {
            pen.flat(Path::ellipse((38.0, -14.5 - rise), 12.0, 6.0), figure.hue(0x3A86D8));
        }
        if is_gecko {
            for (x, y) in [
                (34.0, -24.0),
                (24.0, -20.0),
                (24.0, -13.0),
                (12.0, -21.0),
                (11.0, -12.0),
                (0.0, -19.0),
                (-1.0, -10.0),
                (-12.0, -17.0),
                (-22.0, -12.0),
                (-40.0, -6.0),
                (-54.0, -4.5),
            ] {
                let y = y - rise * ((x + 10.0) / 40.0_f32).clamp(0.0, 1.0);
                pen.flat(Path::circle((x, y), 2.2), figure.hue(mark));
            }
        } else if is_skink {
            for x in [-40.0, -30.0, -20.0, -9.0, 2.0, 13.0, 24.0] {
                let y = -13.0 - rise * ((x + 10.0) / 40.0_f32).clamp(0.0, 1.0);
                let band = [(x - 2.0, y - 12.0), (x + 1.5, y), (x - 2.0, y + 12.0)];
                pen.line(Path::curve(&band), figure.hue(mark), 3.0);
            }
        } else {
            let mut specks = Path::default();
            for i in 0..20_u32 {
                let x = -44.0 + (i * 31 % 78) as f32;
                let y = -17.0 + (i * 17 % 11) as f32 - rise * ((x + 10.0) / 40.0).clamp(0.0, 1.0);
                specks = specks.and(Path::circle((x, y), 1.1));
            }
            pen.flat(specks, figure.hue(mark));
            if figure.sex == Some(Sex::Female) {
                for dy in [-3.0, 3.0] {
                    pen.line(
                        Path::curve(&[
                            (-34.0, -9.0 + dy),
                            (4.0, -15.0 - rise * 0.4 + dy),
                            (30.0, -20.0 - rise + dy),
                        ]),
                        figure.hue(0xE9EBC0),
                        1.5,
                    );
                }
            }
        }
    });
    if is_docked {
        pen.flat(Path::circle((-37.5, -9.0), 4.0), rgb(0xB5261E));
    }
    if matches!(figure.behaviour, B::Displaying | B::Fighting) {
        pen.flat(
            Path::polygon(&[(44.0, -17.0 - rise), (57.0, -22.0 - rise), (55.0, -11.0 - rise)]),
            rgb(0xC4463C),
        );
        pen.body(
            Path::smooth(&[
                (28.0, -14.0 - rise),
                (42.0, -13.0 - rise),
                (37.0, -1.0 - rise),
                (28.0, -5.0 - rise),
            ]),
            figure.hue(if is_gecko { mark } else { 0x3A86D8 }),
        );
    } else {
        pen.detail(
            Path::curve(&[(54.0, -16.0 - rise), (46.0, -15.0 - rise), (40.0, -16.5 - rise)]),
            figure.hue(base).darker(0.7),
            0.8,
        );
    }
    figure.draw_eye(
        pen,
        (43.0, -21.5 - rise),
        if is_gecko { 3.6 } else { 2.5 },
        if is_gecko { 0xE3C43A } else { 0xC9862E },
    );
    figure.draw_ailment(pen, (4.0, -14.0 - rise * 0.4), 4.4);
    Anchors {
        mouth: (55.0, -15.0 - rise),
        back: (-4.0, -23.0),
        center: (-6.0, -12.0),
        neck: (28.0, -18.0 - rise),
        leg: (24.0, -5.0),
        ear: (38.0, -20.0 - rise),
    }
}

fn scutes(pen: &mut Pen, figure: &Figure, shell: &Path, color: u32, line: u32) {
    pen.clipped(shell, |pen| {
        for (x, y) in [(-24.0, -30.0), (-4.0, -38.0), (17.0, -32.0)] {
            let plate = Path::smooth(&[
                (x - 9.0, y + 4.0),
                (x - 6.0, y - 7.0),
                (x + 6.0, y - 7.0),
                (x + 9.0, y + 4.0),
                (x, y + 11.0),
            ]);
            pen.flat(plate, figure.hue(color));
            pen.flat(Path::ellipse((x, y + 1.0), 3.6, 3.0), figure.hue(line));
        }
        for (x, y) in [(-34.0, -17.0), (-15.0, -19.0), (6.0, -20.0), (25.0, -17.0)] {
            pen.flat(Path::ellipse((x, y), 7.5, 5.5), figure.hue(color));
            pen.flat(Path::ellipse((x, y + 1.0), 3.0, 2.2), figure.hue(line));
        }
    });
}

fn draw_tortoise(pen: &mut Pen, figure: &Figure) -> Anchors {
    use Behaviour as B;
    let skin = figure.hue(0x9A8A52);
    let strides = figure.behaviour == B::Moving;
    let stretch = if figure.behaviour == B::Basking { 7.0 } else { 0.0 };
    for (is_far, shift) in [(true, 6.0), (false, -2.0)] {
        for (number, x) in [24.0, -26.0].into_iter().enumerate() {
            let step = if strides { if is_far == (number == 0) { -9.0 } else { 9.0 } } else { 0.0 };
            if figure.health == Health::MissingLimb && !is_far && number == 0 {
                pen.flat(Path::circle((x, -9.0), 5.0), rgb(0xB5261E));
                continue;
            }
            let color = if is_far { skin.darker(0.35) } else { skin };
            pen.body(Path::tube(&[(x + shift, -14.0, 8.0), (x + shift + step, -3.5, 6.5)]), color);
        }
    }
    pen.body(Path::tube(&[(-38.0, -12.0, 4.0), (-50.0, -7.0, 1.6)]), skin);
    let lift = if figure.behaviour == B::Fighting { -6.0 } else { 2.0 + stretch };
    pen.body(
        Path::tube(&[
            (24.0, -18.0, 7.0),
            (38.0, -22.0 - lift, 6.0),
            (46.0 + stretch, -27.0 - lift, 8.0),
            (53.0 + stretch, -25.0 - lift, 5.6),
        ]),
        skin,
    );
    figure.draw_eye(pen, (50.0 + stretch, -29.0 - lift), 2.4, 0x2A2018);
    pen.detail(
        Path::polyline(&[(59.0 + stretch, -23.5 - lift), (50.0 + stretch, -22.0 - lift)]),
        skin.darker(0.7),
        1.0,
    );
    let shell = Path::smooth(&[
        (-44.0, -9.0),
        (-42.0, -24.0),
        (-26.0, -43.0),
        (-2.0, -50.0),
        (22.0, -43.0),
        (36.0, -25.0),
        (38.0, -10.0),
        (0.0, -7.0),
    ]);
    pen.body(shell.clone(), figure.hue(0x3A2E1E));
    scutes(pen, figure, &shell, 0xD9B04A, 0x4A3820);
    pen.body(
        Path::smooth(&[
            (-46.0, -9.0),
            (-20.0, -12.0),
            (20.0, -12.0),
            (40.0, -10.0),
            (20.0, -5.0),
            (-24.0, -5.0),
        ]),
        figure.hue(0xC9A040),
    );
    figure.draw_ailment(pen, (44.0, -20.0 - lift), 3.8);
    Anchors {
        mouth: (59.0 + stretch, -23.0 - lift),
        back: (-4.0, -49.0),
        center: (0.0, -26.0),
        neck: (36.0, -22.0),
        leg: (24.0, -5.0),
        ear: (46.0, -28.0),
    }
}

fn draw_turtle(pen: &mut Pen, figure: &Figure) -> Anchors {
    let skin = figure.hue(0x6A7A5A);
    let is_afloat = figure.substrate == crate::fieldbook::Substrate::Midwater;
    let drop = if is_afloat { 16.0 } else { 0.0 };
    let strides = figure.behaviour == Behaviour::Moving;
    let flipper = |pen: &mut Pen, points: &[Point], is_far: bool| {
        let shape = Path::smooth(points);
        pen.body(shape.clone(), if is_far { skin.darker(0.35) } else { skin });
        pen.clipped(&shape, |pen| {
            let mut spots = Path::default();
            for (i, p) in points.iter().enumerate() {
                let q = points[(i + 2) % points.len()];
                spots = spots.and(Path::circle(super::geometry::between(*p, q, 0.5), 2.4));
            }
            pen.flat(spots, figure.hue(0x3E4A34));
        });
    };
    flipper(
        pen,
        &[
            (18.0, -16.0),
            (34.0, -22.0 - drop),
            (48.0, -34.0 - drop * 1.4),
            (50.0, -30.0 - drop),
            (36.0, -10.0 - drop),
        ],
        true,
    );
    flipper(
        pen,
        &[(-34.0, -14.0), (-50.0, -12.0), (-60.0, -4.0), (-54.0, -1.0), (-36.0, -6.0)],
        true,
    );
    pen.body(
        Path::tube(&[
            (28.0, -18.0, 7.0),
            (42.0, -23.0, 8.0),
            (52.0, -24.0, 8.6),
            (60.0, -21.0, 5.0),
        ]),
        skin,
    );
    let face = Path::tube(&[(42.0, -23.0, 8.0), (52.0, -24.0, 8.6), (60.0, -21.0, 5.0)]);
    pen.clipped(&face, |pen| {
        for p in [(46.0, -28.0), (53.0, -30.0), (47.0, -20.0), (59.0, -26.0)] {
            pen.flat(Path::circle(p, 2.4), figure.hue(0x3E4A34));
        }
    });
    figure.draw_eye(pen, (54.5, -24.5), 2.6, 0x1E1A14);
    pen.detail(Path::curve(&[(64.0, -19.0), (58.0, -17.5), (53.0, -18.0)]), skin.darker(0.7), 1.0);
    let shell = Path::smooth(&[
        (-46.0, -12.0),
        (-38.0, -27.0),
        (-16.0, -39.0),
        (10.0, -39.0),
        (30.0, -27.0),
        (37.0, -14.0),
        (10.0, -6.0),
        (-24.0, -6.0),
    ]);
    pen.body(shell.clone(), figure.hue(0x4E4A26));
    scutes(pen, figure, &shell, 0x8C7A3A, 0x5E5428);
    pen.body(
        Path::smooth(&[
            (-46.0, -11.0),
            (-20.0, -13.0),
            (20.0, -13.0),
            (37.0, -13.0),
            (14.0, -4.0),
            (-26.0, -4.0),
        ]),
        figure.hue(0xDCD6B0),
    );
    if figure.health == Health::MissingLimb {
        pen.body(Path::tube(&[(20.0, -10.0, 6.0), (27.0, -4.0, 5.0)]), skin);
        pen.flat(Path::circle((29.0, -1.0), 4.6), rgb(0xB5261E));
    } else {
        let sweep = if strides { 10.0 } else { 0.0 };
        let tip = if is_afloat { (6.0, 34.0) } else { (38.0 + sweep, 3.0) };
        flipper(
            pen,
            &[
                (14.0, -13.0),
                (30.0, -11.0),
                ((30.0 + tip.0) / 2.0 + 4.0, (tip.1 - 8.0) / 2.0),
                (tip.0 + 6.0, tip.1 - 2.0),
                (tip.0, tip.1),
                (tip.0 - 8.0, tip.1 - 9.0),
                (16.0, -2.0),
            ],
            false,
        );
    }
    flipper(
        pen,
        &[
            (-30.0, -10.0),
            (-42.0, -4.0),
            (-52.0, 6.0 + drop * 0.4),
            (-45.0, 8.0 + drop * 0.4),
            (-28.0, -2.0),
        ],
        false,
    );
    figure.draw_ailment(pen, (0.0, -22.0), 5.0);
    Anchors {
        mouth: (65.0, -18.0),
        back: (-4.0, -40.0),
        center: (0.0, if is_afloat { -16.0 } else { -20.0 }),
        neck: (36.0, -20.0),
        leg: (20.0, -4.0),
        ear: (50.0, -26.0),
    }
}
