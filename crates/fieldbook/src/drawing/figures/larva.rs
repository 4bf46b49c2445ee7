//! Caterpillars, grubs, chrysalises, nymphs.

use super::{Anchors, Figure, traits};
use crate::drawing::canvas::*;
use crate::{Behaviour, Species};

traits! {
    fn caterpillar(species: Species) -> Caterpillar {
        base: u32, band: u32, head: u32,
        /// Length of bristles or horns.
        spines: f32,
    }
    Monarch => 0xF1EFDC, 0x25221F, 0xE8C53A, 0.0;
    PeacockButterfly => 0x26242A, 0xE8E4DA, 0x1B191C, 7.0;
    CommonBlue => 0x7FB04C, 0xDDE7A8, 0x2E2A26, 2.0;
    Swallowtail => 0x8CC24A, 0x20201C, 0xE88A2E, 0.0;
    LunaMoth => 0x9BD05A, 0xF0D24A, 0x7A5A3A, 3.0;
    ElephantHawkmoth => 0x6E5A44, 0x2E261E, 0x5A4836, 0.0;
    _ => 0xF4EBDA, 0xC93A2C, 0xC93A2C, 5.0;
}

pub(crate) fn draw_caterpillar(pen: &mut Pen, figure: &Figure) -> Anchors {
    let traits = caterpillar(figure.species);
    let arch = if figure.behaviour == Behaviour::Moving { 20.0 } else { 2.0 };
    let at = |t: f32| -> Point {
        let x = -44.0 + t * 84.0;
        let rise = 4.0 * arch * t * (1.0 - t) * if t < 0.62 { 1.15 } else { 0.75 };
        (x, -9.0 - rise * 0.9)
    };
    for step in 0..9 {
        let p = at(0.06 + step as f32 * 0.105);
        let stroke = polyline!(p.0, p.1 + 5.0; p.0 + 1.0, (p.1 + 10.0).min(0.5));
        pen.line(stroke, figure.hue(traits.base).darker(0.5), 2.6);
    }
    let n = 10;
    for step in 0..n {
        let p = at(step as f32 / n as f32);
        let radius = 8.6 - (step as f32 - 4.5).abs() * 0.28;
        pen.body(Path::ellipse(p, radius, radius * 1.06), figure.hue(traits.base));
        let stroke = curve!(
            p.0 - 1.5, p.1 - radius * 0.86; p.0 + 1.2, p.1; p.0 - 1.5, p.1 + radius * 0.8
        );
        pen.line(stroke, figure.hue(traits.band), 2.4);
        if traits.spines > 0.0 {
            for dx in [-2.5, 2.5] {
                let stroke = polyline!(
                    p.0 + dx, p.1 - radius * 0.8; p.0 + dx * 1.8, p.1 - radius - traits.spines
                );
                pen.line(stroke, figure.hue(traits.band).darker(0.2), 0.8);
            }
        }
        match figure.species {
            Species::Swallowtail => {
                pen.flat(Path::circle((p.0 - 0.5, p.1 - 2.0), 1.6), figure.hue(0xF08A2A))
            }
            Species::ElephantHawkmoth if step > 6 => {
                pen.flat(Path::circle((p.0, p.1 - 2.5), 3.2), figure.hue(0x1E1A18));
                pen.flat(Path::circle((p.0, p.1 - 2.5), 1.6), figure.hue(0xE9C3C9));
            }
            _ => {}
        }
    }
    let head = at(1.0);
    pen.body(Path::circle((head.0, head.1 + 1.0), 7.4), figure.hue(traits.head));
    figure.draw_eye(pen, (head.0 + 3.0, head.1), 1.9, 0x1A1614);
    if figure.species == Species::Monarch {
        for (x, side) in [(head.0, 1.0), (-44.0, -1.0)] {
            let stroke = curve!(
                x, head.1 - 6.0; x + side * 3.0, head.1 - 14.0; x + side * 9.0, head.1 - 18.0
            );
            pen.line(stroke, rgb(0x25221F), 1.6);
        }
    }
    if figure.species == Species::ElephantHawkmoth {
        pen.line(polyline!(-46.0, -14.0; -52.0, -24.0), figure.hue(0x2E261E), 2.2);
    }
    Anchors { mouth: (head.0 + 7.0, head.1 + 4.0), back: (0.0, -24.0), ..Anchors::default() }
}

/// A chrysalis or cocoon, hanging from the origin.
pub(crate) fn draw_chrysalis(pen: &mut Pen, figure: &Figure) -> Anchors {
    let (color, band) = match figure.species {
        Species::Monarch => (0x7FC08A, 0xE9C84A),
        Species::PeacockButterfly => (0xA8A25A, 0x7A6238),
        Species::Swallowtail => (0x9BB85A, 0xD9D28A),
        Species::LunaMoth => (0xB98A5A, 0x7A5636),
        Species::CommonBlue => (0x9AA86A, 0x5A6A3A),
        Species::ElephantHawkmoth => (0x8A6A4A, 0x4A3626),
        _ => (0xF3E6CE, 0xC93A2C),
    };
    let color = if figure.behaviour == Behaviour::Hatching {
        rgb(color).mix(rgb(0xE9E2D2), 0.5)
    } else {
        rgb(color)
    };
    pen.line(polyline!(0.0, -2.0; 0.0, 6.0), rgb(0x2A221C), 2.4);
    let case = smooth!(
        0.0, 3.0; 9.0, 12.0; 15.0, 26.0; 12.0, 44.0; 2.0, 60.0;
        -6.0, 56.0; -13.0, 40.0; -14.0, 24.0; -8.0, 11.0
    );
    pen.marked(&case, color, |pen| {
        for y in [14.0, 20.0, 26.0] {
            pen.line(curve!(-16.0, y; 0.0, y + 3.0; 16.0, y), rgb(band), 1.4);
        }
        pen.line(curve!(-12.0, 30.0; 2.0, 34.0; 4.0, 58.0), rgb(band).darker(0.2), 1.0);
    });
    pen.dots(&[(-6.0, 36.0), (7.0, 40.0), (0.0, 50.0)], 1.3, rgb(band));
    Anchors { mouth: (0.0, 50.0), back: (0.0, 10.0), ..Anchors::default() }
}

