//! Tables as data: typed values under titles, sorting and export.
//!
//! A [`Table`] is what a page exports, independent of how it is displayed. [`FORMATS`] lists the
//! export formats, one file each; to add one, write its file and list it there. Those that people
//! read, [`LATEX`] and [`MARKDOWN`], add what [`Print`] says: the best in bold, letters, notes. [`sorted_rows`]
//! orders rows by the values of a column.
//!
//! May use `formats`; knows neither the page nor the browser.

mod csv;
mod data;
mod format;
mod json;
mod latex;
mod markdown;
mod print;
mod sort;
mod value;

pub use data::{Kind, Table};
pub use format::Format;
pub use latex::latex_text;
pub use markdown::markdown_text;
pub use print::Print;
pub use sort::{Direction, sorted_rows};
pub use value::Value;

/// All export formats, in the order of their buttons.
pub const FORMATS: [Format; 4] = [CSV, JSON, LATEX, MARKDOWN];

/// Every value, for spreadsheets.
pub const CSV: Format = csv::FORMAT;

/// Every value, for programs.
pub const JSON: Format = json::FORMAT;

/// A printed table, for papers.
pub const LATEX: Format = latex::FORMAT;

/// A printed table, for discussions and web pages.
pub const MARKDOWN: Format = markdown::FORMAT;
