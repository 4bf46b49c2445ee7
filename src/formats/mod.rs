//! Bytes ↔ records: the files that people already have, and the shards that we write.
//!
//! Every reader works on bytes or on any `Read`, so that it runs natively and in the page
//! alike, and refuses what it cannot understand with a [`FormatError`] that names the
//! file, the line or row, and the reason. This room uses nothing else of ours.

mod captions;
mod error;
mod id_list;
mod judgements;
#[cfg(feature = "cli")]
mod npy;
mod shard;
mod trec;

pub use captions::{CaptionKeys, CaptionRecord, captions_from_jsonl};
pub use error::{FormatError, Place};
pub use id_list::ids_from_lines;
pub use judgements::judgements_from_json;
#[cfg(feature = "cli")]
pub use npy::NpyRows;
pub use shard::{ShardDtype, Vectors, shard_from_rows, vectors_from_shard};
pub use trec::{Qrel, qrels_from_trec, trec_from_qrels};
