//! Matrices from a visitor: which hold vectors of the benchmark's images, which of its queries, which two are one
//! system, and which hold scores, of the open benchmark or, with judgements, of one of their own ([`Numbers`]). Sizes decide first, names where sizes do not. Start with [`systems_from_matrices`];
//! [`order_by_ids`] matches rows by ids.

mod name;
mod numbers;
mod pairs;
mod scores;

pub use name::{ids_of_matrix, says_scores};
pub use numbers::{GivenIds, Numbers, fits_neither};
pub use pairs::{Counts, FoundMatrix, NewSystem, NoSystem, order_by_ids, systems_from_matrices};
pub use scores::{ScoreRun, depth_of_scores, run_of_scores, side_of_scores, words_of_scores};
