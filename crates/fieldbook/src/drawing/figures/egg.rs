//! Eggs.

use super::{Anchors, Figure};
use crate::drawing::canvas::*;
use crate::{Group, Species, Substrate};

/// The colour of a species' eggs.
pub(crate) fn egg_color(species: Species) -> Color {
    match species {
        Species::Robin => rgb(0xEAD9C2),
        Species::Blackbird => rgb(0x9CC3B4),
        Species::Bullfinch => rgb(0xB9D3DA),
        Species::GoldenEagle | Species::Osprey => rgb(0xE6D3B8),
        Species::Kestrel => rgb(0xC98A5A),
        Species::CinderHawk => rgb(0x9A8F88),
        Species::Mallard => rgb(0xCBD6B8),
        Species::MuteSwan => rgb(0xBCC9B6),
        Species::GreyHeron => rgb(0x8FBFC4),
        Species::HerringGull => rgb(0xA89B6E),
        Species::SaffronStilt => rgb(0xE3C670),
        Species::RuffedSunbill => rgb(0x7FC0A0),
        Species::LanternWren => rgb(0xC9B2E0),
        Species::MoonveilOwl => rgb(0xC3CDE8),
        Species::BlueTit => rgb(0xF3E9DA),
        Species::BarnSwallow => rgb(0xF5EDE6),
        Species::Puffin => rgb(0xE9E6E0),
        _ => rgb(0xF4EEDF),
    }
}

/// One egg, blunt end down, speckled by species.
fn draw_egg(pen: &mut Pen, species: Species, at: Point, height: f32) {
    let (x, y) = at;
    let (w, h) = (height * 0.37, height * 0.5);
    let egg = smooth!(
        x, y - h; x + w * 0.52, y - h * 0.78; x + w * 0.90, y - h * 0.10;
        x + w * 0.92, y + h * 0.40; x, y + h; x - w * 0.92, y + h * 0.40;
        x - w * 0.90, y - h * 0.10; x - w * 0.52, y - h * 0.78
    );
    pen.body(egg.clone(), egg_color(species));
    let kind = species as u32;
    if kind % 3 != 2 {
        pen.clipped(&egg, |pen| {
            let mut specks = Path::default();
            for i in 0..12_u32 {
                let place = |salt: u32| ((kind * 31 + i * 57 + salt * 23) % 41) as f32 / 20.0 - 1.0;
                let size = height * (0.02 + 0.012 * ((kind + i) % 3) as f32);
                specks = specks.and(Path::circle((x + place(1) * w, y + place(2) * h), size));
            }
            pen.flat(specks, rgb(if kind.is_multiple_of(3) { 0x7A4A2C } else { 0x4C4A44 }));
        });
    }
}

/// Draws eggs as the group lays them.
pub(crate) fn draw_eggs(pen: &mut Pen, figure: &Figure) -> Anchors {
    match figure.group() {
        group if group.is_bird() => {
            for (x, y) in [(-18.0, -22.0), (18.0, -22.0), (0.0, -19.0)] {
                draw_egg(pen, figure.species, (x, y), 34.0);
            }
        }
        Group::Reptile => {
            let in_hand = figure.substrate == Substrate::Hand;
            let places: &[Point] = if in_hand {
                &[(-12.0, -10.0), (14.0, -10.0)]
            } else {
                &[(-26.0, -10.0), (-2.0, -12.0), (24.0, -9.0), (-12.0, -4.0), (12.0, -3.0)]
            };
            for at in places {
                let color = rgb(0xF1EADA).mix(rgb(species_tint(figure.species)), 0.62);
                let (rx, ry) = match figure.species {
                    Species::Tortoise | Species::SeaTurtle => (10.5, 10.5),
                    Species::GrassSnake | Species::Adder => (16.0, 8.0),
                    _ => (12.5, 9.5),
                };
                pen.body(Path::ellipse(*at, rx, ry), color);
                if (figure.species as u32).is_multiple_of(2) {
                    let stroke = curve!(at.0 - 8.0, at.1 - 3.0; *at; at.0 + 9.0, at.1 - 1.0);
                    pen.detail(stroke, rgb(0xB9A98A), 0.8);
                }
            }
        }
        Group::Butterfly => draw_cluster(pen, figure, 3, 5.2, 0xEFE9A8),
        Group::Amphibian => draw_spawn(pen, figure),
        Group::Spider => {
            pen.line(curve!(0.0, -60.0; 2.0, -46.0; 0.0, -34.0), rgb(0xEDE8DA), 1.0);
            let sac = smooth!(
                0.0, -44.0; 16.0, -30.0; 15.0, -10.0; 0.0, -3.0; -15.0, -10.0; -16.0, -30.0
            );
            let [color, band] = sac_colors(figure.species);
            pen.marked(&sac, rgb(color), |pen| {
                for y in [-32.0, -22.0, -12.0] {
                    pen.line(curve!(-18.0, y - 2.0; 0.0, y + 3.0; 18.0, y - 2.0), rgb(band), 1.6);
                }
            });
        }
        _ => draw_cluster(pen, figure, 4, 6.0, species_tint(figure.species)),
    }
    Anchors { mouth: (0.0, -18.0), back: (0.0, -30.0), ..Anchors::default() }
}

