//! Butterflies and moths, and their earlier stages.

use super::{
    Anchors, Figure,
    larva::{draw_caterpillar, draw_chrysalis},
    traits,
};
use crate::drawing::canvas::*;
use crate::{Behaviour, Health, LifeStage, Sex, Species};

traits! {
    fn wing_traits(species: Species, is_female: bool) -> WingTraits {
        fore: u32, hind: u32, border: u32, under: u32, body: u32,
        /// Length of the tail of the hind wing.
        tail: f32, is_moth: bool,
    }
    Monarch => 0xEE8A22, 0xF09A2E, 0x211A18, 0xF3B45A, 0x211A18, 0.0, false;
    PeacockButterfly => 0xB23A26, 0xA63422, 0x4A2E26, 0x3A2C28, 0x3A2A22, 0.0, false;
    CommonBlue if is_female => 0x7A5A42, 0x7F6048, 0x3E2C22, 0xC9B598, 0x5A4A40, 0.0, false;
    CommonBlue => 0x5F8FE0, 0x6C9AE6, 0x28407C, 0xB9C4CF, 0x3C4A66, 0.0, false;
    Swallowtail => 0xF2DC74, 0xF3DE7C, 0x24211C, 0xF4E69A, 0x2E2A20, 18.0, false;
    LunaMoth => 0xB9E0A4, 0xBFE4AC, 0x8C5A78, 0xB9E0A4, 0xF3EFE0, 46.0, true;
    ElephantHawkmoth => 0xA39A4A, 0xD9708E, 0xD4557C, 0xD9708E, 0xA39A4A, 0.0, true;
    _ => 0xF7F0E0, 0xF5EBD6, 0xC93A2C, 0xF3E6CE, 0xC9A27A, 8.0, true;
}

pub(crate) fn draw_butterfly(pen: &mut Pen, figure: &Figure) -> Anchors {
    match figure.stage {
        LifeStage::Larva => return draw_caterpillar(pen, figure),
        LifeStage::Pupa => return draw_chrysalis(pen, figure),
        _ => {}
    }
    let traits = wing_traits(figure.species, figure.sex == Some(Sex::Female));
    match figure.behaviour {
        Behaviour::Feeding | Behaviour::Mating => return draw_closed(pen, figure, &traits),
        Behaviour::Hatching => {
            draw_chrysalis(pen, figure);
            let hanging = Affine::translate(6.0, 34.0).rotated(-100.0).scaled(0.62, 0.62);
            return pen.within(hanging, |pen| draw_closed(pen, figure, &traits));
        }
        _ => {}
    }
    let is_flying = figure.is_flying();
    // Seen from above; in flight the far wing is foreshortened.
    let (tilt, lift) = match (is_flying, figure.behaviour) {
        (true, _) => (24.0, 0.0),
        (_, Behaviour::Basking) => (64.0, -26.0),
        _ => (44.0, -26.0),
    };
    let map = Affine::translate(0.0, lift).rotated(tilt - 90.0);
    pen.within(map, |pen| {
        // The head is at the top here.
        let far = if is_flying { 0.62 } else { 1.0 };
        for (side, squeeze) in [(-1.0, 1.0), (1.0, far)] {
            let is_torn = figure.health == Health::MissingLimb && side < 0.0;
            pen.within(Affine::scale(side * squeeze, 1.0), |pen| {
                draw_open_wings(pen, figure, &traits, is_torn);
            });
        }
        draw_body(pen, figure, &traits);
        figure.draw_ailment(pen, (-20.0, -10.0), 4.5);
    });
    Anchors { mouth: map.apply((0.0, -18.0)), back: (0.0, lift - 10.0), ..Anchors::default() }
}

fn draw_body(pen: &mut Pen, figure: &Figure, traits: &WingTraits) {
    for side in [-1.0, 1.0] {
        let tip = (side * 13.0, -38.0);
        let feeler = curve!(side * 1.5, -18.0; side * 6.0, -29.0; tip);
        pen.line(feeler, figure.hue(traits.body), if traits.is_moth { 2.0 } else { 1.1 });
        if !traits.is_moth {
            pen.flat(Path::circle(tip, 1.6), figure.hue(traits.body));
        }
    }
    let width = if traits.is_moth { 1.5 } else { 1.0 };
    let body = tube!(
        0.0, 24.0, 1.6 * width; 0.0, 10.0, 2.9 * width; 0.0, -2.0, 2.6 * width;
        0.0, -9.0, 4.2 * width; 0.0, -17.0, 2.9 * width
    );
    pen.body(body, figure.hue(traits.body));
    if traits.is_moth {
        for y in [4.0, 10.0, 16.0] {
            pen.detail(polyline!(-3.2, y; 3.2, y), figure.hue(traits.border), 1.0);
        }
    }
}

