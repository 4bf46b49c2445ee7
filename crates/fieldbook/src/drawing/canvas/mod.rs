//! What everything is drawn with: geometry, colours, the display list, and the [`Pen`] that turns
//! shapes into items of the list in a style and a light. Drawing code imports it whole.

mod color;
mod display_list;
mod geometry;
pub(crate) mod glyphs;
mod hatching;
mod pen;
mod tone;

pub use color::Color;
pub(crate) use color::rgb;
pub use display_list::{DisplayList, Item, Paint, SIDE, Stroke};
pub use geometry::{Affine, Path, Segment};
pub(crate) use geometry::{Point, lerp, plus, polar, scaled, tube_point};
pub(crate) use geometry::{curve, points, polygon, polyline, smooth, tube};
pub use pen::Style;
pub(crate) use pen::{PAPER, Pen};
pub(crate) use tone::{Depth, Tone};
