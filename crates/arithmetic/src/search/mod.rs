//! Every search on every device returns the hits of [`reference::top_k`]: the same rows, in the
//! same order, with the same scores. A device only estimates scores, from codes with a proven error
//! bound: int8 by default, on the CPU ([`scan`]) as on WebGPU. [`bounded`] then rescores all rows
//! that can be among the first k with the one definition of a score,
//! [`score`](crate::vectors::score). Only a gallery larger than memory differs: [`large`] scores
//! candidates exactly, and may miss a row.
//!
//! This module may use `vectors`, `ranking` and `simd`.

mod candidates;
mod four;
mod gallery;
mod kth;
mod lanes;
mod on_cpu;
mod overlap;
mod rescoring;
mod row_mask;

pub mod bounded;
pub mod estimated;
pub mod large;
pub mod reference;
pub mod scan;

pub use gallery::{Gallery, GpuGallery, PendingHits, SearchError};
pub use on_cpu::CpuGallery;
pub use overlap::{CodedOverlap, coded_overlap};
pub use row_mask::RowMask;