fn draw_open_wings(pen: &mut Pen, figure: &Figure, traits: &WingTraits, is_torn: bool) {
    let t = traits.tail;
    let hind = smooth!(
        1.0, -4.0; 20.0, -4.0; 38.0, 8.0; 36.0, 26.0; 24.0 + t * 0.08, 38.0;
        21.0 + t * 0.20, 38.0 + t; 15.0 + t * 0.06, 38.0 + t * 0.96; 14.0, 34.0; 3.0, 20.0
    );
    let fore = if is_torn {
        smooth!(
            1.0, -12.0; 12.0, -30.0; 22.0, -40.0; 22.0, -40.0; 25.0, -26.0; 25.0, -26.0;
            18.0, -20.0; 18.0, -20.0; 28.0, -10.0; 28.0, -10.0; 21.0, 0.0; 2.0, -2.0
        )
    } else if traits.is_moth && t < 1.0 {
        smooth!(
            1.0, -14.0; 22.0, -24.0; 52.0, -34.0; 56.0, -30.0; 42.0, -10.0; 22.0, 3.0; 2.0, -2.0
        )
    } else {
        smooth!(
            1.0, -12.0; 14.0, -32.0; 34.0, -48.0; 46.0, -48.0;
            49.0, -40.0; 44.0, -22.0; 38.0, -4.0; 22.0, 3.0; 2.0, -2.0
        )
    };
    pen.marked(&hind, figure.hue(traits.hind), |pen| draw_hind_pattern(pen, figure, traits));
    pen.marked(&fore, figure.hue(traits.fore), |pen| draw_fore_pattern(pen, figure, traits));
}

fn eyespot(pen: &mut Pen, at: Point, radius: f32, rings: [Color; 3]) {
    for (share, color) in [1.0, 0.72, 0.42].into_iter().zip(rings) {
        pen.flat(Path::circle(at, radius * share), color);
    }
}

fn veins(pen: &mut Pen, root: Point, ends: &[Point], color: Color, width: f32) {
    for end in ends {
        pen.line(polyline!(root; *end), color, width);
    }
}

const FORE_ENDS: [Point; 5] =
    [(40.0, -50.0), (50.0, -42.0), (48.0, -26.0), (42.0, -10.0), (28.0, 4.0)];
const HIND_ENDS: [Point; 4] = [(40.0, 6.0), (40.0, 20.0), (28.0, 38.0), (12.0, 36.0)];

