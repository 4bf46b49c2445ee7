//! The picture of a scene: scene → display list → SVG or pixels.
//!
//! Enter by [`draw`], then [`svg_from_display_list`] or, with the feature `raster`,
//! `pixels_from_display_list`. A [`DisplayList`] is all that the two writers see, so both show
//! the same picture.
//!
//! `compose` puts the parts together, back to front: `backdrop` (sky, land, water, weather,
//! frame), `substrate` (what the organism is on), `figures` (organisms, each in its own
//! coordinates), `companion`, `kin`, `food`, `traces` and `impact`. All of them draw with a `Pen`
//! (`canvas`), which alone knows the styles and the light. Nothing here reads captions, questions
//! or judgements.

mod backdrop;
mod canvas;
mod companion;
mod compose;
mod contact_sheet;
mod figures;
mod food;
mod impact;
mod kin;
mod output;
mod place;
mod style;
mod substrate;
mod traces;

pub use canvas::{Affine, Color, DisplayList, Item, Paint, Path, SIDE, Segment, Stroke};
pub use compose::draw;
pub use contact_sheet::{contact_sheet, picture_sheet};
pub use output::raster::{PIXELS, pixels_from_display_list};
pub use output::svg::svg_from_display_list;
pub use style::Style;
