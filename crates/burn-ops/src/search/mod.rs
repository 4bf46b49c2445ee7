//! Exact search on the GPU: int8 codes with error bounds there, exact scores of the candidates here.
//!
//! Four operations and one readback:
//!
//! 1. `score_codes`: every thread estimates the scores of eight rows for up to four queries from the
//!    int8 codes. An estimate is off by at most the query's norm times the row's radius, as in
//!    [`rankscope_core::search::scan`], so a score lies between a lower and an upper bound. A thread
//!    writes the highest of its rows' lower bounds.
//! 2. `kept_rows`: first the k-th highest of these bounds, rounded down. They belong to k different
//!    rows, so at least k rows have scores that reach it. Then the rows whose upper bound reaches it:
//!    every other row scores below k rows, so no row of the top k is lost.
//! 3. `estimates_of_kept`: the estimates of these rows.
//!
//! The rows of a thread are far apart in the gallery: neighbours are often alike, and would hide
//! behind each other's bounds. The rows that are kept go through
//! [`rankscope_core::search::bounded`], which scores them from the stored vectors as on every other
//! device, so the hits are the same to the last bit.
//!
//! Where the threshold says little (k near the number of threads), or more rows are kept than fit
//! (thousands of equal rows), all estimates are read back instead.

mod codes;
mod gallery;
mod layout;
mod run;

use crate::device::Gpu;
use gallery::CodedGallery;
use rankscope_core::search::Gallery;
use rankscope_core::vectors::Vectors;

/// The int8 codes are on the GPU; the stored vectors `[rows, dim]` stay in memory, for exact
/// scores.
pub fn gallery_on_gpu(vectors: Vectors, gpu: Gpu) -> Gallery {
    Gallery::on_gpu(CodedGallery::new(vectors, gpu))
}
