//! The table component: columns as data, scrolling, sorting and export.
//!
//! A caller describes the [`Column`]s and supplies the rows. [`DataTable::view`] renders them, and
//! the export buttons write the same values, never text read back from the page.

mod column;
mod data_table;
mod marks;
mod row;
mod rows;
mod sorting;

pub use column::{Cell, Column};
pub use data_table::{DataTable, Saving};
pub use marks::Marks;
pub(super) use marks::MarksOf;
pub use row::RowView;
pub use rows::Rows;
pub use sorting::{SortedBy, Sorting};
