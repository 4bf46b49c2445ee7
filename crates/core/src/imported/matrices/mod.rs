//! Matrices of vectors from a visitor: which hold the benchmark's images, which its queries, and which two are one
//! system. Sizes decide first, names where sizes do not. Start with [`systems_from_matrices`];
//! [`order_by_ids`] matches rows by ids.

mod name;
mod pairs;

pub use name::ids_of_matrix;
pub use pairs::{Counts, FoundMatrix, NewSystem, NoSystem, order_by_ids, systems_from_matrices};
