//! Dispatches to the drawing of a substrate.

use super::{
    branch::draw_branch,
    coral::draw_coral,
    ground::{draw_sand, draw_snow},
    hand::draw_hand,
    leaf::draw_leaf,
    nest::draw_nest_back,
    rock::draw_rock,
    shadow::draw_shadow,
    wall::draw_wall,
    web::draw_web,
    wood::{draw_log, draw_post, draw_trunk},
};
use crate::{
    Framing, Scene, Season, Substrate,
    drawing::canvas::{geometry::Point, pen::Pen, tone::Depth},
};

/// The scale of a substrate in a framing: 1 where the organism is shown whole.
pub(crate) fn framing_scale(framing: Framing) -> f32 {
    match framing {
        Framing::Distant => 0.55,
        Framing::Whole => 1.0,
        Framing::CloseUp => 1.25,
    }
}

/// Draws the substrate; the organism touches it at `at`, in page units.
pub(crate) fn draw_substrate(pen: &mut Pen, scene: &Scene, at: Point) {
    let k = framing_scale(scene.framing);
    let has_snow = scene.season == Some(Season::Winter);
    pen.at_depth(Depth::Substrate, |pen| match scene.substrate {
        // Under water the bed is drawn with the backdrop and takes no shadow.
        Substrate::Ground if scene.habitat.is_underwater() => {}
        Substrate::Ground => draw_shadow(pen, at, 24.0 * k),
        Substrate::Sand => draw_sand(pen, at, k),
        Substrate::Snow => draw_snow(pen, at, k),
        Substrate::Rock => draw_rock(pen, at, k),
        Substrate::Log => draw_log(pen, at, k, has_snow),
        Substrate::Branch => draw_branch(pen, scene, at, k),
        Substrate::Leaf => draw_leaf(pen, scene, at, k),
        Substrate::Bark => draw_trunk(pen, at.0, k),
        Substrate::Wall => draw_wall(pen, at, has_snow),
        Substrate::FencePost => draw_post(pen, at, k, has_snow),
        Substrate::Hand => draw_hand(pen, at, k),
        Substrate::Nest => draw_nest_back(pen, at, k),
        Substrate::Web => draw_web(pen, (48.0, 45.0), false),
        Substrate::Coral => draw_coral(pen, at, k),
        Substrate::Water | Substrate::Midwater | Substrate::Air | Substrate::Host => {}
    });
}
