//! Wildflowers, from seedling to seed head.

use super::{Anchors, Figure, traits};
use crate::drawing::canvas::*;
use crate::{Behaviour, Health, LifeStage, Species};

traits! {
    fn flower_traits(species: Species) -> FlowerTraits {
        petal: u32, heart: u32, n_petals: usize, petal_length: f32, petal_width: f32, height: f32,
        leaf_length: f32, is_spire: bool,
    }
    Poppy => 0xDB2E1E, 0x1E1A1E, 4, 27.0, 36.0, 76.0, 24.0, false;
    Foxglove => 0xB4509E, 0xF3E3EE, 9, 15.0, 13.0, 98.0, 32.0, true;
    OxeyeDaisy => 0xFAF7F0, 0xF2B92A, 17, 24.0, 8.5, 78.0, 18.0, false;
    Sunflower => 0xF4B81E, 0x4A2E1A, 18, 23.0, 11.0, 92.0, 34.0, false;
    Bluebell => 0x5660C8, 0xE3E3F5, 6, 13.0, 11.0, 80.0, 44.0, true;
    Dandelion => 0xF7C71E, 0xE0A01A, 26, 19.0, 5.0, 56.0, 30.0, false;
    _ => 0x2E5CD0, 0xF4F4FF, 5, 23.0, 17.0, 48.0, 20.0, false;
}

pub(crate) fn draw_flower(pen: &mut Pen, figure: &Figure) -> Anchors {
    let traits = flower_traits(figure.species);
    let is_withered = figure.stage == LifeStage::Withered;
    let green = if is_withered { rgb(0x8A7444) } else { rgb(0x5C8A3E) };
    let green = green.mix(rgb(0x3E6E4E), 0.1 * figure.chance(1, 5) as f32);
    if figure.stage == LifeStage::Seedling {
        return draw_seedling(pen, figure, &traits, green);
    }
    let lean = figure.chance(2, 13) as f32 - 6.0;
    let height = traits.height * if is_withered { 0.86 } else { 1.0 };
    let top: Point = (lean, -height);
    let middle = (lean * 0.2 - 3.0, -height * 0.5);
    let stem_width = if figure.species == Species::Sunflower { 4.4 } else { 2.5 };
    draw_leaves(pen, figure, &traits, green, is_withered);
    pen.line(curve!(0.0, 0.0; middle; top), green.darker(0.42), stem_width + 0.9);
    pen.line(curve!(0.0, 0.0; middle; top), green, stem_width);
    if figure.health == Health::Injured {
        figure.draw_ailment(pen, middle, 5.6);
    }
    if traits.is_spire {
        draw_spire(pen, figure, &traits, top, green);
    } else {
        let droop = if is_withered { 112.0 } else { 0.0 };
        pen.within(Affine::translate(top.0, top.1).rotated(-droop), |pen| match figure.stage {
            LifeStage::Fruiting => draw_seed_head(pen, figure, &traits, green),
            _ => draw_head(pen, figure, &traits, is_withered),
        });
    }
    if figure.health != Health::Injured {
        let sick =
            if traits.is_spire { (lean - 2.0, -height * 0.5) } else { (-15.0, -height * 0.24) };
        figure.draw_ailment(pen, sick, 4.2);
    }
    if figure.behaviour == Behaviour::Dispersing {
        for i in 0..11_u32 {
            let at = (top.0 + 12.0 + (i * 23 % 47) as f32, top.1 - 18.0 + (i * 31 % 37) as f32);
            draw_parachute(pen, at, 5.0);
        }
    }
    Anchors { mouth: top, back: plus(top, (0.0, -3.0)), ..Anchors::default() }
}

