//! Embeddings: storage, reading and scoring.
//!
//! A gallery's vectors are in shards: safetensors files with float16, float32 or int8 rows, the
//! latter with a scale each. [`Vectors`] has them in memory as stored; [`ShardFile`] reads rows
//! from a file, and [`ShardOutline`] says where they are in it. [`score`] is the one definition of
//! a score, and orders the hits of every device. This module may use `ranking`.

mod finite;
mod halves;
mod normalise;
mod score;
mod shard;
mod shard_file;
mod shard_outline;

pub use halves::f32_from_half;
pub use normalise::{NormaliseError, normalised};
pub use score::{score, scored};
pub use shard::{ShardDtype, Stored, Vectors, shard_from_rows, vectors_from_shard};
pub use shard_file::{ReadAt, ShardFile};
pub use shard_outline::ShardOutline;
