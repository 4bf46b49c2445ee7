//! What visitors bring: runs, judgements and whole benchmarks from their own disks. Nothing of it
//! leaves the machine.
//!
//! A run becomes a system of the open benchmark and judgements a definition of relevance
//! ([`rankscope_core::analysis::Imported`]): they join its lists, so that every page shows them as it
//! shows the others. What is asked of an imported system is answered here ([`Answers`]) instead of
//! by the worker. A folder becomes a benchmark at an address of this machine's own. The files are
//! kept in the browser and read again on the next visit.
//!
//! [`super::state::imports`] enters it.

mod answers;
mod dropped;
mod folder;
mod restored;

pub use answers::Answers;
pub use dropped::{Dropped, dropped_from_input, dropped_from_transfer};
pub use folder::{is_benchmark, keep_folder};
pub use restored::restored;
