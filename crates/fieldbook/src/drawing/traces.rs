//! Traces of movement: footprints, slime, ripples.

use super::canvas::*;
use super::place::Place;
use crate::{Group, Light, Scene};

/// Footprints, or a slime trail behind molluscs.
pub(super) fn draw_trail(pen: &mut Pen, scene: &Scene, place: &Place) {
    let (x, y) = place.at;
    let is_slime = scene.group() == Group::Mollusc;
    pen.at_depth(Depth::Substrate, |pen| {
        if is_slime {
            let stroke = curve!(x - 14.0, y + 0.6; x - 30.0, y + 2.0; x - 52.0, y + 1.0);
            pen.unlit_line(stroke, rgb(0xF3FAF6).alpha(0.75), 2.4);
            return;
        }
        let is_dark = !matches!(scene.light, Light::Day | Light::Dusk);
        let color = if is_dark { rgb(0xC9BCA4).alpha(0.75) } else { rgb(0x2A1E14).alpha(0.7) };
        for i in 0..6 {
            let dx = -20.0 - i as f32 * 6.2;
            let side = if i % 2 == 0 { 1.2 } else { -1.2 };
            pen.unlit(Path::ellipse((x + dx, y + 3.4 + side), 2.1, 1.15), color);
        }
    });
}

/// Water over the lower part of a swimmer, with ripples.
pub(super) fn draw_surface(pen: &mut Pen, at: Point) {
    let (x, y) = at;
    pen.at_depth(Depth::Substrate, |pen| {
        let patch = smooth!(
            x - 30.0, y; x, y - 1.6; x + 30.0, y; x + 24.0, y + 5.0; x, y + 7.0; x - 24.0, y + 5.0
        );
        pen.unlit(patch, rgb(0x2A5A70).alpha(0.34));
        for (w, dy) in [(25.0, 0.4), (33.0, 2.6), (41.0, 5.4)] {
            let stroke = curve!(
                x - w, y + dy; x - w * 0.4, y + dy + 1.8; x + w * 0.4, y + dy + 1.8; x + w, y + dy
            );
            pen.line(stroke, rgb(0xF1F8F8), 0.6);
        }
    });
}
