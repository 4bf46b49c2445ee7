//! What is behind the organism, and what lies over the whole picture: sky, land, water, weather,
//! seasonal twig, frame.

mod colors;
mod frame;
mod land;
mod open_land;
mod shapes;
mod sky;
mod spray;
mod underwater;
mod weather;
mod woods_and_water;

pub(super) use colors::{flora, water};
pub(super) use frame::draw_frame;
pub(super) use shapes::branching;
pub(super) use spray::draw_spray;
pub(super) use weather::draw_weather;

use super::canvas::Pen;
use crate::Scene;

pub(super) fn draw_backdrop(pen: &mut Pen, scene: &Scene) {
    if let Some(water) = water(scene) {
        underwater::draw_underwater(pen, scene, water);
    } else {
        sky::draw_sky(pen, scene);
        land::draw_land(pen, scene);
    }
}
