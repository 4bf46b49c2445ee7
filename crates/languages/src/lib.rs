//! The languages of the page, without the page.
//!
//! A message is its English pattern ([`pattern`]), which the page has anyway: it is what is shown in
//! English, and the key of the [`table`] of another language. So no table is fetched for English, and a
//! message that a table lacks is shown in English.

mod language;
pub mod pattern;
pub mod table;

pub use language::Language;
pub use pattern::{Value, filled};
pub use table::{Table, TableError};