fn draw_seedling(pen: &mut Pen, figure: &Figure, traits: &FlowerTraits, green: Color) -> Anchors {
    let kind = figure.species as u32;
    let height = 20.0 + (kind % 4) as f32 * 3.0;
    pen.body(Path::ellipse((0.0, 0.0), 18.0, 4.5), rgb(0x6A4E34));
    pen.line(curve!(0.0, 0.0; -2.0, -height * 0.5; 0.0, -height), green.lighter(0.2), 3.0);
    let width = 6.0 + (traits.petal_width * 0.22).min(8.0);
    for side in [-1.0, 1.0] {
        let reach = traits.leaf_length * 0.66;
        let shape = Path::blade(
            (0.0, -height),
            (side * reach, -height - 8.0 - (kind % 3) as f32 * 4.0),
            width,
            0.55,
        );
        pen.body(shape, green.lighter(0.15));
    }
    let shape = Path::blade((0.0, -height), (1.5, -height - 13.0), 5.0, 0.5);
    pen.body(shape, rgb(traits.petal).mix(green, 0.72));
    Anchors { mouth: (0.0, -height), back: (0.0, -height), ..Anchors::default() }
}

fn draw_leaves(
    pen: &mut Pen,
    figure: &Figure,
    traits: &FlowerTraits,
    green: Color,
    is_withered: bool,
) {
    let droop = if is_withered { 16.0 } else { 0.0 };
    let l = traits.leaf_length;
    let leaf = |pen: &mut Pen, from: Point, to: Point, width: f32| {
        let to = (to.0, (to.1 + droop).min(2.0));
        pen.body(Path::blade(from, to, width, 0.45), green.darker(0.06));
        pen.detail(polyline!(from; lerp(from, to, 0.85)), green.lighter(0.35), 0.7);
    };
    match figure.species {
        Species::Bluebell => {
            for (x, y, w) in
                points!(-30.0, -30.0, 6.0; 26.0, -38.0, 6.0; -14.0, -46.0, 5.0; 36.0, -16.0, 5.5)
            {
                leaf(pen, (0.0, 0.0), (x, y), w);
            }
        }
        Species::Dandelion => {
            for side in [-1.0, 1.0] {
                for (reach, rise) in [(38.0, 3.0), (30.0, 15.0)] {
                    let mut points = vec![(0.0, 0.0)];
                    for i in 0..5 {
                        let t = (i as f32 + 0.5) / 5.0;
                        points.push((side * reach * t, -rise * t - 5.0 - 2.0 * t));
                        points.push((side * reach * (t - 0.03), -rise * t - 1.5));
                    }
                    points.push((side * (reach + 4.0), -rise));
                    points.push((side * reach * 0.5, -rise * 0.4 + 3.0));
                    pen.body(Path::polygon(&points), green);
                }
            }
        }
        Species::Sunflower => {
            leaf(pen, (-1.0, -30.0), (-36.0, -44.0), 19.0);
            leaf(pen, (-1.0, -44.0), (33.0, -60.0), 18.0);
            leaf(pen, (0.0, -14.0), (30.0, -20.0), 14.0);
        }
        Species::Foxglove => {
            for (x, y) in [(-34.0, -12.0), (34.0, -10.0), (-24.0, -25.0), (24.0, -23.0)] {
                leaf(pen, (0.0, -3.0), (x, y), 12.0);
            }
        }
        _ => {
            for (y, side) in [(-4.0, -1.0), (-8.0, 1.0), (-22.0, -1.0), (-32.0, 1.0)] {
                if y > -traits.height * 0.6 {
                    leaf(pen, (0.0, y), (side * l, y - l * 0.5), 6.5);
                }
            }
        }
    }
}

fn petal(pen: &mut Pen, traits: &FlowerTraits, color: Color, degrees: f32, squash: f32) {
    let (l, w) = (traits.petal_length, traits.petal_width);
    pen.within(Affine::scale(1.0, squash).rotated(degrees), |pen| {
        let shape = if traits.n_petals < 7 {
            smooth!(
                1.0, 0.0; l * 0.4, -w * 0.42; l * 0.86, -w * 0.5; l * 1.02, -w * 0.16;
                l * 0.97, w * 0.05; l * 1.03, w * 0.26; l * 0.82, w * 0.5; l * 0.4, w * 0.4
            )
        } else {
            smooth!(
                2.0, 0.0; l * 0.5, -w * 0.5; l, -w * 0.12;
                l, -w * 0.12; l * 0.96, w * 0.2; l * 0.5, w * 0.5
            )
        };
        pen.body(shape, color);
    });
}

