//! Files of a benchmark over the network: streamed with progress, checked against the
//! manifest's size and SHA-256, and kept in the browser's Cache API.
//!
//! The page and the worker fetch through this one door. It may use `benchmark` (for
//! [`crate::benchmark::FileEntry`]) and the failure message of `engine::protocol`.
//!
//! Enter by [`fetch_file`].

mod cache;
mod error;
mod fetch;
mod scope;

pub use cache::{cached_bytes, clear_cache, which_are_kept};
pub use error::TransferError;
pub use fetch::{fetch_file, fetch_manifest, fetch_text, forget_earlier_builds};
