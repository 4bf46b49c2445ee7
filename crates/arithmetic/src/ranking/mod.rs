//! Ordered lists of hits: their order, the best k of many, a second stage's order, fusion, and how
//! two lists differ. The program has one order, [`hit_order`]: score descending, ties by corpus row
//! ascending. A protocol with another tie rule sorts a copy. This module uses no other of this
//! crate.

mod fusion;
mod hit;
mod moves;
mod rerank;
mod select;

pub use fusion::{Fusion, FusionTerm, RRF_K};
pub use hit::{Hit, hit_order};
pub use moves::{Move, common_ranks, moves, overlap_at};
pub use rerank::{Reranked, Unscored, before_rest, by_second_scores, hits_in_order, reranked};
pub use select::select_top_k;
