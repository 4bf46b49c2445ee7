//! Tables as data: typed values under titles, sorted and written for other programs.
//!
//! A [`Table`] is what a page exports, apart from how it is shown. [`FORMATS`] lists the ways to
//! write one, a file each; a new way is a file and a line in that list. [`sorted_rows`] gives the
//! order of rows by the values of a column.
//!
//! It may use `formats`, and knows neither the page nor the browser.

mod csv;
mod data;
mod format;
mod json;
mod sort;
mod value;

pub use data::{Kind, Table};
pub use format::Format;
pub use sort::{Direction, sorted_rows};
pub use value::Value;

/// All the ways to write a table, in the order of their buttons.
pub const FORMATS: [Format; 2] = [csv::FORMAT, json::FORMAT];
