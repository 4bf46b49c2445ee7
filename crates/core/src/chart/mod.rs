//! Numbers → geometry: scales, ticks and paths of charts.
//!
//! Nothing here knows the DOM, colours or another module of this crate. A chart's component asks a
//! [`Frame`] where a value lies, [`line_path`] or [`step_path`] for the `d` of an SVG path, and
//! [`Frame::nearest`] or [`Frame::nearest_point`] for the point under a pointer. [`bubbles`] merges
//! equal points, [`bars_path`] draws many thin bars as one shape. [`diverging`] turns −1 … 1 into a
//! side and a strength; the style sheet maps these to colours.

mod bars;
mod bubbles;
mod bump;
mod frame;
mod histogram;
mod labels;
mod path;
mod ramp;
mod scale;

pub use bars::bars_path;
pub use bubbles::{Bubble, bubbles};
pub use bump::places_from_top;
pub use frame::Frame;
pub use histogram::{Bin, histogram};
pub use labels::{Label, spread_labels};
pub use path::{line_path, link_path, step_path};
pub use ramp::{Side, diverging};
pub use scale::{LinearScale, even_ticks, span_of, whole_ticks};
