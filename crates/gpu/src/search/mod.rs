//! The gallery on the GPU: int8 codes there, a score and the choice of candidates in one go, and
//! the exact scores of the candidates here.
//!
//! Three kernels, one after the other, and one reading back:
//!
//! 1. `score`: every unit of the GPU estimates the scores of eight rows for up to four queries. An
//!    estimate is off by the query's length times the row's radius at most, as in
//!    [`rankscope_core::search::scan`], so a row's score lies between a low and a high. A unit tells the highest of
//!    its lows.
//! 2. `floor`: the k-th of these highest lows, rounded down. They are of k different rows, so k
//!    rows have scores that reach it.
//! 3. `keep`: the rows whose high reaches the floor, with their estimates. Every other row's score
//!    is below those of k rows, so none that belongs to the first k is lost.
//!
//! The rows of a unit are far apart in the corpus, so that neighbours, which are often alike, do
//! not hide behind each other, and the floor is nearly as high as it can be. What is kept goes
//! through [`rankscope_core::search::bounded`]: scored as everywhere, so the hits are the same on every device.
//!
//! Where the floor says little (k near the number of units) or more is kept than there is room
//! for (thousands of equal rows), all estimates are read back instead.

mod ask;
mod gallery;
mod gpu_gallery;
mod kernels;
mod layout;

pub use gallery::{Gallery, SearchError};
