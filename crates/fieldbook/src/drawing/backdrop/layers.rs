//! Everything behind the organism, back to front.

use super::{colors::water, land::draw_land, sky::draw_sky, underwater::draw_underwater};
use crate::{Scene, drawing::canvas::pen::Pen};

pub(crate) fn draw_backdrop(pen: &mut Pen, scene: &Scene) {
    if let Some(water) = water(scene) {
        draw_underwater(pen, scene, water);
    } else {
        draw_sky(pen, scene);
        draw_land(pen, scene);
    }
}
