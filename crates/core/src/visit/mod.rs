//! A visit: all that a visitor added to a benchmark on the page, and the view, as one zip archive.
//!
//! `visit.json` comes first and lists every other file with its size and hash ([`VisitManifest`]). A
//! reader believes nothing before it has checked it: see [`Visit::read`]. [`VisitWriter`] writes; the same
//! visit gives the same bytes. [`VisitCounts`] says in words what a visit holds, and [`to_append`] which
//! votes are new to a browser.
//!
//! This module may use `analysis`, `benchmark` and `formats`.

mod counts;
mod manifest;
mod read;
mod votes;
mod write;

pub use counts::VisitCounts;
pub use manifest::{
    SavedView, VISIT_FILE, VISIT_VERSION, VisitFile, VisitKind, VisitManifest, VisitedBenchmark,
};
pub use read::{Visit, is_visit};
pub use votes::to_append;
pub use write::VisitWriter;
