//! The chart: axes, a drawing that is read datum by datum, its key, its numbers as a table, and
//! buttons that save it.
//!
//! A kind of chart is a function that makes a [`Chart`]: marks in the units of its [`Frame`],
//! data with their words, and a table of the numbers. [`scatter()`] is one.

mod axes;
mod bump;
mod frame;
mod reader;
mod scatter;

pub(in crate::ui) use axes::{Axes, quarter_ticks, ticks};
pub use bump::bump_plot;
pub(in crate::ui) use frame::{Chart, figure};
pub(in crate::ui) use reader::{Datum, Reading};
pub(in crate::ui) use scatter::{Scatter, scatter};
