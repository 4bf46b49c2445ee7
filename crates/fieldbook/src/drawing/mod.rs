//! The picture of a scene: scene → display list → SVG or pixels.
//!
//! Start with [`draw`], then [`svg_from_display_list`] or [`pixels_from_display_list`]. Both writers
//! see only the [`DisplayList`], so they show the same picture.
//!
//! `compose` puts the parts together, back to front: `backdrop` (sky, land, water, weather, frame),
//! `substrate` (what the organism is on), `figures` (organisms, each in local coordinates),
//! `companion`, `kin`, `food`, `traces` and `impact`. All draw with a `Pen` (`canvas`), which alone
//! knows the styles and the light. Nothing here reads captions, questions or judgements.

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
mod substrate;
mod traces;

pub use canvas::{Affine, Color, DisplayList, Item, Paint, Path, SIDE, Segment, Stroke, Style};
pub use compose::draw;
pub use contact_sheet::{contact_sheet, picture_sheet};
pub use output::raster::{PIXELS, pixels_from_display_list};
pub use output::svg::svg_from_display_list;
