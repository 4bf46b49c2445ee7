//! MIRFLICKR's three challenges: recognising topics, propagating tags, suggesting tags.
//!
//! ```text
//! training rows ─GramMatrix→ ridge solver ─labels of a topic→ LinearClassifier → scores of the others
//! file of scores ─EntryRun→ scores of one's own, of the pictures that are tested
//! neighbours of a picture + TagIndex ─propagated→ their votes for a group of tags
//!                                    ─suggested→  the tags with most votes
//! ```
//!
//! Source: Huiskes and Lew, "The MIR Flickr Retrieval Evaluation", MIR 2008. Start with [`JudgedTopics`],
//! [`Propagation`] or [`SuggestionTest`], which page and commands share.

mod annotations;
mod entries;
mod error;
mod judged_topics;
mod propagation;
mod recognition;
mod suggesting;
mod tag_index;
mod tag_statistics;
mod topic_result;

pub use annotations::{ANNOTATIONS, AnnotationsReport, TopicAgreement, combined};
pub use entries::{EntryRun, check_entry_shape};
pub use error::TopicsError;
pub use judged_topics::{
    GeneralTopic, JudgedTopic, JudgedTopics, SENSES, TopicNode, topic_tree, topics_among,
    topics_with_tags,
};
pub use propagation::{N_NEIGHBOURS, Propagation, propagated, without_self};
pub use rankscope_arithmetic::ridge::{GramMatrix, LinearClassifier, Ridge, RidgeError};
pub use recognition::{PENALTY, is_training_row, recognised, training_rows};
pub use suggesting::{
    LEAST_PICTURES, ScoredTags, Suggesting, SuggestionOutcome, SuggestionTest, Suggestions,
    most_popular, suggested,
};
pub use tag_index::TagIndex;
pub use tag_statistics::{TagCount, TagStatistics};
pub use topic_result::{
    ACCURACY_CUTOFF, InsideValue, N_RANKS_DRAWN, TopicCurve, TopicResult, TopicResults, TopicValue,
    TopicsReport, ranked_rows, sort_by_score,
};
