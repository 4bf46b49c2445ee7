//! What pictures carry: conditions on it, what could be asked next, and statistics.
//!
//! [`Terms`] reads conditions as a person types them, [`CarriedFilter`] finds the pictures that meet them
//! among the lists' tags and the files of fields, [`suggestions`] counts what a next term would
//! leave, and [`CarriedStatistics`] describes the whole corpus.

mod by;
mod filter;
mod matches;
mod statistics;
mod suggest;
mod term;

pub use by::CarriedBy;
pub use filter::CarriedFilter;
pub use statistics::{CarriedStatistics, ExifLine, FIELD_DEGREES, PlaceField};
pub use suggest::{Suggestion, suggestions};
pub use term::{Condition, KEYS, Terms, Test, number_of};
