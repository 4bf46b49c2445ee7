//! Trees.

use super::{Anchors, Figure, anchors, cactus::draw_cactus};
use crate::drawing::canvas::*;
use crate::{Behaviour, Health, LifeStage, Season, Species};

/// Draws the tree in the season, if it shows one.
pub(crate) fn draw_tree(pen: &mut Pen, figure: &Figure, season: Option<Season>) -> Anchors {
    let is_dead = figure.stage == LifeStage::Withered;
    let is_young = figure.stage == LifeStage::Seedling;
    match figure.species {
        Species::Saguaro => draw_cactus(pen, figure, is_young, is_dead),
        Species::CoconutPalm => draw_palm(pen, figure, is_young, is_dead),
        Species::ScotsPine => draw_pine(pen, figure, is_young, is_dead),
        _ => draw_broadleaf(pen, figure, season, is_young, is_dead),
    }
    let sick: Point = match figure.species {
        Species::CoconutPalm => (0.0, -40.0),
        _ => (0.0, -16.0),
    };
    match figure.health {
        Health::Injured => {
            let scar = smooth!(
                sick.0 - 1.0, sick.1 - 12.0; sick.0 + 4.0, sick.1;
                sick.0, sick.1 + 12.0; sick.0 - 4.0, sick.1
            );
            pen.body(scar, rgb(0xE6C89A));
            let stroke = polyline!(sick.0, sick.1 - 9.0; sick.0 + 1.0, sick.1 + 8.0);
            pen.line(stroke, rgb(0x3A2418), 1.8);
        }
        Health::Parasites | Health::Diseased => {
            for (x, y) in [(-20.0, -66.0), (14.0, -76.0), (0.0, -54.0), (22.0, -58.0)] {
                figure.draw_ailment(pen, (x * 0.7, y), 4.6);
            }
        }
        _ => {}
    }
    anchors!(mouth 0.0, -50.0; back 0.0, -95.0; leg 0.0, -10.0; neck 0.0, -40.0; ear 0.0, -60.0)
}

/// A tapering trunk, broken if a limb is missing.
fn trunk(pen: &mut Pen, figure: &Figure, color: Color, width: f32, height: f32) {
    let path = smooth!(
        -width * 1.7, 1.0; -width, -8.0; -width * 0.8, -height * 0.6; -width * 0.45, -height;
        width * 0.45, -height; width * 0.8, -height * 0.6; width, -8.0; width * 1.7, 1.0
    );
    pen.marked(&path, color, |pen| {
        if figure.species == Species::SilverBirch {
            for (x, y, w) in points!(
                -4.0, -12.0, 5.0; 3.0, -20.0, 4.0; -3.0, -31.0, 4.0;
                2.0, -42.0, 3.0; -2.0, -52.0, 3.0; 3.0, -6.0, 4.0
            ) {
                pen.flat(Path::ellipse((x, y), w, 1.5), rgb(0x2A2624));
            }
        } else {
            for x in [-0.5, 0.0, 0.45] {
                let stroke = curve!(
                    x * width * 1.5, 0.0; x * width * 0.9, -height * 0.4; x * width * 0.5, -height
                );
                pen.detail(stroke, color.darker(0.45), 0.9);
            }
        }
    });
}

fn boughs(pen: &mut Pen, color: Color, height: f32, n_twigs: usize) {
    for (x, y, w) in
        points!(-30.0, -34.0, 3.6; 28.0, -38.0, 3.6; -13.0, -47.0, 3.0; 14.0, -50.0, 3.0)
    {
        let end = (x, -height + 12.0 + y);
        pen.line(curve!(0.0, -height * 0.72; x * 0.42, -height * 0.86 + y * 0.2; end), color, w);
        for i in 0..n_twigs {
            let from = (x * (0.5 + 0.14 * i as f32), -height * 0.9 + y * (0.42 + 0.17 * i as f32));
            for turn in [40.0, 130.0] {
                pen.line(polyline!(from; plus(from, polar(10.0, turn + x * 0.4))), color, 1.2);
            }
        }
    }
}

