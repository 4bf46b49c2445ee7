//! Lizards, from the side.

use super::{Anchors, Figure, anchors};
use crate::drawing::canvas::*;
use crate::{Behaviour, Health, Sex, Species};

pub(crate) fn draw_lizard(pen: &mut Pen, figure: &Figure) -> Anchors {
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
    draw_legs(pen, figure, base, fat, rise);
    let is_docked = figure.health == Health::MissingLimb;
    let mut spine = vec![];
    if is_docked {
        spine.push((-34.0, -9.0, 4.4));
    } else {
        spine.extend(points!(
            -76.0, -8.0, 0.8; -64.0, -3.5, 1.9; -48.0, -4.5, 3.2; -32.0, -9.0, 4.8
        ));
    }
    spine.extend(points!(
        -14.0, -13.0, 8.0 * fat; 6.0, -14.0 - rise * 0.4, 9.0 * fat;
        22.0, -16.0 - rise * 0.8, 7.2 * fat; 31.0, -19.0 - rise, 6.4 * fat;
        42.0, -19.0 - rise, 6.4 * fat; 52.0, -17.0 - rise, 3.6
    ));
    let body = Path::tube(&spine);
    pen.body(body.clone(), figure.hue(base));
    let is_male = !is_gecko && !is_skink && figure.sex != Some(Sex::Female);
    pen.clipped(&body, |pen| {
        let stroke = curve!(-30.0, -3.0; 0.0, -4.0; 24.0, -10.0 - rise * 0.8; 52.0, -13.0 - rise);
        pen.line(stroke, figure.hue(belly), 5.0);
        if is_male && !figure.is_young() {
            pen.flat(Path::ellipse((38.0, -14.5 - rise), 12.0, 6.0), figure.hue(0x3A86D8));
        }
        draw_skin(pen, figure, mark, rise);
    });
    if is_docked {
        pen.flat(Path::circle((-37.5, -9.0), 4.0), rgb(0xB5261E));
    }
    draw_mouth(pen, figure, base, mark, rise);
    figure.draw_eye(
        pen,
        (43.0, -21.5 - rise),
        if is_gecko { 3.6 } else { 2.5 },
        if is_gecko { 0xE3C43A } else { 0xC9862E },
    );
    figure.draw_ailment(pen, (4.0, -14.0 - rise * 0.4), 4.4);
    anchors!(
        mouth 55.0, -15.0 - rise; back -4.0, -23.0;
        neck 28.0, -18.0 - rise; leg 24.0, -5.0; ear 38.0, -20.0 - rise
    )
}

fn draw_legs(pen: &mut Pen, figure: &Figure, base: u32, fat: f32, rise: f32) {
    let is_gecko = figure.species == Species::TokayGecko;
    let strides = figure.behaviour == Behaviour::Moving;
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
            let shape = tube!(
                x, -12.0 - if number == 0 { rise * 0.6 } else { 0.0 }, 4.4 * fat;
                knee.0, knee.1, 3.6; foot.0, foot.1 - 1.0, 2.2
            );
            pen.body(shape, color);
            for (dx, dy) in [(6.0, -2.5), (7.5, 0.3), (5.0, 2.6), (-2.0, 2.6)] {
                let tip = (foot.0 + dx, foot.1 + dy);
                pen.line(polyline!(foot; tip), color.darker(0.15), 1.3);
                if is_gecko {
                    pen.flat(Path::circle(tip, 1.6), color);
                }
            }
        }
    }
}

/// Spots, bands or specks, over a body that rises towards the head.
fn draw_skin(pen: &mut Pen, figure: &Figure, mark: u32, rise: f32) {
    let is_gecko = figure.species == Species::TokayGecko;
    let is_skink = figure.species == Species::OpalSkink;
    if is_gecko {
        for (x, y) in points!(
            34.0, -24.0; 24.0, -20.0; 24.0, -13.0; 12.0, -21.0; 11.0, -12.0; 0.0, -19.0;
            -1.0, -10.0; -12.0, -17.0; -22.0, -12.0; -40.0, -6.0; -54.0, -4.5
        ) {
            let y = y - rise * ((x + 10.0) / 40.0_f32).clamp(0.0, 1.0);
            pen.flat(Path::circle((x, y), 2.2), figure.hue(mark));
        }
    } else if is_skink {
        for x in [-40.0, -30.0, -20.0, -9.0, 2.0, 13.0, 24.0] {
            let y = -13.0 - rise * ((x + 10.0) / 40.0_f32).clamp(0.0, 1.0);
            let band = curve!(x - 2.0, y - 12.0; x + 1.5, y; x - 2.0, y + 12.0);
            pen.line(band, figure.hue(mark), 3.0);
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
                let stroke = curve!(
                    -34.0, -9.0 + dy; 4.0, -15.0 - rise * 0.4 + dy; 30.0, -20.0 - rise + dy
                );
                pen.line(stroke, figure.hue(0xE9EBC0), 1.5);
            }
        }
    }
}

/// The mouth: closed, or open above a spread throat.
fn draw_mouth(pen: &mut Pen, figure: &Figure, base: u32, mark: u32, rise: f32) {
    let is_gecko = figure.species == Species::TokayGecko;
    if matches!(figure.behaviour, Behaviour::Displaying | Behaviour::Fighting) {
        let patch = polygon!(44.0, -17.0 - rise; 57.0, -22.0 - rise; 55.0, -11.0 - rise);
        pen.flat(patch, rgb(0xC4463C));
        let shape = smooth!(
            28.0, -14.0 - rise; 42.0, -13.0 - rise; 37.0, -1.0 - rise; 28.0, -5.0 - rise
        );
        pen.body(shape, figure.hue(if is_gecko { mark } else { 0x3A86D8 }));
    } else {
        let stroke = curve!(54.0, -16.0 - rise; 46.0, -15.0 - rise; 40.0, -16.5 - rise);
        pen.detail(stroke, figure.hue(base).darker(0.7), 0.8);
    }
}
