//! Publishes files and folders, each whole or not at all, however the program ends.
//!
//! A [`Stage`] is a temporary folder next to the destination. The new file or folder is written
//! there, synced, and published by one rename, so that the destination always holds the old or the
//! new.
//!
//! An interrupted run leaves its stage. `leftovers` removes it in the next run to the same
//! destination; a stage in use is locked (`lock`), so that it is never mistaken for one. `renames`
//! says what is not guaranteed on file systems without `RENAME_NOREPLACE` and `RENAME_EXCHANGE`. To
//! interrupt a run, call [`Abandoner::abandon`] from another thread; writing, publishing and
//! removing exclude each other.

mod destination;
mod error;
mod layout;
mod leftovers;
mod lock;
mod publish;
mod renames;
mod stage;

pub use error::PublishError;
pub use layout::{Replaceable, only_files};
pub use leftovers::{Fate, Leftover};
pub use publish::Published;
pub use stage::{Abandoner, Stage};
