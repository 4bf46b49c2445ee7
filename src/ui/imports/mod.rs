//! What visitors bring: runs, judgements and whole benchmarks from their own disks. Nothing of it
//! leaves the machine.
//!
//! A run becomes a system of the open benchmark and judgements a definition of relevance: they
//! join the lists of [`super::dataset`], so that every page shows them as it shows the others.
//! What is asked of an imported system is answered here ([`Answers`]) instead of by the worker.
//! A folder becomes a benchmark at an address of this machine's own. The files are kept in the
//! browser and read again on the next visit.
//!
//! [`super::state::imports`] enters it.

mod answers;
mod dropped;
mod folder;
mod imported;
mod restored;

pub use answers::Answers;
pub use dropped::{Dropped, dropped_from_input, dropped_from_transfer};
pub use folder::{is_benchmark, keep_folder};
pub use imported::{Imported, ImportedKind, Rankings, pause, was_imported};
pub use restored::restored;
