//! Heads of mammals.

use super::{
    Figure,
    mammal_traits::{Ear, MammalTraits},
};
use crate::drawing::canvas::*;
use crate::{Sex, Species};

pub(crate) struct Face {
    pub(crate) at: Point,
    /// Degrees by which the snout points up.
    pub(crate) turn: f32,
    pub(crate) is_open: bool,
}

/// Draws the head and returns the positions of mouth and ear.
pub(crate) fn draw_face(
    pen: &mut Pen,
    figure: &Figure,
    traits: &MammalTraits,
    face: &Face,
) -> (Point, Point) {
    let map = Affine::translate(face.at.0, face.at.1).rotated(face.turn);
    let (h, s, w) = (traits.head, traits.snout, traits.snout_width);
    let ear_at = (-h * 0.35, -h * 0.72);
    pen.within(map, |pen| {
        draw_ear(pen, figure, traits, (ear_at.0 + h * 0.55, ear_at.1 - 0.5), true);
        if figure.species == Species::RoeDeer && figure.sex == Some(Sex::Male) {
            draw_antlers(pen, h);
        }
        if face.is_open {
            let jaw = smooth!(
                h * 0.2, h * 0.5; h + s * 0.75, h * 0.5 + w * 1.5;
                h + s * 0.8, h * 0.5 + w * 2.2; h * 0.2, h * 0.9
            );
            pen.body(jaw, figure.hue(traits.face).darker(0.15));
            let patch = polygon!(
                h * 0.6, h * 0.4; h + s * 0.7, h * 0.42; h + s * 0.66, h * 0.42 + w * 1.3
            );
            pen.flat(patch, rgb(0xA83A34));
        }
        let skull = tube!(
            -h * 0.30, -h * 0.02, h * 0.92; h * 0.30, h * 0.0, h * 0.84;
            h * 0.80, h * 0.24, (h * 0.54).max(w);
            h * 0.55 + s * 0.72, h * 0.38, w; h * 0.42 + s, h * 0.42, w * 0.72
        );
        let shape = skull.clone();
        pen.body(
            shape,
            figure.hue(if figure.species == Species::Hedgehog { traits.face } else { traits.coat }),
        );
        pen.clipped(&skull, |pen| draw_markings(pen, figure, traits));
        let nose = (h * 0.48 + s + w * 0.5, h * 0.30);
        pen.flat(Path::ellipse(nose, w * 0.52, w * 0.44), rgb(0x17130F));
        let lip = polyline!(nose.0 - w * 0.3, nose.1 + w * 0.5; h * 0.9, h * 0.62);
        pen.detail(lip, figure.hue(traits.coat).darker(0.75), 0.7);
        figure.draw_eye(
            pen,
            (h * 0.34, -h * 0.12),
            h * 0.17 + if figure.is_young() { 0.8 } else { 0.2 },
            0x3A2212,
        );
        draw_ear(pen, figure, traits, ear_at, false);
    });
    let mouth = map.apply((h * 0.36 + s, h * 0.62));
    let ear = map.apply((ear_at.0 - traits.ear_length * 0.15, ear_at.1 - traits.ear_length * 0.18));
    (mouth, ear)
}

fn draw_markings(pen: &mut Pen, figure: &Figure, traits: &MammalTraits) {
    let (h, s) = (traits.head, traits.snout);
    match figure.species {
        Species::Badger => {
            let patch = Path::rectangle((-h * 2.0, -h * 2.0), (h * 2.0 + s, h * 2.0));
            pen.flat(patch, figure.hue(traits.face));
            let stripe = tube!(
                -h * 1.1, -h * 0.42, h * 0.30; h * 0.34, -h * 0.14, h * 0.29;
                h * 0.5 + s * 0.8, h * 0.26, h * 0.14
            );
            pen.flat(stripe, figure.hue(0x1F1B1C));
        }
        Species::Hedgehog => {
            pen.flat(Path::ellipse((h * 0.4, -h * 0.1), h * 0.46, h * 0.36), figure.hue(0x6A4E36));
        }
        Species::RedFox => {
            let cheek = smooth!(
                -h * 0.5, h * 0.25; h * 0.4, h * 0.22;
                h + s, h * 0.42; h + s, h * 1.4; -h * 0.4, h * 1.2
            );
            pen.flat(cheek, figure.hue(traits.face));
        }
        Species::RedSquirrel => pen
            .flat(Path::ellipse((h * 0.5, h * 0.85), h * 0.8, h * 0.36), figure.hue(traits.belly)),
        Species::RoeDeer => {
            let patch = Path::circle((h * 0.48 + s, h * 0.42), traits.snout_width * 1.25);
            pen.flat(patch, figure.hue(0x2A201A));
            let patch = Path::ellipse(
                (h * 0.5 + s * 0.7, h * 0.75),
                traits.snout_width,
                traits.snout_width * 0.6,
            );
            pen.flat(patch, figure.hue(0xF5EFE4));
        }
        Species::BrownHare => {
            pen.flat(Path::circle((h * 0.34, -h * 0.12), h * 0.36), figure.hue(0xE3CBA0));
        }
        _ => {
            let patch = Path::ellipse((h * 0.5 + s * 0.8, h * 0.4), s * 0.5, h * 0.5);
            pen.flat(patch, figure.hue(traits.face));
        }
    }
}

