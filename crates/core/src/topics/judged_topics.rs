//! Which topics there are, and which pictures show each.

use super::TopicsError;
use crate::benchmark::{Judgements, Query, Relevance, Topic, Topics};

/// The definitions of relevance that MIRFLICKR has.
pub const SENSES: [&str; 2] = ["wide", "narrow"];

/// The facet, and its value, of queries that are topics.
const TOPIC_FACET: (&str, &str) = ("family", "topic");

/// The topics under one definition of relevance.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedTopics {
    /// The id of the definition.
    pub relevance: String,
    /// Those that at least one picture shows.
    pub topics: Vec<JudgedTopic>,
}

/// A topic, and the pictures that show it.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedTopic {
    /// Its place in the list of topics.
    pub place: usize,
    /// Its query's id.
    pub id: String,
    /// Grades of pictures by corpus row.
    pub judgements: Judgements,
}

/// The queries of family `topic`, for a benchmark without a list of topics; `None` without any.
#[must_use]
pub fn topics_among(queries: &[Query]) -> Option<Topics> {
    let (facet, value) = TOPIC_FACET;
    let is_topic = |query: &&Query| query.facets.get(facet).is_some_and(|own| own == value);
    let topics: Vec<Topic> = queries
        .iter()
        .filter(is_topic)
        .map(|query| Topic { query: query.id.clone(), tags: Vec::new() })
        .collect();
    (!topics.is_empty()).then_some(Topics { topics, content_tags: Vec::new() })
}

/// Those topics that tags stand for.
///
/// # Errors
/// There are none.
pub fn topics_with_tags(mut topics: Topics) -> Result<Topics, TopicsError> {
    topics.topics.retain(|topic| !topic.tags.is_empty());
    if topics.topics.is_empty() { Err(TopicsError::NoTags) } else { Ok(topics) }
}

impl JudgedTopics {
    /// The topics under the definition of relevance with an id and these judgements.
    ///
    /// # Errors
    /// A topic that is not a query, or no picture that shows a topic.
    pub fn under(
        id: &str,
        relevance: &Relevance,
        topics: &Topics,
        queries: &[Query],
    ) -> Result<Self, TopicsError> {
        let mut with_pictures = Vec::new();
        for (place, topic) in topics.topics.iter().enumerate() {
            let row = (0u32..).zip(queries).find(|(_, query)| query.id == topic.query);
            let (row, _) = row.ok_or_else(|| TopicsError::NotAQuery(topic.query.clone()))?;
            let judgements = relevance.of_query(row).cloned().unwrap_or_default();
            if judgements.n_relevant() > 0 {
                with_pictures.push(JudgedTopic { place, id: topic.query.clone(), judgements });
            }
        }
        if with_pictures.is_empty() {
            return Err(TopicsError::NothingShown(id.to_owned()));
        }
        Ok(Self { relevance: id.to_owned(), topics: with_pictures })
    }
}

impl JudgedTopic {
    /// The pictures that show it, ascending, of those for which `is_asked` holds.
    #[must_use]
    pub fn rows(&self, is_asked: impl Fn(u32) -> bool) -> Vec<u32> {
        let shown = self.judgements.as_slice().iter().filter(|(_, grade)| *grade >= 1);
        let mut rows: Vec<u32> = shown.map(|(row, _)| *row).filter(|row| is_asked(*row)).collect();
        rows.sort_unstable();
        rows
    }
}
