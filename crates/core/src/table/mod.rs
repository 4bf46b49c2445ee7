//! Tables as data: typed values under titles, sorting and export.
//!
//! A [`Table`] is what a page exports, however it is displayed. [`FORMATS`] lists the export formats. Those that
//! people read, [`LATEX`] and [`MARKDOWN`], add what [`Print`] says: the best in bold, letters, notes.

mod data;
mod latex;
mod markdown;
mod markup;
mod plain;
mod print;
mod sort;

pub use data::{Format, Kind, Table, Value};
pub use latex::latex_text;
pub use markdown::markdown_text;
pub use print::Print;
pub use sort::{Direction, sorted_rows};

/// In the order of their buttons.
pub const FORMATS: [Format; 4] = [CSV, JSON, LATEX, MARKDOWN];

/// For spreadsheets.
pub const CSV: Format = plain::CSV;

/// For programs.
pub const JSON: Format = plain::JSON;

/// For papers.
pub const LATEX: Format = latex::FORMAT;

/// For discussions and web pages.
pub const MARKDOWN: Format = markdown::FORMAT;
