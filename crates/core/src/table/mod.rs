//! Tables as data: typed values under titles, sorting and export.
//!
//! A [`Table`] is what a page exports, independent of how it is displayed. [`FORMATS`] lists the
//! export formats, one file each; to add one, write its file and list it there. [`sorted_rows`]
//! orders rows by the values of a column.
//!
//! May use `formats`; knows neither the page nor the browser.

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

/// All export formats, in the order of their buttons.
pub const FORMATS: [Format; 2] = [csv::FORMAT, json::FORMAT];
