//! Vectors → top k.
//!
//! Every search, on whatever device, gives the hits of [`reference::top_k`]: the same rows,
//! in the same order, with the same scores. A device computes scores in its own order of
//! summation; [`rescore`] keeps every row that rounding could have moved and orders those by
//! the one [`score`] that all share. This room may use `ranking` and `formats`; Burn only in
//! `gallery`.

#[cfg(feature = "encode")]
mod gallery;
mod normalise;
mod score;

pub mod reference;

#[cfg(feature = "encode")]
pub use gallery::{Gallery, SearchError};
pub use normalise::{NormaliseError, normalised};
pub use score::{rescore, score, score_margin};
