//! Scene → display list → SVG or pixels.
//!
//! A figure is drawn in coordinates of its own by the file of its group; `compose` sets it on
//! its substrate, before its habitat, in its light. [`DisplayList`] is all that SVG and pixels
//! know, so that both show the same.

mod amphibian;
mod backdrop;
mod bee;
mod beetle;
mod bird;
mod bird_flight;
mod bird_head;
mod bird_look;
mod butterfly;
mod chick;
mod cnidarian;
mod color;
mod companion;
mod company;
mod compose;
mod contact_sheet;
mod crustacean;
mod display_list;
mod dragonfly;
mod egg;
mod figure;
mod fish;
mod flower;
mod food;
mod frame;
mod fungus;
mod geometry;
mod glyphs;
mod hatching;
mod impact;
mod kin;
mod land;
mod land_open;
mod land_wooded;
mod larva;
mod lizard;
mod mammal;
mod mammal_head;
mod mammal_look;
mod mollusc;
mod owl;
mod pen;
mod place;
mod raptor_look;
#[cfg(feature = "raster")]
mod raster;
mod reptile;
mod sky;
mod snake;
mod songbird_look;
mod spider;
mod spray;
mod stage;
mod stage_living;
mod svg;
mod svg_path;
mod tone;
mod tree;
mod turtle;
mod underwater;
mod waterbird_look;
mod weather;

pub use color::Color;
pub use contact_sheet::contact_sheet;
pub use display_list::{DisplayList, Item, Paint, SIDE, Stroke};
pub use geometry::{Affine, Path, Segment};
#[cfg(feature = "raster")]
pub use raster::pixels_from_display_list;
pub use svg::svg_from_display_list;

use super::{Scene, vocabulary::vocabulary};

vocabulary! {
    /// How a drawing is made.
    Style {
        Plate = "gouache plate",
        Ink = "pen and wash",
        Print = "linocut print",
    }
}

/// The picture of a scene. The same scene in the same style is always the same drawing.
#[must_use]
pub fn draw(scene: &Scene, style: Style) -> DisplayList {
    compose::compose(scene, style)
}