fn draw_fore_pattern(pen: &mut Pen, figure: &Figure, traits: &WingTraits) {
    let hue = |code| figure.hue(code);
    let edge = curve!(30.0, -50.0; 48.0, -46.0; 45.0, -22.0; 39.0, -3.0; 20.0, 4.0);
    match figure.species {
        Species::Monarch => {
            pen.line(edge, hue(traits.border), 13.0);
            let patch = smooth!(26.0, -50.0; 52.0, -54.0; 52.0, -36.0; 34.0, -34.0);
            pen.flat(patch, hue(traits.border));
            veins(pen, (4.0, -10.0), &FORE_ENDS, hue(traits.border), 1.7);
            let dots = points!(
                42.0, -44.0; 46.5, -38.0; 45.0, -30.0; 43.0, -22.0;
                41.0, -14.0; 38.0, -6.0; 35.0, -44.0; 37.0, -38.0
            );
            let path = dots.iter().fold(Path::default(), |path, p| path.and(Path::circle(*p, 1.5)));
            pen.flat(path, hue(0xFBF4E4));
        }
        Species::PeacockButterfly => {
            pen.line(edge, hue(traits.border), 6.0);
            pen.flat(smooth!(18.0, -40.0; 26.0, -42.0; 22.0, -28.0), hue(0x241C1C));
            pen.flat(smooth!(27.0, -46.0; 33.0, -46.0; 28.0, -32.0), hue(0xF3DB94));
            eyespot(pen, (37.0, -37.0), 9.0, [hue(0xF3DB94), hue(0xA8314A), hue(0x3E62B0)]);
            let dots = [(40.0, -22.0), (38.0, -14.0), (35.0, -7.0)];
            let path = dots.iter().fold(Path::default(), |path, p| path.and(Path::circle(*p, 1.4)));
            pen.flat(path, hue(0xF5EAD0));
        }
        Species::CommonBlue => {
            pen.line(edge.clone(), hue(0xF7F3EA), 4.2);
            let stroke = curve!(32.0, -48.0; 45.5, -44.0; 42.5, -22.0; 36.5, -5.0; 20.0, 2.0);
            pen.line(stroke, hue(traits.border), 1.6);
            if figure.sex == Some(Sex::Female) {
                let spots = points!(40.0, -34.0; 39.0, -25.0; 37.0, -16.0; 34.0, -8.0);
                pen.dots(&spots, 2.0, hue(0xE8842E));
            }
        }
        Species::Swallowtail => {
            pen.line(edge, hue(traits.border), 10.0);
            pen.flat(smooth!(0.0, -14.0; 14.0, -22.0; 18.0, -8.0; 2.0, 0.0), hue(traits.border));
            veins(pen, (10.0, -14.0), &FORE_ENDS, hue(traits.border), 1.9);
            pen.line(polyline!(20.0, -36.0; 27.0, -24.0), hue(traits.border), 3.2);
            pen.line(polyline!(27.0, -42.0; 33.0, -30.0), hue(traits.border), 3.2);
            pen.line(curve!(44.0, -42.0; 41.5, -24.0; 36.0, -6.0), hue(0xF2DC74), 1.8);
        }
        Species::LunaMoth => {
            let stroke = curve!(0.0, -14.0; 14.0, -33.0; 34.0, -49.0; 48.0, -49.0);
            pen.line(stroke, hue(traits.border), 4.0);
            eyespot(pen, (27.0, -28.0), 4.2, [hue(0x8C5A78), hue(0xF3E9B0), hue(0x4C3A48)]);
        }
        Species::ElephantHawkmoth => {
            for (from, to) in points!(
                (10.0, -20.0), (20.0, 4.0); (26.0, -30.0), (34.0, 0.0); (44.0, -36.0), (50.0, -10.0)
            ) {
                pen.line(polyline!(from; to), hue(traits.border), 4.5);
            }
        }
        _ => {
            pen.line(edge, hue(traits.border), 3.0);
            for radius in [11.0, 6.5] {
                pen.line(Path::circle((31.0, -27.0), radius), hue(traits.border), 2.0);
            }
            pen.flat(Path::circle((31.0, -27.0), 2.6), hue(0xE8A23A));
            veins(pen, (4.0, -10.0), &FORE_ENDS, hue(0xD9C6A0), 0.7);
        }
    }
}

fn draw_hind_pattern(pen: &mut Pen, figure: &Figure, traits: &WingTraits) {
    let hue = |code| figure.hue(code);
    let edge = curve!(36.0, 4.0; 38.0, 20.0; 26.0, 37.0; 12.0, 34.0);
    match figure.species {
        Species::Monarch => {
            pen.line(edge, hue(traits.border), 10.0);
            veins(pen, (4.0, 0.0), &HIND_ENDS, hue(traits.border), 1.6);
            let dots = [(37.0, 9.0), (37.0, 17.0), (33.0, 25.0), (27.0, 32.0), (19.0, 35.0)];
            let path = dots.iter().fold(Path::default(), |path, p| path.and(Path::circle(*p, 1.4)));
            pen.flat(path, hue(0xFBF4E4));
        }
        Species::PeacockButterfly => {
            pen.line(edge, hue(traits.border), 6.0);
            eyespot(pen, (26.0, 15.0), 9.5, [hue(0xE9DFC4), hue(0x201C22), hue(0x5C86D8)]);
        }
        Species::CommonBlue => {
            pen.line(edge, hue(0xF7F3EA), 4.2);
        }
        Species::Swallowtail => {
            pen.line(edge, hue(traits.border), 12.0);
            pen.line(curve!(34.0, 8.0; 33.0, 20.0; 22.0, 32.0), hue(0x5C86C8), 3.4);
            veins(pen, (4.0, 0.0), &HIND_ENDS, hue(traits.border), 1.5);
            eyespot(pen, (13.0, 30.0), 4.6, [hue(0x24211C), hue(0xD8402E), hue(0xD8402E)]);
            pen.flat(smooth!(20.0, 44.0; 27.0, 44.0; 28.0, 60.0; 18.0, 60.0), hue(traits.border));
        }
        Species::LunaMoth => {
            pen.line(curve!(36.0, 4.0; 36.0, 24.0; 26.0, 42.0; 30.0, 80.0), hue(0xE8E6A0), 2.0);
            eyespot(pen, (22.0, 14.0), 4.2, [hue(0x8C5A78), hue(0xF3E9B0), hue(0x4C3A48)]);
        }
        Species::ElephantHawkmoth => {
            pen.flat(smooth!(0.0, -4.0; 16.0, -4.0; 16.0, 14.0; 2.0, 16.0), hue(0x2E2420));
        }
        _ => {
            pen.line(edge, hue(traits.border), 3.0);
            pen.line(Path::circle((22.0, 14.0), 8.0), hue(traits.border), 2.0);
            pen.flat(Path::circle((22.0, 14.0), 2.4), hue(0xE8A23A));
        }
    }
}

