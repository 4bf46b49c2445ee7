//! The chart component: axes, selection by pointer and keys, a readout, a legend, data tables and
//! export buttons.
//!
//! A chart type is a function that builds a [`Chart`] from marks in view box units, data with
//! their readout texts, and tables of the numbers. [`scatter()`] is one.

mod axes;
mod bump;
mod frame;
mod lines;
mod place_map;
mod reader;
mod relevant;
mod scatter;
mod tiles;

pub(in crate::ui) use axes::{Axes, quarter_ticks, ticks};
pub use bump::bump_plot;
pub(in crate::ui) use bump::{Ranking, bump_chart};
pub(in crate::ui) use frame::{Chart, figure};
pub(in crate::ui) use lines::{LinePoint, Lines, Series, lines};
pub(in crate::ui) use place_map::place_map;
pub(in crate::ui) use reader::{Datum, Reading};
pub(in crate::ui) use relevant::{Relevant, relevant_histogram};
pub(in crate::ui) use scatter::{Scatter, group_class, scatter};
pub(in crate::ui) use tiles::{Tile, tile_legend, tiles};
