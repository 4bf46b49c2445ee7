//! Numbers → geometry: scales, ticks and paths of charts. Independent of the DOM, colours and our other modules.
//!
//! A chart component gets positions from a [`Frame`], the `d` of an SVG path from [`line_path`], [`step_path`] or
//! [`bars_path`], the datum under a pointer from [`Frame::nearest`] or [`Frame::nearest_point`] and the one
//! selected by a key from [`datum_by_key`]. [`diverging`] maps −1 … 1 to a side and a strength; the style
//! sheet maps these to colours.

mod bubbles;
mod frame;
mod histogram;
mod labels;
mod land;
mod path;
mod qr_code;
mod ramp;
mod scale;

pub use bubbles::{Bubble, bubbles};
pub use frame::{Frame, datum_by_key};
pub use histogram::{Bin, histogram};
pub use labels::{Anchor, Labelled, PlacedLabel, kept_apart, placed_labels, places_from_top};
pub use land::LAND;
pub use path::{bars_path, line_path, link_path, step_path};
pub use qr_code::QrCode;
pub use ramp::{Side, diverging, within};
pub use scale::{LinearScale, even_ticks, span_of, whole_ticks};
