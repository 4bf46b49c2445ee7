//! Fish from the side; the origin is the middle of the body.

use super::{Anchors, Figure, egg::draw_eggs, traits};
use crate::drawing::canvas::*;
use crate::{Behaviour, Health, LifeStage, Species};

traits! {
    fn fish_traits(species: Species) -> FishTraits {
        back: u32, belly: u32, fin: u32, line: u32,
        /// Half the height of the body at its deepest.
        depth: f32,
        /// Height of the dorsal fin.
        sail: f32, forked: f32,
    }
    Clownfish => 0xEE7A22, 0xF5983A, 0xEE7A22, 0x1E1A18, 18.0, 9.0, 0.1;
    BrownTrout => 0x8A6A32, 0xEBD79A, 0xA87A3A, 0x3E2E1C, 13.0, 8.0, 0.4;
    Perch => 0x5E7A34, 0xE3D8A4, 0xD8482A, 0x2A3A1E, 17.0, 13.0, 0.6;
    EmperorAngelfish => 0x1E4A9A, 0x2A5CB4, 0xF2C82E, 0xF2D23A, 27.0, 12.0, 0.0;
    Anglerfish => 0x2E2628, 0x40343A, 0x4A3C42, 0x6A565E, 25.0, 5.0, 0.1;
    BluefinTuna => 0x1E3C6E, 0xDCE4E8, 0x2E4C7A, 0xF0C53A, 15.0, 9.0, 1.6;
    _ => 0x5A3A8A, 0xA87AC0, 0x7A4CA8, 0xF0C04A, 16.0, 34.0, 0.9;
}

pub(crate) fn draw_fish(pen: &mut Pen, figure: &Figure) -> Anchors {
    if figure.stage == LifeStage::Egg {
        return draw_eggs(pen, figure);
    }
    let mut traits = fish_traits(figure.species);
    if figure.is_young() {
        traits.depth *= 0.74;
        traits.sail *= 0.5;
    }
    let d = traits.depth;
    let fin = |color: u32| figure.hue(color);
    draw_tail(pen, figure, &traits);
    draw_fins(pen, figure, &traits);
    let body = outline(figure.species, d);
    let base = fin(traits.back);
    let base = if figure.is_young() { base.mix(rgb(0xE6E9DC), 0.45) } else { base };
    pen.marked(&body, base, |pen| {
        if !matches!(figure.species, Species::EmperorAngelfish | Species::Anglerfish) {
            let belly = smooth!(
                48.0, d * 0.2; 14.0, d * 0.12; -44.0, d * 0.05; -44.0, d * 1.3; 40.0, d * 1.3
            );
            pen.flat(belly, fin(traits.belly));
        }
        draw_pattern(pen, figure, &traits);
        if figure.is_young() {
            pen.flat(Path::ellipse((12.0, d * 0.7), 10.0, d * 0.5), rgb(0xF0B45A));
        }
    });
    let gill = curve!(22.0, -d * 0.5; 17.5, 0.0; 23.0, d * 0.55);
    pen.detail(gill, base.darker(0.5), 1.0);
    let breast = smooth!(15.0, 2.0; 4.0, -2.0; -5.0, 3.0; -4.0, 12.0; 6.0, 11.0);
    pen.body(breast, fin(traits.fin).lighter(0.08));
    draw_face(pen, figure, &traits);
    figure.draw_ailment(pen, (-8.0, -d * 0.2), 5.5);
    let mouth = if figure.species == Species::Anglerfish { (36.0, 6.0) } else { (44.0, 3.0) };
    Anchors { mouth, back: (0.0, -d), neck: (10.0, 0.0), leg: (0.0, d), ear: (20.0, -d) }
}

/// The outline of the body, `d` half its height.
fn outline(species: Species, d: f32) -> Path {
    match species {
        Species::Anglerfish => smooth!(
            30.0, -4.0; 18.0, -d * 0.86; -6.0, -d * 0.9; -30.0, -d * 0.36; -38.0, -4.0;
            -38.0, 4.0; -26.0, d * 0.4; -2.0, d * 0.95; 24.0, d * 0.86; 34.0, 10.0
        ),
        Species::EmperorAngelfish => smooth!(
            40.0, 2.0; 30.0, -8.0; 16.0, -d * 0.84; -10.0, -d * 0.98; -30.0, -d * 0.4;
            -36.0, -4.0; -36.0, 5.0; -28.0, d * 0.46; -8.0, d * 0.98; 18.0, d * 0.8; 32.0, 10.0
        ),
        _ => smooth!(
            43.0, 1.0; 34.0, -d * 0.5; 16.0, -d * 0.96; -6.0, -d * 0.92;
            -30.0, -d * 0.36; -41.0, -d * 0.2; -41.0, d * 0.2;
            -28.0, d * 0.38; -4.0, d * 0.94; 18.0, d * 0.96; 35.0, d * 0.55
        ),
    }
}