fn draw_head(pen: &mut Pen, figure: &Figure, traits: &FlowerTraits, is_withered: bool) {
    let tint = |code: u32| {
        if is_withered { figure.hue(code).mix(rgb(0x7A5A38), 0.62) } else { figure.hue(code) }
    };
    let squash = if traits.n_petals < 7 { 0.86 } else { 0.92 };
    let n = traits.n_petals;
    let turn = figure.chance(5, 40) as f32;
    let is_star = figure.species == Species::StarcupGentian;
    let rounds: &[(f32, f32)] =
        if n >= 17 && pen.is_detailed { &[(1.0, 0.0), (0.86, 0.5)] } else { &[(1.0, 0.0)] };
    for (reach, shift) in rounds {
        for i in 0..n {
            // Missing petals leave a gap in the lower right.
            if figure.health == Health::MissingLimb && i * 5 < n * 2 {
                continue;
            }
            if *reach < 1.0 && i % 2 == 0 && n < 20 {
                continue;
            }
            let traits = FlowerTraits {
                petal_length: traits.petal_length * reach * if is_withered { 0.8 } else { 1.0 },
                ..*traits
            };
            let color = tint(traits.petal);
            let color = if i % 2 == 0 { color } else { color.darker(0.09) };
            let color = if *reach < 1.0 { color.lighter(0.12) } else { color };
            petal(pen, &traits, color, turn + (i as f32 + shift) * 360.0 / n as f32 - 70.0, squash);
        }
    }
    if is_star {
        pen.flat(Path::circle((0.0, 0.0), 8.5), tint(0x1E3C9A));
        for i in 0..5 {
            let stroke = polyline!(0.0, 0.0; polar(13.0, turn + i as f32 * 72.0 - 70.0));
            pen.line(stroke, tint(traits.heart), 2.2);
        }
        pen.flat(Path::circle((0.0, 0.0), 3.6), tint(0xF6E27A));
        return;
    }
    let radius = match figure.species {
        Species::Sunflower => 14.5,
        Species::OxeyeDaisy => 8.6,
        Species::Poppy => 6.0,
        _ => 7.0,
    };
    if figure.species == Species::Poppy {
        for i in 0..4 {
            let at = polar(10.0, turn + i as f32 * 90.0 - 70.0);
            pen.flat(Path::ellipse(at, 5.0, 4.4), tint(0x2A1216));
        }
        pen.body(Path::circle((0.0, 0.0), radius), tint(0x8FA86A));
        for i in 0..14 {
            pen.flat(Path::circle(polar(8.6, i as f32 * 25.7), 1.0), tint(traits.heart));
        }
        return;
    }
    pen.body(Path::ellipse((0.0, 0.0), radius, radius * 0.92), tint(traits.heart));
    let n_dots = if pen.is_detailed { 20 } else { 0 };
    let mut dots = Path::default();
    for i in 0..n_dots {
        let at = polar(radius * 0.21 * (i as f32).sqrt(), i as f32 * 137.5);
        dots = dots.and(Path::circle(at, radius * 0.075 + 0.25));
    }
    let patch = dots;
    pen.flat(
        patch,
        tint(traits.heart)
            .mix(rgb(if figure.species == Species::Sunflower { 0xC98A2E } else { 0x9A6414 }), 0.8),
    );
}

