//! Why a challenge cannot be computed.

use super::RidgeError;
use thiserror::Error;

/// What a benchmark lacks, or why its equations have no solution.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TopicsError {
    /// A topic without a query.
    #[error("topic {0} is not a query")]
    NotAQuery(String),
    /// No picture shows any topic.
    #[error("no picture shows a topic under relevance {0}: try another definition of relevance")]
    NothingShown(String),
    /// No topic has tags that stand for it.
    #[error(
        "the benchmark says of no topic which tags stand for it: give them in topics.json, by \
         [[topics]] of the recipe"
    )]
    NoTags,
    /// No picture has one of the tags that stand for a topic.
    #[error("topic {topic}: no picture has one of its tags, {tags}")]
    UnusedTags {
        /// Its query's id.
        topic: String,
        /// Its tags.
        tags: String,
    },
    /// No training picture shows a topic.
    #[error("topic {0}: none of the training pictures shows it, so there is nothing to learn from")]
    NothingToLearn(String),
    /// No picture of the benchmark has a tag.
    #[error("no picture of the benchmark has tags: build it with tags to propagate")]
    NoTaggedPicture,
    /// No tag is frequent enough.
    #[error("no tag is on {0} pictures: lower the number of pictures that a tag needs")]
    NoFrequentTag(u32),
    /// No tested picture has a tag that may be suggested.
    #[error("none of the tested pictures has a tag that may be suggested: admit more tags")]
    NothingToFind,
    /// The equations cannot be solved.
    #[error(transparent)]
    Ridge(#[from] RidgeError),
}