/// Dorsal and anal fin, spread in display.
fn draw_fins(pen: &mut Pen, figure: &Figure, traits: &FishTraits) {
    let d = traits.depth;
    let flares = matches!(figure.behaviour, Behaviour::Displaying | Behaviour::Fighting);
    let sail = traits.sail * if flares { 1.7 } else { 1.0 } + if flares { 5.0 } else { 0.0 };
    let fin = |color: u32| figure.hue(color);
    let spiny = matches!(figure.species, Species::Perch | Species::BluefinTuna) || flares;
    let crest: Point = if figure.species == Species::VelvetSail {
        (-6.0, -d * 0.7 - sail)
    } else {
        (-2.0, -d * 0.75 - sail)
    };
    let back_fin = smooth!(
        18.0, -d * 0.62; 10.0, -d * 0.8 - sail * 0.72; crest;
        -20.0, -d * 0.55 - sail * 0.55; -26.0, -d * 0.42; -10.0, -d * 0.4
    );
    pen.marked(&back_fin, fin(traits.fin), |pen| {
        for i in 0..7 {
            let x = 14.0 - i as f32 * 6.0;
            let stroke = polyline!(x, -d * 0.4; x - 3.0, -d - sail * 1.2);
            pen.detail(stroke, fin(traits.fin).darker(0.5), if spiny { 1.2 } else { 0.6 });
        }
        if figure.species == Species::VelvetSail {
            let stroke = curve!(12.0, -d * 0.8 - sail * 0.7; crest; -22.0, -d * 0.55 - sail * 0.5);
            pen.line(stroke, fin(traits.line), 4.0);
        }
    });
    let vent = smooth!(
        -4.0, d * 0.6; -12.0, d * 0.8 + sail.min(14.0) * 0.55;
        -24.0, d * 0.6 + sail.min(14.0) * 0.4; -24.0, d * 0.3
    );
    pen.body(vent, fin(traits.fin));
}

fn draw_tail(pen: &mut Pen, figure: &Figure, traits: &FishTraits) {
    let d = traits.depth;
    let reach = 16.0 + traits.forked * 5.0;
    let spread = (d * 0.9).max(13.0) + traits.forked * 3.0;
    let color = if figure.species == Species::EmperorAngelfish { traits.line } else { traits.fin };
    if figure.health == Health::MissingLimb {
        let stump = polygon!(
            -36.0, -d * 0.24; -47.0, -d * 0.5; -45.0, -d * 0.1;
            -49.0, d * 0.04; -44.0, d * 0.2; -46.0, d * 0.5; -36.0, d * 0.24
        );
        pen.body(stump, figure.hue(color));
        let stroke = polyline!(
            -47.0, -d * 0.5; -45.0, -d * 0.1; -49.0, d * 0.04; -44.0, d * 0.2; -46.0, d * 0.5
        );
        pen.line(stroke, rgb(0xC4392C), 2.0);
        return;
    }
    let tail = smooth!(
        -34.0, -d * 0.2; -46.0, -spread * 0.6; -40.0 - reach, -spread;
        -40.0 - reach, -spread; -44.0 - reach * (1.0 - 0.42 * traits.forked.min(1.2)), 0.0;
        -40.0 - reach, spread; -40.0 - reach, spread; -46.0, spread * 0.6; -34.0, d * 0.2
    );
    pen.marked(&tail, figure.hue(color), |pen| {
        for y in [-0.8, -0.4, 0.0, 0.4, 0.8] {
            let stroke = polyline!(-38.0, 0.0; -44.0 - reach, y * spread);
            pen.detail(stroke, figure.hue(color).darker(0.45), 0.7);
        }
        if figure.species == Species::Clownfish {
            let stroke = curve!(-40.0 - reach, -spread; -44.0 - reach, 0.0; -40.0 - reach, spread);
            pen.line(stroke, figure.hue(traits.line), 4.0);
        }
    });
}

