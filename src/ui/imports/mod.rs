//! What visitors bring: runs, judgements and whole benchmarks from their own disks. Nothing of it
//! leaves the machine.
//!
//! A run becomes a system of the open benchmark and judgements a definition of relevance: they
//! join the lists of [`super::dataset`], so that every page shows them as it shows the others.
//! What is asked of an imported system is answered here ([`Answers`]) instead of by the worker.
//! A folder becomes a benchmark at an address of this machine's own. The files are kept in the
//! browser and read again on the next visit.
//!
//! Enter by [`Imports::new`].

mod answers;
mod dropped;
mod folder;
mod imported;
mod state;

pub use answers::{Answers, system_of};
pub use dropped::{Dropped, dropped_from_input, dropped_from_transfer};
pub use imported::restored;
pub use rankscope_core::analysis::{Imported, ImportedKind, Rankings, was_imported};
pub use state::{Imports, Outcome, Phase};