fn draw_ear(pen: &mut Pen, figure: &Figure, traits: &MammalTraits, at: Point, is_far: bool) {
    let l = traits.ear_length;
    let coat = figure.hue(traits.coat);
    let coat = if is_far { coat.darker(0.32) } else { coat };
    let inner = figure.hue(0xE3B9A0);
    let (x, y) = at;
    match traits.ear {
        Ear::Round => {
            pen.body(Path::circle((x, y - l * 0.25), l * 0.72), coat.darker(0.12));
            if !is_far {
                pen.flat(Path::circle((x + l * 0.1, y - l * 0.2), l * 0.40), inner.mix(coat, 0.4));
            }
        }
        Ear::Pointed | Ear::Tufted => {
            let tip = (x - l * 0.22, y - l);
            let ear = smooth!(
                x - l * 0.38, y + l * 0.25; x - l * 0.42, y - l * 0.4; tip;
                tip; x + l * 0.22, y - l * 0.3; x + l * 0.34, y + l * 0.25
            );
            pen.body(ear, coat);
            if traits.ear == Ear::Tufted {
                for dx in [-3.0, 0.0, 2.5] {
                    let stroke = polyline!(tip.0, tip.1 + 2.0; tip.0 + dx - 1.0, tip.1 - 6.5);
                    pen.line(stroke, coat.darker(0.35), 1.3);
                }
            } else if !is_far {
                let patch =
                    Path::blade((x, y + l * 0.1), (tip.0 + 1.0, tip.1 + l * 0.22), l * 0.34, 0.45);
                pen.flat(patch, inner);
                if figure.species == Species::RedFox {
                    let patch = polygon!(
                        tip.0 + l * 0.16, tip.1 + l * 0.3; tip.0 - l * 0.12, tip.1 + l * 0.3; tip
                    );
                    pen.flat(patch, figure.hue(0x2A1E18));
                }
            }
        }
        Ear::Long => {
            let tip = (x - l * 0.30, y - l);
            let ear = smooth!(
                x - 3.4, y + 3.0; x - l * 0.27, y - l * 0.5;
                tip; x - l * 0.08, y - l * 0.6; x + 3.4, y + 3.0
            );
            pen.body(ear.clone(), coat);
            if !is_far {
                pen.flat(Path::blade((x, y), (tip.0 + 1.5, tip.1 + l * 0.2), 4.4, 0.5), inner);
            }
            pen.clipped(&ear, |pen| pen.flat(Path::circle(tip, l * 0.2), figure.hue(0x231C18)));
        }
    }
}

fn draw_antlers(pen: &mut Pen, h: f32) {
    for (dx, color) in [(3.5, rgb(0x8A7050)), (-2.0, rgb(0xB0946C))] {
        let beam = curve!(dx, -h * 0.8; dx - 3.0, -h * 1.9; dx - 1.0, -h * 3.5)
            .and(polyline!(dx - 2.8, -h * 1.9; dx + 3.5, -h * 2.5))
            .and(polyline!(dx - 2.2, -h * 2.4; dx - 7.0, -h * 2.9));
        pen.line(beam.clone(), color.darker(0.5), 4.2);
        pen.line(beam, color, 3.2);
    }
}