fn draw_pattern(pen: &mut Pen, figure: &Figure, traits: &FishTraits) {
    let d = traits.depth;
    let hue = |code| figure.hue(code);
    match figure.species {
        Species::Clownfish => {
            for (x, width) in [(20.0, 9.0), (-6.0, 11.0), (-33.0, 6.0)] {
                let band = curve!(x, -d * 1.2; x + 4.0, 0.0; x, d * 1.2);
                pen.line(band.clone(), hue(traits.line), width + 3.0);
                pen.line(band, hue(0xFBF7EE), width);
            }
        }
        Species::BrownTrout => {
            let mut dark = Path::default();
            let mut red = Path::default();
            for i in 0..16_u32 {
                let x = 26.0 - (i * 23 % 62) as f32;
                let y = -d * 0.7 + (i * 37 % 19) as f32 / 19.0 * d * 0.9;
                dark = dark.and(Path::circle((x, y), 1.5));
                if i % 2 == 0 {
                    red = red.and(Path::circle((x + 3.0, y * 0.3 + 2.0), 1.7));
                }
            }
            pen.flat(dark, hue(traits.line));
            pen.flat(red, hue(0xD8402A));
        }
        Species::Perch => {
            for x in [20.0, 8.0, -4.0, -16.0, -28.0] {
                let patch = Path::blade((x, -d * 1.1), (x - 2.0, d * 0.5), 6.5, 0.3);
                pen.flat(patch, hue(traits.line));
            }
        }
        Species::EmperorAngelfish => {
            for i in 0..8 {
                let y = -d * 0.85 + i as f32 * d * 0.25;
                let stroke = curve!(16.0, y * 0.9 + 3.0; -10.0, y; -40.0, y * 0.4 - 2.0);
                pen.line(stroke, hue(traits.line), 2.2);
            }
            pen.flat(Path::ellipse((36.0, 4.0), 15.0, 14.0), hue(0xA9C3E0));
            pen.line(curve!(20.0, -d; 19.0, 0.0; 21.0, d), hue(0x16203E), 6.0);
        }
        Species::BluefinTuna => {
            let mut finlets = Path::default();
            for i in 0..5 {
                let x = -18.0 - i as f32 * 5.0;
                finlets = finlets.and(polygon!(
                    x, -d * 0.7 + i as f32 * 1.5; x - 4.0, -d * 0.9 + i as f32 * 1.5;
                    x - 4.0, -d * 0.55 + i as f32 * 1.5
                ));
            }
            pen.flat(finlets, hue(traits.line));
            pen.line(curve!(24.0, -1.0; 0.0, 1.0; -40.0, 0.0), hue(0x9FB2C4), 1.6);
        }
        Species::VelvetSail => {
            pen.line(curve!(30.0, -2.0; 0.0, -1.0; -40.0, 0.0), hue(traits.line), 2.6);
            for x in [10.0, 0.0, -10.0, -20.0] {
                pen.flat(Path::circle((x, -d * 0.45), 1.7), hue(traits.line));
            }
        }
        _ => {}
    }
}

fn draw_face(pen: &mut Pen, figure: &Figure, traits: &FishTraits) {
    let d = traits.depth;
    if figure.species == Species::Anglerfish {
        let gape = smooth!(32.0, -6.0; 12.0, 2.0; 8.0, 10.0; 22.0, 20.0; 34.0, 14.0);
        pen.flat(gape.clone(), rgb(0x120C10));
        for i in 0..5 {
            let x = 14.0 + i as f32 * 4.4;
            let patch = polygon!(
                x, 1.0 - i as f32 * 1.6; x + 2.6, 0.0 - i as f32 * 1.6; x + 1.6, 9.0 - i as f32
            );
            pen.flat(patch, rgb(0xF0EBDD));
            pen.flat(polygon!(x, 17.0; x + 2.6, 17.6; x + 1.2, 10.0), rgb(0xF0EBDD));
        }
        let stroke = curve!(14.0, -d * 0.86; 22.0, -d * 1.5; 36.0, -d * 1.42);
        pen.line(stroke, figure.hue(0x6A565E), 1.5);
        if !figure.is_dead() {
            pen.glow((38.0, -d * 1.36), 19.0, rgb(0x9FF5E6).alpha(0.85));
        }
        let patch = Path::circle((38.0, -d * 1.36), 3.4);
        pen.unlit(patch, if figure.is_dead() { rgb(0x6A7A78) } else { rgb(0xEFFFFA) });
        figure.draw_eye(pen, (20.0, -12.0), 2.2, 0x9FB2A8);
        return;
    }
    figure.draw_eye(pen, (31.0, -d * 0.24), if figure.is_young() { 5.0 } else { 3.4 }, 0xE8C45A);
    let is_open = matches!(figure.behaviour, Behaviour::Feeding | Behaviour::Fighting);
    if is_open {
        pen.flat(Path::ellipse((41.0, 3.0), 3.4, 4.4), rgb(0x4A1A18));
    } else {
        pen.line(curve!(43.0, 3.0; 39.0, 4.6; 36.0, 4.2), figure.hue(traits.back).darker(0.7), 1.0);
    }
}
