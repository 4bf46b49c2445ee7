//! Files of a benchmark from the network: streamed with progress, checked against the size and
//! SHA-256 in the manifest, and stored in the browser ([`fetch_file`], [`keep_file`]). Most go to
//! the Cache API; shards of galleries that do not fit in memory go to the origin private file
//! system, where they are read row by row, or stay on the server ([`PartsServer`]).
//!
//! Files that visitors bring are stored there as well: imports, and benchmarks from folders, under
//! addresses that no server has. So are the values that this device computed. Page and worker use
//! the same functions. Search engines are asked from here too ([`SearchEngine`]).

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
mod memory;
mod parts;
mod reserve;
mod response;
mod scope;
mod search_engine;
mod values;
mod vectors;
mod waiting;

pub use cache::{DERIVED_FOLDER, ON_THIS_MACHINE, VECTORS_FOLDER, is_on_this_machine};
pub use error::TransferError;
pub use fetch::{fetch_file, fetch_manifest, fetch_text};
pub use hash::sha256_hex;
pub use imports::{forget_import, keep_import, kept_import, kept_imports};
pub use inventory::{
    ask_to_keep_storage, cached_bytes, clear_cache, keep_build, which_are_kept, will_keep_storage,
};
pub use kept_bytes::keep_bytes;
pub use kept_file::{KeptFile, KeptPlace, is_kept, keep_file};
pub use local::{
    forget_local, forget_unfinished_local, keep_local_file, keep_local_manifest, local_benchmarks,
};
pub use memory::Memory;
pub use parts::PartsServer;
pub use search_engine::{SearchEngine, is_sendable};
pub use values::{keep_values, kept_values};
pub use vectors::{
    OneImport, forget_shards, forget_shards_but, forget_vectors, keep_record, keep_vectors,
    kept_records, shard_of,
};
pub use waiting::unless_cancelled;
