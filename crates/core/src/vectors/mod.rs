//! Embeddings: how they are stored, read and scored.
//!
//! A gallery's vectors lie in shards, safetensors files of float16, float32 or int8 rows with
//! a scale each. [`Vectors`] holds them in memory as stored, [`ShardFile`] reads rows from a
//! file. [`score`] is the one definition of a score: every device's hits are ordered by it.
//! This room may use `formats` (its error) and `ranking`.

mod halves;
mod normalise;
mod score;
mod shard;
mod shard_file;

pub use halves::f32_from_half;
pub use normalise::{NormaliseError, normalised};
pub use score::{score, scored};
pub use shard::{ShardDtype, Stored, Vectors, shard_from_rows, vectors_from_shard};
pub use shard_file::{ReadAt, ShardFile};
