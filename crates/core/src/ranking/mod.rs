//! Ordered lists of hits: what comes before what, the best k of many, a second stage's
//! order, and how two lists differ.
//!
//! The one order of the whole program is [`hit_order`]: score descending, ties by corpus
//! row ascending. A protocol that wants another tie rule sorts a copy. This room uses
//! nothing else of ours.

mod hit;
mod moves;
mod rerank;
mod select;

pub use hit::{Hit, hit_order};
pub use moves::{Move, common_ranks, moves, overlap_at};
pub use rerank::hits_in_order;
pub use select::select_top_k;
