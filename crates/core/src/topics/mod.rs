//! MIRFLICKR's three challenges: recognising topics, propagating tags, suggesting tags.
//!
//! ```text
//! training rows ─GramMatrix→ ridge solver ─labels of a topic→ LinearClassifier → scores of the others
//! neighbours of a picture + TagIndex ─propagated→ how much they think of a group of tags
//!                                    ─suggested→  the tags that they think most of
//! ```
//!
//! Source: Huiskes and Lew, "The MIR Flickr Retrieval Evaluation", MIR 2008. Start with
//! [`GramMatrix`] or [`TagIndex`]. This module uses `ranking` only: vectors come as slices.

mod cholesky;
mod ridge;
mod split;
mod suggestion;
mod tag_index;
mod tag_votes;

pub use ridge::{GramMatrix, LinearClassifier, Ridge, RidgeError};
pub use split::{is_suggested_for, is_training_row};
pub use suggestion::{most_popular, suggested};
pub use tag_index::TagIndex;
pub use tag_votes::{N_NEIGHBOURS, propagated, without_self};