const CROWN: [(f32, f32, f32); 8] = points!(
    -29.0, -50.0, 15.0; 28.0, -52.0, 15.0; 0.0, -48.0, 17.0; -21.0, -68.0, 16.0;
    21.0, -70.0, 16.0; 0.0, -66.0, 18.0; -8.0, -84.0, 14.0; 11.0, -84.0, 13.0
);

fn draw_broadleaf(
    pen: &mut Pen,
    figure: &Figure,
    season: Option<Season>,
    is_young: bool,
    is_dead: bool,
) {
    let (bark, leaf, fall, fruit) = match figure.species {
        Species::SilverBirch => (0xF1EDE4, 0x8DB04C, 0xEFC53A, 0xB99A5A),
        Species::WildCherry => (0x6E4436, 0x5E8F3E, 0xD8572A, 0xC4162A),
        Species::Lanternwood => (0x4A4A66, 0x3E7FA8, 0x7A5CC0, 0xFFB83A),
        _ => (0x6A5440, 0x56843A, 0xC9842A, 0x9A7A3A),
    };
    let bark = if is_dead { rgb(bark).mix(rgb(0x9A938A), 0.55) } else { rgb(bark) };
    let width = if figure.species == Species::Oak { 8.0 } else { 5.2 };
    if is_young {
        draw_sapling(pen, figure, bark, rgb(leaf));
        return;
    }
    trunk(pen, figure, bark, width, 52.0);
    let is_bare = is_dead || season == Some(Season::Winter);
    boughs(pen, bark.darker(0.15), 52.0, if is_bare { 3 } else { 0 });
    if figure.health == Health::MissingLimb {
        let stub = polygon!(4.0, -26.0; 24.0, -35.0; 21.0, -31.0; 27.0, -29.0; 6.0, -17.0);
        pen.body(stub, bark);
        pen.flat(Path::ellipse((24.5, -31.0), 2.4, 3.6), rgb(0xEFD9AE));
    }
    if is_bare {
        draw_bare_crown(pen, is_dead);
        return;
    }
    let color = match (season, figure.stage) {
        (Some(Season::Autumn), _) => rgb(fall),
        (_, LifeStage::Flowering) if figure.species == Species::WildCherry => rgb(0xF9E3EA),
        (Some(Season::Spring), _) => rgb(leaf).lighter(0.22),
        _ => rgb(leaf),
    };
    let is_thin = figure.behaviour == Behaviour::Dispersing;
    for (i, (x, y, r)) in CROWN.into_iter().enumerate() {
        if (figure.health == Health::MissingLimb && i == 1) || (is_thin && i % 3 == 2) {
            continue;
        }
        let shift = figure.chance(i as u32, 5) as f32 - 2.0;
        let flat = if figure.species == Species::Oak { 0.86 } else { 1.02 };
        let reach = if figure.species == Species::SilverBirch { 0.80 } else { 1.06 };
        pen.body(leafy((x * reach + shift, y), r, r * flat), color.darker(0.10 * (i % 2) as f32));
    }
    draw_burden(pen, figure, rgb(fruit));
    if is_thin {
        for i in 0..16_u32 {
            let at = (-44.0 + (i * 41 % 89) as f32, -44.0 + (i * 29 % 47) as f32);
            pen.flat(Path::blade(at, plus(at, (5.0, 2.5)), 3.2, 0.5), color.darker(0.1));
        }
    }
}

/// A staked sapling.
fn draw_sapling(pen: &mut Pen, figure: &Figure, bark: Color, leaf: Color) {
    pen.line(curve!(0.0, 0.0; -1.5, -20.0; 0.0, -46.0), bark, 3.2);
    pen.line(polyline!(7.0, 1.0; 7.0, -34.0), rgb(0xB08A5A), 2.2);
    pen.line(polyline!(0.0, -26.0; 7.0, -27.0), rgb(0x3A5A3A), 1.6);
    for (i, y) in [-18.0, -25.0, -32.0, -39.0, -45.0].into_iter().enumerate() {
        let side = if i % 2 == 0 { -1.0 } else { 1.0 };
        let length = if figure.species == Species::Oak { 15.0 } else { 12.0 };
        let width = if figure.species == Species::SilverBirch { 7.0 } else { 8.5 };
        pen.body(Path::blade((0.0, y), (side * length, y - 7.0), width, 0.5), leaf.lighter(0.12));
    }
}

