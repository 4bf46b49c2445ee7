//! Vectors → top k.
//!
//! Every search, on whatever device, gives the hits of [`reference::top_k`]: the same rows, in the
//! same order, with the same scores. A device only proposes, since each computes in its own order
//! or with coarser codes; one fixed [`score`] decides among all rows that can have been moved. That
//! is [`bounded`], on the processor over a [`scan`], int8 by default, on a GPU over what kernels of
//! our own leave. Only corpora that do not fit in memory are another matter: there [`large`] scores
//! candidates, exactly, and may miss a row. This room may use `ranking`, `formats`, `gpu` and
//! `simd`.

mod on_cpu;
mod overlap;
mod row_mask;

pub mod bounded;
pub mod estimated;
pub mod large;
pub mod reference;
pub mod scan;

pub use on_cpu::CpuGallery;
pub use overlap::{CodedOverlap, coded_overlap};
pub use row_mask::RowMask;
