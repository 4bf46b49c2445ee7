//! A visit: all that a visitor added to a benchmark on the page, and the view, as one zip archive.
//!
//! `visit.json` comes first and lists every other file with its size and hash ([`VisitManifest`]). [`Visit::read`]
//! checks everything before it is used. [`VisitWriter`] writes the same bytes for the same visit.
//! [`VisitCounts`] says in words what a visit holds, and [`to_append`] which votes are new to a browser.

mod counts;
mod manifest;
mod read;
mod table;
mod write;

pub use counts::{VisitCounts, to_append};
pub use manifest::{
    SavedView, VISIT_FILE, VISIT_VERSION, VisitFile, VisitKind, VisitManifest, VisitedBenchmark,
};
pub use read::{Visit, is_visit};
pub use table::{MAX_TABLE_BYTES, VisitTable};
pub use write::VisitWriter;