/// What a tree without leaves bears: a hole and brackets when dead, snow in winter.
fn draw_bare_crown(pen: &mut Pen, is_dead: bool) {
    if is_dead {
        pen.body(Path::ellipse((0.0, -30.0), 3.2, 4.6), rgb(0x2A201A));
        for (x, y) in [(-4.0, -12.0), (4.5, -16.0)] {
            pen.body(smooth!(x - 7.0, y; x, y - 3.4; x + 7.0, y; x, y + 1.4), rgb(0xD9A25A));
        }
    } else {
        for (x, y) in [(-29.0, -76.0), (27.0, -80.0), (0.0, -84.0)] {
            pen.line(curve!(x - 5.0, y; x, y - 1.5; x + 5.0, y), rgb(0xFFFFFF), 1.8);
        }
    }
}

/// A cloud of leaves with a scalloped edge.
fn leafy(center: Point, rx: f32, ry: f32) -> Path {
    let mut points = Vec::new();
    for i in 0..9 {
        for (turn, reach) in [(0.0, 1.10), (20.0, 0.96)] {
            let p = polar(reach, i as f32 * 40.0 + turn);
            points.push(plus(center, (p.0 * rx, p.1 * ry)));
        }
    }
    Path::smooth(&points)
}

fn draw_burden(pen: &mut Pen, figure: &Figure, fruit: Color) {
    let places = (0..22_u32).map(|i| (-34.0 + (i * 29 % 71) as f32, -88.0 + (i * 11 % 47) as f32));
    match figure.stage {
        LifeStage::Fruiting => {
            for (x, y) in places {
                if figure.species == Species::Lanternwood {
                    pen.glow((x, y), 7.0, rgb(0xFFD27A).alpha(0.7));
                }
                pen.body(Path::ellipse((x, y), 2.7, 3.3), fruit);
            }
        }
        LifeStage::Flowering => {
            let color = match figure.species {
                Species::WildCherry => rgb(0xFFFFFF),
                Species::SilverBirch => rgb(0xE6D27A),
                Species::Lanternwood => rgb(0xF3D9FF),
                _ => rgb(0xE9E27A),
            };
            for (x, y) in places {
                if figure.species == Species::WildCherry || figure.species == Species::Lanternwood {
                    for turn in [0.0, 72.0, 144.0, 216.0, 288.0] {
                        pen.flat(Path::circle(plus((x, y), polar(1.7, turn)), 1.35), color);
                    }
                    pen.flat(Path::circle((x, y), 0.9), rgb(0xE07A8A));
                } else {
                    pen.line(polyline!(x, y; x + 0.6, y + 6.5), color, 2.0);
                }
            }
        }
        _ => {}
    }
}

fn draw_pine(pen: &mut Pen, figure: &Figure, is_young: bool, is_dead: bool) {
    let bark = if is_dead { rgb(0x9A8E84) } else { rgb(0xB9683A) };
    let needle = rgb(0x38604A);
    if is_young {
        pen.line(polyline!(0.0, 0.0; 0.0, -44.0), bark, 3.0);
        for (y, w) in [(-10.0, 17.0), (-20.0, 14.0), (-30.0, 10.0), (-38.0, 6.0)] {
            for side in [-1.0, 1.0] {
                let shape = Path::blade((0.0, y - 5.0), (side * w, y + 1.0), 6.5, 0.5);
                pen.body(shape, needle.lighter(0.14));
            }
        }
        pen.body(Path::blade((0.0, -38.0), (0.0, -52.0), 4.0, 0.4), needle.lighter(0.2));
        return;
    }
    trunk(pen, figure, bark, 4.6, 78.0);
    let tiers = points!(
        -17.0, -50.0, 19.0, 7.0; 19.0, -58.0, 20.0, 7.5;
        -17.0, -69.0, 21.0, 8.0; 15.0, -78.0, 18.0, 8.0; -3.0, -90.0, 17.0, 8.5
    );
    for (i, (x, y, rx, ry)) in tiers.into_iter().enumerate() {
        pen.line(polyline!(0.0, y + 10.0; x, y + 2.0), bark.darker(0.2), 2.2);
        if figure.health == Health::MissingLimb && i == 1 {
            pen.flat(Path::ellipse((x, y + 2.0), 2.4, 3.4), rgb(0xEFD9AE));
            continue;
        }
        if is_dead {
            for dx in [-9.0, 0.0, 9.0] {
                pen.line(polyline!(x * 0.6, y + 5.0; x + dx, y - 4.0), bark.darker(0.2), 1.3);
            }
            continue;
        }
        pen.body(leafy((x, y), rx, ry), needle.darker(0.1 * (i % 2) as f32));
        for dx in [-0.6, -0.2, 0.2, 0.6] {
            let stroke = polyline!(x + dx * rx, y + 2.0; x + dx * rx * 1.15, y - 4.0);
            pen.detail(stroke, needle.lighter(0.3), 0.8);
        }
        let color = match figure.stage {
            LifeStage::Fruiting => Some(rgb(0x7A4E2A)),
            LifeStage::Flowering => Some(rgb(0xF0D24A)),
            _ => None,
        };
        if let Some(color) = color {
            for dx in [-0.6, 0.0, 0.6] {
                pen.body(Path::ellipse((x + dx * rx, y + 4.0), 2.8, 4.0), color);
            }
        }
    }
}

