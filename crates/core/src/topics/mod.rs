//! MIRFLICKR's three challenges: recognising topics, propagating tags, suggesting tags.
//!
//! ```text
//! training rows ─GramMatrix→ ridge solver ─labels of a topic→ LinearClassifier → scores of the others
//! neighbours of a picture + TagIndex ─propagated→ how much they think of a group of tags
//!                                    ─suggested→  the tags that they think most of
//! ```
//!
//! Source: Huiskes and Lew, "The MIR Flickr Retrieval Evaluation", MIR 2008. Start with
//! [`JudgedTopics`], [`Propagation`] or [`Suggestions`], which page and commands share.
//! Vectors come as slices, neighbours as hits.

mod error;
mod judged_topics;
mod propagation;
mod recognition;
mod split;
mod suggesting;
mod suggestion;
mod tag_index;
mod tag_votes;
mod topic_result;
mod tree;

pub use error::TopicsError;
pub use judged_topics::{JudgedTopic, JudgedTopics, SENSES, topics_among, topics_with_tags};
pub use propagation::Propagation;
pub use rankscope_arithmetic::ridge::{GramMatrix, LinearClassifier, Ridge, RidgeError};
pub use recognition::{PENALTY, recognised, training_rows};
pub use split::{is_suggested_for, is_training_row};
pub use suggesting::{LEAST_PICTURES, Suggesting, SuggestionOutcome, Suggestions};
pub use suggestion::{most_popular, suggested};
pub use tag_index::TagIndex;
pub use tag_votes::{N_NEIGHBOURS, propagated, without_self};
pub use topic_result::{
    ACCURACY_CUTOFF, N_RANKS_DRAWN, TopicResult, TopicResults, TopicValue, TopicsReport,
    ranked_rows, sort_by_score,
};
pub use tree::{TopicNode, topic_tree};