/// A curled white grub.
pub(crate) fn draw_grub(pen: &mut Pen, figure: &Figure) -> Anchors {
    let is_stretched = figure.behaviour == Behaviour::Moving;
    let places: Vec<Point> = (0..9)
        .map(|i| {
            let t = i as f32 / 8.0;
            if is_stretched {
                (-40.0 + 78.0 * t, -11.0 - 5.0 * libm::sinf(t * 6.3))
            } else {
                let angle = (-36.0 + t * 250.0).to_radians();
                (-24.0 * libm::cosf(angle) - 2.0, -27.0 - 20.0 * libm::sinf(angle))
            }
        })
        .collect();
    let tint = match figure.species {
        Species::Ladybird => 0x5A6272,
        Species::Rosalia => 0xE9DCC0,
        Species::SacredScarab => 0xD9D2C4,
        Species::HarlequinChafer => 0xCBE0B0,
        _ => 0xF3E8CE,
    };
    for (i, p) in places.iter().enumerate() {
        let radius = 11.0 - (i as f32 - 3.0).abs() * 0.55;
        pen.body(Path::circle(*p, radius), figure.hue(tint));
        if figure.species == Species::Ladybird && i % 3 == 1 {
            pen.flat(Path::circle((p.0 - 3.0, p.1 - 3.0), 2.6), rgb(0xF09A2E));
            pen.flat(Path::circle((p.0 + 3.0, p.1 - 3.0), 2.6), rgb(0xF09A2E));
        }
    }
    let head = places[8];
    for (dx, dy) in [(-3.0, 13.0), (3.0, 13.0), (8.0, 10.0)] {
        let stroke = polyline!(head.0 - 6.0, head.1 + 4.0; head.0 + dx - 3.0, head.1 + dy);
        pen.line(stroke, rgb(0x9A5A2A), 1.6);
    }
    pen.body(Path::circle((head.0 + 3.0, head.1 + 1.0), 7.0), figure.hue(0xA8602A));
    figure.draw_eye(pen, (head.0 + 6.0, head.1), 1.4, 0x1A1614);
    Anchors { mouth: (head.0 + 9.0, head.1 + 4.0), ..Anchors::default() }
}

/// A swimming dragonfly nymph.
pub(crate) fn draw_nymph(pen: &mut Pen, figure: &Figure) -> Anchors {
    let (base, band) = match figure.species {
        Species::EmperorDragonfly => (0x7E8A4A, 0x3E4A26),
        Species::RuddyDarter => (0x9A6A42, 0x4A2E1C),
        Species::GlassfireDarter => (0x7A5A9A, 0xC9862E),
        _ => (0x8A8A6A, 0x2E4A52),
    };
    for (x, reach) in [(14.0, 26.0), (6.0, 20.0), (-2.0, 14.0)] {
        for side in [-1.0, 1.0] {
            let stroke = polyline!(
                x, side * 6.0; x + reach * 0.4, side * 22.0; x + reach * 0.2 - 8.0, side * 32.0
            );
            pen.line(stroke, figure.hue(band), 2.0);
        }
    }
    for side in [-1.0, 0.0, 1.0] {
        pen.line(polyline!(-40.0, 0.0; -52.0, side * 6.0), figure.hue(band), 2.4);
    }
    let body = tube!(
        -42.0, 0.0, 3.0; -26.0, 0.0, 9.0; -8.0, 0.0, 9.5; 8.0, 0.0, 8.0; 18.0, 0.0, 8.0
    );
    pen.marked(&body, figure.hue(base), |pen| {
        for x in [-36.0, -30.0, -24.0, -18.0, -12.0] {
            pen.line(polyline!(x, -10.0; x, 10.0), figure.hue(band), 1.4);
        }
    });
    pen.body(Path::blade((6.0, -5.0), (-16.0, -9.0), 6.0, 0.4), figure.hue(band));
    pen.body(Path::blade((6.0, 5.0), (-16.0, 9.0), 6.0, 0.4), figure.hue(band));
    pen.body(Path::ellipse((24.0, 0.0), 9.0, 10.0), figure.hue(base));
    for side in [-1.0, 1.0] {
        figure.draw_eye(pen, (27.0, side * 7.0), 3.6, 0x3A3A2A);
    }
    Anchors { mouth: (33.0, 0.0), back: (0.0, -8.0), ..Anchors::default() }
}
