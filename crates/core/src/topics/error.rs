use super::RidgeError;
use thiserror::Error;

/// What a benchmark lacks, or why its equations have no solution.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TopicsError {
    #[error("topic {0} is not a query")]
    NotAQuery(String),
    #[error("no picture shows a topic under relevance {0}: try another definition of relevance")]
    NothingShown(String),
    #[error(
        "no topic of the benchmark has tags that stand for it: list them in topics.json, with \
         [[topics]] in the recipe"
    )]
    NoTags,
    #[error("topic {topic}: no picture has one of its tags, {tags}")]
    UnusedTags {
        /// The id of its query.
        topic: String,
        tags: String,
    },
    #[error("topic {0}: none of the training pictures shows it, so there is nothing to learn from")]
    NothingToLearn(String),
    #[error("no picture of the benchmark has tags: build it with tags to propagate")]
    NoTaggedPicture,
    #[error("no tag is on at least {0} pictures: lower the number of pictures that a tag needs")]
    NoFrequentTag(u32),
    #[error("none of the tested pictures has a tag that may be suggested: admit more tags")]
    NothingToFind,
    #[error(transparent)]
    Ridge(#[from] RidgeError),
}