fn sac_colors(species: Species) -> [u32; 2] {
    match species {
        Species::WaspSpider => [0xB58A52, 0x5A3E22],
        Species::DewVeilSpider => [0xC9D8E6, 0x7C96B4],
        Species::ZebraJumper => [0xEFEBE2, 0x4A4642],
        _ => [0xE6C86A, 0xB8923A],
    }
}

fn species_tint(species: Species) -> u32 {
    const TINTS: [u32; 7] = [0xF0A24A, 0xE9D9A0, 0xD9E6E2, 0xE8875A, 0xC9B6E6, 0xF2E4B8, 0xA8D2C4];
    TINTS[species as usize % TINTS.len()]
}

/// Small round eggs laid side by side.
fn draw_cluster(pen: &mut Pen, figure: &Figure, n_rows: usize, radius: f32, color: u32) {
    let color = rgb(color).mix(rgb(species_tint(figure.species)), 0.85);
    for row in 0..n_rows {
        let n = 6 - row;
        for column in 0..n {
            let x = (column as f32 - (n as f32 - 1.0) / 2.0) * radius * 2.0;
            let y = -radius - row as f32 * radius * 1.7;
            pen.body(Path::ellipse((x, y), radius, radius * 1.1), color);
            let patch = Path::circle((x - radius * 0.3, y - radius * 0.3), radius * 0.24);
            pen.flat(patch, rgb(0xFFFFFF));
            if figure.group() == Group::Fish {
                let patch = Path::circle((x + radius * 0.25, y + radius * 0.1), radius * 0.3);
                pen.flat(patch, rgb(0x2A2622));
            }
        }
    }
}

/// Spawn: jelly with dark cores; the yolk differs between frogs, toads and salamanders.
fn draw_spawn(pen: &mut Pen, figure: &Figure) {
    const PLACES: [Point; 12] = points!(
        -34.0, -14.0; -20.0, -8.0; -22.0, -24.0; -6.0, -14.0; -8.0, -30.0; 8.0, -8.0;
        9.0, -24.0; 22.0, -14.0; 24.0, -29.0; 36.0, -10.0; 37.0, -23.0; 6.0, -38.0
    );
    let yolk = match figure.species {
        Species::TreeFrog => 0xB89A5A,
        Species::BlueDartFrog => 0x2C4C9A,
        Species::FireSalamander => 0xD9B43A,
        Species::MarbledToad => 0x7A5AA0,
        _ => 0x26221E,
    };
    for (x, y) in PLACES {
        pen.body(Path::circle((x, y), 9.5), rgb(0xCFE0D6).alpha(0.7));
        pen.flat(Path::circle((x + 0.5, y + 0.5), 3.8), rgb(yolk));
        pen.flat(Path::circle((x - 4.0, y - 4.0), 1.6), rgb(0xFFFFFF));
    }
}
