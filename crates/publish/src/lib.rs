//! Publishes files and folders: each whole or not at all, in every ending of the program.
//!
//! A [`Stage`] is a temporary folder beside the destination. The new file or folder is written
//! there, and published by one rename, so that the destination always holds the old or the new. It
//! is synced first, so that a power failure does not leave empty files behind a new name.
//!
//! - `stage` is the temporary folder, `layout` what it holds, `destination` what stands at the destination, `publish` the
//!   last step, `renames` the calls behind it, with what they do not guarantee on file systems
//!   without `RENAME_NOREPLACE` and `RENAME_EXCHANGE`.
//! - A run that is killed leaves its stage. `leftovers` removes it in the next run to the same
//!   destination; a stage that is in use is locked (`lock`), so that it is never mistaken for one.
//! - An interrupted run calls [`Abandoner::abandon`] from another thread. Writing, publishing and
//!   removing exclude each other.

mod destination;
mod error;
mod layout;
mod leftovers;
mod lock;
mod publish;
mod renames;
mod stage;
mod sync;

pub use error::PublishError;
pub use layout::{Replaceable, only_files};
pub use leftovers::{Fate, Leftover};
pub use publish::Published;
pub use stage::{Abandoner, Stage};
