//! Matrices of vectors that a visitor brought: which are of the images of the open benchmark, which of
//! its queries, and which two are one system. By their sizes first, by their names where sizes do not
//! tell.
//!
//! Start with [`systems_from_matrices`]; [`order_by_ids`] matches rows by ids.

mod name;
mod order;
mod pairs;

pub use name::ids_of_matrix;
pub use order::order_by_ids;
pub use pairs::{Counts, FoundMatrix, NewSystem, NoSystem, systems_from_matrices};
