//! What the organism sits, stands, lies or hangs on: a file each, entered by [`draw_substrate`].
//! `k` scales a substrate with the framing: 1 where the organism is shown whole.

mod branch;
mod coral;
mod ground;
mod hand;
mod leaf;
mod nest;
mod shadow;
mod wall;
mod web;
mod wood;

pub(super) use nest::draw_nest_front;
pub(super) use shadow::draw_shadow;
pub(super) use web::draw_web;

use super::canvas::*;
use crate::{Framing, Scene, Season, Substrate};

/// The scale of a substrate in a framing: 1 where the organism is shown whole.
pub(super) fn framing_scale(framing: Framing) -> f32 {
    match framing {
        Framing::Distant => 0.55,
        Framing::Whole => 1.0,
        Framing::CloseUp => 1.25,
    }
}

/// Draws the substrate; the organism touches it at `at`, in page units.
pub(super) fn draw_substrate(pen: &mut Pen, scene: &Scene, at: Point) {
    let k = framing_scale(scene.framing);
    let has_snow = scene.season == Some(Season::Winter);
    pen.at_depth(Depth::Substrate, |pen| match scene.substrate {
        // Under water the bed is drawn with the backdrop and takes no shadow.
        Substrate::Ground if scene.habitat.is_underwater() => {}
        Substrate::Ground => draw_shadow(pen, at, 24.0 * k),
        Substrate::Sand => ground::draw_sand(pen, at, k),
        Substrate::Snow => ground::draw_snow(pen, at, k),
        Substrate::Rock => ground::draw_rock(pen, at, k),
        Substrate::Log => wood::draw_log(pen, at, k, has_snow),
        Substrate::Branch => branch::draw_branch(pen, scene, at, k),
        Substrate::Leaf => leaf::draw_leaf(pen, scene, at, k),
        Substrate::Bark => wood::draw_trunk(pen, at.0, k),
        Substrate::Wall => wall::draw_wall(pen, at, has_snow),
        Substrate::FencePost => wood::draw_post(pen, at, k, has_snow),
        Substrate::Hand => hand::draw_hand(pen, at, k),
        Substrate::Nest => nest::draw_nest_back(pen, at, k),
        Substrate::Web => draw_web(pen, (48.0, 45.0), false),
        Substrate::Coral => coral::draw_coral(pen, at, k),
        Substrate::Water | Substrate::Midwater | Substrate::Air | Substrate::Host => {}
    });
}