/// A butterfly from the side, its wings closed above the body.
fn draw_closed(pen: &mut Pen, figure: &Figure, traits: &WingTraits) -> Anchors {
    draw_closed_wings(pen, figure, traits);
    let shape = tube!(-24.0, -3.0, 1.6; -10.0, -5.0, 3.0; 2.0, -7.0, 3.8; 10.0, -9.0, 3.2);
    pen.body(shape, figure.hue(traits.body));
    for (x, foot) in [(-4.0, -6.0), (1.0, 1.0), (6.0, 8.0)] {
        pen.line(polyline!(x, -5.0; foot + 1.0, -1.5; foot, 1.0), figure.hue(traits.body), 0.9);
    }
    for end in [(24.0, -26.0), (29.0, -20.0)] {
        pen.line(curve!(11.0, -11.0; 19.0, -20.0; end), figure.hue(traits.body), 1.0);
        pen.flat(Path::circle(end, 1.6), figure.hue(traits.body));
    }
    if figure.behaviour == Behaviour::Feeding {
        pen.line(curve!(12.0, -8.0; 17.0, -6.0; 16.0, 3.0), rgb(0x2A221C), 1.1);
    }
    figure.draw_eye(pen, (11.5, -10.0), 1.7, traits.body);
    figure.draw_ailment(pen, (-20.0, -28.0), 4.5);
    Anchors { mouth: (16.0, 3.0), back: (-6.0, -40.0), ..Anchors::default() }
}

/// The near wings, closed above the body.
fn draw_closed_wings(pen: &mut Pen, figure: &Figure, traits: &WingTraits) {
    let under = figure.hue(traits.under);
    let t = traits.tail;
    let fore = smooth!(
        6.0, -10.0; 14.0, -34.0; 16.0, -58.0; 8.0, -66.0; -4.0, -58.0; -18.0, -38.0; -10.0, -12.0
    );
    let hind = smooth!(
        4.0, -8.0; -4.0, -30.0; -22.0, -46.0; -38.0, -42.0;
        -44.0 - t * 0.5, -24.0 + t * 0.2; -34.0, -10.0; -12.0, -3.0
    );
    pen.marked(&fore, figure.hue(traits.fore).mix(under, 0.35), |pen| {
        pen.line(curve!(18.0, -56.0; 8.0, -65.0; -6.0, -56.0), figure.hue(traits.border), 8.0);
        let ends = points!(12.0, -62.0; 4.0, -66.0; -6.0, -58.0);
        veins(pen, (2.0, -10.0), &ends, figure.hue(traits.border), 1.2);
    });
    let hind = if figure.health == Health::MissingLimb {
        polygon!(
            4.0, -8.0; -8.0, -28.0; -16.0, -30.0; -13.0, -23.0;
            -22.0, -22.0; -17.0, -14.0; -27.0, -10.0; -12.0, -3.0
        )
    } else {
        hind
    };
    pen.marked(&hind, under, |pen| {
        let stroke = curve!(-20.0, -47.0; -40.0, -42.0; -44.0, -24.0; -34.0, -9.0);
        pen.line(stroke, figure.hue(traits.border), 6.0);
        let ends = points!(-16.0, -46.0; -32.0, -44.0; -44.0, -30.0; -38.0, -12.0);
        veins(pen, (0.0, -8.0), &ends, figure.hue(traits.border), 1.1);
        for p in [(-24.0, -34.0), (-30.0, -24.0), (-26.0, -15.0)] {
            eyespot(
                pen,
                p,
                3.0,
                [figure.hue(0xF7F3EA), figure.hue(traits.fore), figure.hue(traits.border)],
            );
        }
    });
}
