//! Files of a benchmark over the network: streamed with progress, checked against the
//! manifest's size and SHA-256, and kept in the browser's Cache API; those of corpora that do not
//! fit in memory in its file system for this site, where they are read a row at a time.
//!
//! Files that visitors bring are kept there as well: imports, and benchmarks from folders, under
//! addresses that no server has. The page and the worker use the same functions. It may use `benchmark` (for
//! [`rankscope_core::benchmark::FileEntry`]) and [`crate::messages::Failure`].
//!
//! Enter by [`fetch_file`] and [`keep_file`].

mod body;
mod cache;
mod error;
mod fetch;
mod file_system;
mod hash;
mod imports;
mod inventory;
mod kept_file;
mod local;
mod on_this_machine;
mod response;
mod scope;

pub use error::TransferError;
pub use fetch::{fetch_file, fetch_manifest, fetch_text};
pub use hash::sha256_hex;
pub use imports::{forget_import, keep_import, kept_imports};
pub use inventory::{cached_bytes, clear_cache, forget_earlier_builds, which_are_kept};
pub use kept_file::{KeptFile, KeptPlace, keep_file};
pub use local::{forget_local, keep_local_file, keep_local_manifest, local_benchmarks};
pub use on_this_machine::{ON_THIS_MACHINE, is_on_this_machine};
