//! What must be fast: vectors, exact search and the encoders' arithmetic, on one CPU core. A crate
//! of its own, so that it is optimised for speed where the rest is built small: built small too,
//! all systems of Fieldbook take 1.7 times as long. `rankscope-core` and `rankscope-encode`
//! re-export it.
//!
//! | module | does |
//! |---|---|
//! | [`vectors`] | embeddings: shards, their types, scores |
//! | [`ranking`] | ordered lists of hits: their order, the top k, moves between lists |
//! | [`search`] | vectors → top k: brute force, scans with an error bound, galleries on disk |
//! | [`kernels`] | the arithmetic of text and picture encoders |
//! | [`resampling`] | a picture → the square of pixels that a vision tower takes |
//! | [`ridge`] | ridge regression in closed form |
//! | [`feedback`] | the query after some images were judged |
//! | [`spaces`] | spaces made from a system's: projections, normalised scores |
//! | [`simd`] | the widest instruction set of the CPU, chosen at run time |
//! | [`random`] | seeded random numbers |
//! | [`limits`] | the largest sizes that readers accept |
//!
//! A file that cannot be read is a [`FormatError`]; [`crc32()`] is the checksum of gzip, zip and our
//! own files.

mod crc32;
pub mod feedback;
mod format_error;
pub mod kernels;
pub mod limits;
pub mod random;
pub mod ranking;
pub mod resampling;
pub mod ridge;
pub mod search;
pub mod simd;
pub mod spaces;
pub mod vectors;

pub use crc32::crc32;
pub use format_error::{FormatError, Place};
