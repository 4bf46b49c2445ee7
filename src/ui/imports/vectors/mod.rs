//! Vectors, captions or scores that a visitor dropped → a system of the open benchmark.
//!
//! Files are looked into first ([`found`]), which gives matrices; the core decides which of them
//! belong together. The rows of a system are then read piece by piece, normalised and rounded as a build
//! does it, and stored in the browser as shards, which the worker searches like the benchmark's own.

mod captions;
mod found;
mod kept;
mod matrix;
mod parquet;
mod scores;
mod shards;

pub use captions::{captions_of, of_captions};
pub use found::{found_in, not_imported};
pub use kept::keep_system;
pub(super) use kept::restored_vectors;
pub use matrix::Found;
pub use scores::{ScoreLists, run_of_lists, run_of_matrix};