fn draw_palm(pen: &mut Pen, figure: &Figure, is_young: bool, is_dead: bool) {
    let height = if is_young { 8.0 } else { 72.0 };
    let top: Point = if is_young { (0.0, -height) } else { (13.0, -height) };
    let bark = rgb(if is_dead { 0x9A8E80 } else { 0x9A7A55 });
    if is_young {
        pen.body(Path::ellipse((0.0, -5.0), 11.0, 8.0), rgb(0x7A5636));
    } else {
        let stem = tube!(0.0, -2.0, 5.5; -2.0, -30.0, 3.9; 4.0, -54.0, 3.3; top.0, top.1, 3.2);
        pen.marked(&stem, bark, |pen| {
            for i in 0..13 {
                let y = -4.0 - i as f32 * 5.2;
                pen.detail(curve!(-10.0, y; 3.0, y + 2.0; 18.0, y), bark.darker(0.4), 0.9);
            }
        });
    }
    let color = if is_dead { rgb(0xA8885A) } else { rgb(0x5C9A44) };
    let scale = if is_young { 0.62 } else { 1.0 };
    for (i, degrees) in
        [168.0_f32, 12.0, 140.0, 40.0, 200.0, -20.0, 108.0, 72.0].into_iter().enumerate()
    {
        if figure.health == Health::MissingLimb && i % 2 == 1 {
            continue;
        }
        let degrees = if is_dead { -90.0 + (degrees - 90.0) * 0.5 } else { degrees };
        let reach = 39.0 * scale;
        let middle =
            plus(top, polar(reach * 0.55, degrees + if degrees > 90.0 { -12.0 } else { 12.0 }));
        let end = plus(top, plus(polar(reach, degrees), (0.0, 12.0 * scale)));
        let mut points = vec![top, top, middle];
        points.extend([end, end]);
        points.push((middle.0 + (end.0 - top.0) * 0.10, middle.1 + 9.0 * scale));
        let frond = Path::smooth(&points);
        pen.marked(&frond, color.darker(0.08 * (i % 3) as f32), |pen| {
            for step in 1..6 {
                let p = lerp(top, end, step as f32 / 6.0);
                let stroke = polyline!(p.0, p.1 - 12.0; p.0 + (end.0 - top.0) * 0.12, p.1 + 12.0);
                pen.detail(stroke, color.darker(0.45), 0.9);
            }
        });
    }
    let nut = match figure.stage {
        LifeStage::Fruiting => Some(rgb(0x7A4E2A)),
        LifeStage::Flowering => Some(rgb(0xF3E2A0)),
        _ => None,
    };
    if let Some(color) = nut {
        for (dx, dy) in [(-6.0, 5.0), (1.0, 8.0), (7.0, 4.0), (-1.0, 2.0)] {
            pen.body(Path::circle(plus(top, (dx, dy)), 4.6), color);
        }
    }
}
