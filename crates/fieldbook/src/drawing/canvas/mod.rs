//! What everything is drawn with: geometry, colours, the display list, and the [`Pen`](pen::Pen)
//! that turns shapes into items of the list in a style and a light.

pub(crate) mod color;
pub(crate) mod display_list;
pub(crate) mod geometry;
pub(crate) mod glyphs;
pub(crate) mod hatching;
pub(crate) mod pen;
pub(crate) mod tone;
