//! The table: columns as data, in a scroller of its own, sorted, and saved from the data.
//!
//! A caller describes the [`Column`]s and gives the rows; [`DataTable::view`] shows them, and
//! its buttons save the same values, never what the page made of them.

mod column;
mod data_table;
mod row;
mod sorting;

pub use column::{Cell, Column};
pub use data_table::{DataTable, Saving};
pub use row::RowView;
pub use sorting::{SortedBy, Sorting};
