//! Numbers → geometry: scales, ticks and paths of charts.
//!
//! Independent of the DOM, of colours and of our other modules. A chart component gets positions
//! from a [`Frame`], the `d` of an SVG path from [`line_path`], [`step_path`] or [`bars_path`], the
//! datum under a pointer from [`Frame::nearest`] or [`Frame::nearest_point`] and the one selected
//! by a key from [`datum_by_key`]. [`bubbles`] groups equal points. [`diverging`] maps −1 … 1 to a
//! side and a strength; the style sheet maps these to colours.

mod bars;
mod bubbles;
mod bump;
mod frame;
mod histogram;
mod keys;
mod labels;
mod path;
mod ramp;
mod scale;

pub use bars::bars_path;
pub use bubbles::{Bubble, bubbles};
pub use bump::places_from_top;
pub use frame::Frame;
pub use histogram::{Bin, histogram};
pub use keys::datum_by_key;
pub use labels::{Anchor, Labelled, PlacedLabel, kept_apart, placed_labels};
pub use path::{line_path, link_path, step_path};
pub use ramp::{Side, diverging, within};
pub use scale::{LinearScale, even_ticks, span_of, whole_ticks};
