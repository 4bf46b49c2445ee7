//! Vectors → top k.
//!
//! Every search, on whatever device, gives the hits of [`reference::top_k`]: the same rows,
//! in the same order, with the same scores. A device only proposes, since each computes in its
//! own order or with coarser codes; one fixed [`score`] decides among all rows that can have been
//! moved. On the processor that is [`bounded`] over a [`scan`], int8 by default; scores from a
//! GPU go through [`rescore`]. Only corpora that do not fit in memory are another matter: there
//! [`large`] scores candidates, exactly, and may miss a row. This room may use `ranking` and `formats`; Burn only in `gallery`.

#[cfg(feature = "encode")]
mod gallery;
mod normalise;
mod on_cpu;
mod overlap;
mod row_mask;
mod score;

pub mod bounded;
pub mod estimated;
pub mod large;
pub mod reference;
pub mod scan;

#[cfg(feature = "encode")]
pub use gallery::{Gallery, SearchError};
pub use normalise::{NormaliseError, normalised};
pub use on_cpu::CpuGallery;
pub use overlap::{CodedOverlap, coded_overlap};
pub use row_mask::RowMask;
pub use score::{rescore, score, score_margin, scored};