fn draw_seed_head(pen: &mut Pen, figure: &Figure, traits: &FlowerTraits, green: Color) {
    match figure.species {
        Species::Dandelion => {
            pen.flat(Path::circle((0.0, 0.0), 21.0), rgb(0xFBFAF4).alpha(0.35));
            for i in 0..34 {
                let at = polar(if i % 2 == 0 { 20.0 } else { 14.0 }, i as f32 * 360.0 / 34.0 * 5.0);
                pen.line(polyline!(0.0, 0.0; at), rgb(0xD9D6C8), 0.7);
                draw_parachute(pen, at, 3.0);
            }
            pen.body(Path::circle((0.0, 0.0), 4.6), rgb(0x9A8A5A));
        }
        Species::Poppy => {
            let shape = smooth!(
                -4.0, 4.0; -10.0, -6.0; -7.0, -18.0; 7.0, -18.0; 10.0, -6.0; 4.0, 4.0
            );
            pen.body(shape, rgb(0xA89A66));
            pen.body(Path::ellipse((0.0, -19.0), 10.5, 3.6), rgb(0x7A6A42));
        }
        Species::Sunflower => {
            for i in 0..14 {
                let shape = Path::blade(
                    polar(12.0, i as f32 * 25.7),
                    polar(23.0, i as f32 * 25.7 + 8.0),
                    6.0,
                    0.4,
                );
                pen.body(shape, rgb(0xA8863A));
            }
            pen.body(Path::circle((0.0, 0.0), 16.0), rgb(0x3E3026));
            let seeds = (0..30).fold(Path::default(), |path, i| {
                path.and(Path::circle(polar(2.7 * (i as f32).sqrt(), i as f32 * 137.5), 1.15))
            });
            pen.flat(seeds, rgb(0xE6DCC8));
        }
        _ => {
            let pod = rgb(traits.petal).mix(rgb(0xA8905A), 0.72);
            for i in 0..9 {
                let shape = Path::blade((0.0, 0.0), polar(17.0, 10.0 + i as f32 * 20.0), 5.0, 0.6);
                pen.body(shape, pod);
            }
            pen.body(Path::ellipse((0.0, -3.0), 8.0, 9.0), pod.darker(0.25).mix(green, 0.2));
        }
    }
}

fn draw_parachute(pen: &mut Pen, at: Point, size: f32) {
    let mut rays = Path::default();
    for degrees in [30.0, 60.0, 90.0, 120.0, 150.0] {
        rays = rays.and(polyline!(at; plus(at, polar(size, degrees))));
    }
    pen.line(rays, rgb(0xFFFFFF), 0.8);
    pen.line(polyline!(at; at.0, at.1 + size * 0.9), rgb(0x6A5A3A), 1.0);
}

/// Bells along a stem: upright, or nodding to one side.
fn draw_spire(pen: &mut Pen, figure: &Figure, traits: &FlowerTraits, top: Point, green: Color) {
    let nods = figure.species == Species::Bluebell;
    let n = traits.n_petals;
    let is_seed = figure.stage == LifeStage::Fruiting;
    let is_withered = figure.stage == LifeStage::Withered;
    let color = if is_withered {
        figure.hue(traits.petal).mix(rgb(0x7A5A38), 0.66)
    } else {
        figure.hue(traits.petal)
    };
    for i in 0..n {
        if figure.health == Health::MissingLimb && i % 3 == 1 {
            continue;
        }
        let t = i as f32 / n as f32;
        let side = if nods || i % 2 == 0 { 1.0 } else { -1.0 };
        let size = 1.15 - 0.55 * (1.0 - t);
        let (y, x) = if nods {
            (top.1 - 6.0 + t * 34.0, top.0 + 3.0)
        } else {
            (top.1 + t * 62.0, top.0 * (1.0 - t))
        };
        let map = Affine::translate(x, y).scaled(side * size, size).rotated(if nods {
            -24.0
        } else {
            -34.0
        });
        pen.within(map, |pen| {
            pen.line(polyline!(0.0, 0.0; 6.0, 0.0), green, 1.4);
            if is_seed {
                pen.body(Path::blade((4.0, 0.0), (15.0, 2.0), 8.0, 0.45), rgb(0x9A7E4A));
                return;
            }
            let bell = smooth!(
                4.0, -2.5; 12.0, -6.5; 21.0, -7.0; 25.0, -9.0;
                26.0, 0.0; 25.0, 9.0; 20.0, 7.0; 11.0, 6.5; 4.0, 2.5
            );
            pen.body(bell, color);
            if nods {
                pen.detail(polyline!(8.0, 0.0; 24.0, 0.0), color.lighter(0.4), 1.0);
            } else {
                let patch = Path::ellipse((24.5, 0.5), 3.0, 7.0);
                pen.flat(patch, figure.hue(traits.heart).mix(color, 0.2));
                pen.dots(&[(23.5, -2.5), (25.0, 1.0), (23.5, 4.0)], 0.9, rgb(0x5A1E4A));
            }
        });
    }
    if !nods {
        for dy in [-4.0, -9.0] {
            pen.body(Path::ellipse((top.0, top.1 + dy), 3.0, 4.0), green.mix(color, 0.3));
        }
    }
}
