//! Fused systems: each is answered by asking its parts and fusing their lists, so that no page need
//! tell it from another system.
//!
//! [`answer_fused`] is where the engine's client hands a request over, [`with_derived`] adds the fused
//! systems of the address to a benchmark's, and [`terms_of_hit`] takes a score apart. All but the entry
//! points is in the part of the results.

mod answers;
mod apart;
mod asked;
mod rankings;

pub use apart::{answer_fused, with_derived};
pub use asked::{PartTerm, terms_of_hit};
