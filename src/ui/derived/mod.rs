//! Derived systems: each is answered by asking its parts, whose lists are fused or re-ranked, by vectors that
//! are made from its part's, or by guides, so that no page need tell it from another system. A part may be a
//! derived system itself.
//!
//! [`answer_derived`] is where the engine's client hands a request over, [`with_derived`] adds the derived
//! systems of the address to a benchmark's, and [`terms_of_hit`] takes a fused score apart. All but the
//! entry points is in the part of the results.

mod answers;
mod apart;
mod asked;
mod by_vectors;
mod feedback;
mod guided;
mod made;
mod rankings;
mod reranked;
mod shards;
mod spaces;

pub use apart::{answer_derived, with_derived};
pub use asked::{PartTerm, terms_of_hit};
