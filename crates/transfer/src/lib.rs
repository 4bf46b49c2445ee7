//! Files of a benchmark from the network: streamed with progress, checked against the size and
//! SHA-256 in the manifest, and stored in the browser. Most go to the Cache API; shards of
//! galleries that do not fit in memory go to the origin private file system, where they are read
//! row by row.
//!
//! Files that visitors bring are stored there as well: imports, and benchmarks from folders, under
//! addresses that no server has. So are the values that this device computed. The page and the worker use the same functions.
//!
//! Search engines elsewhere are asked from here too ([`SearchEngine`]).
//!
//! May use `benchmark`, `remote`, `vectors` and `limits` of the core and [`rankscope_messages::Failure`].
//! The entry points are [`fetch_file`] and [`keep_file`], and [`PartsServer`] for rows of shards that stay
//! on the server.

mod body;
mod cache;
mod error;
mod fetch;
mod file_system;
mod hash;
mod imports;
mod inventory;
mod kept_bytes;
mod kept_file;
mod local;
mod lock;
mod on_this_machine;
mod parts;
mod persistence;
mod reserve;
mod response;
mod scope;
mod search_engine;
mod values;
mod vectors;
mod waiting;

pub use cache::VECTORS_FOLDER;
pub use error::TransferError;
pub use fetch::{fetch_file, fetch_manifest, fetch_text};
pub use hash::sha256_hex;
pub use imports::{forget_import, keep_import, kept_import, kept_imports};
pub use inventory::{cached_bytes, clear_cache, keep_build, which_are_kept};
pub use kept_bytes::keep_bytes;
pub use kept_file::{KeptFile, KeptPlace, is_kept, keep_file};
pub use local::{
    forget_local, forget_unfinished_local, keep_local_file, keep_local_manifest, local_benchmarks,
};
pub use on_this_machine::{ON_THIS_MACHINE, is_on_this_machine};
pub use parts::PartsServer;
pub use persistence::{ask_to_keep_storage, will_keep_storage};
pub use search_engine::{SearchEngine, is_sendable};
pub use values::{keep_values, kept_values};
pub use vectors::{
    OneImport, forget_shards, forget_shards_but, forget_vectors, keep_record, keep_vectors,
    kept_records,
};
pub use waiting::unless_cancelled;
