use super::TopicsError;
use crate::benchmark::{Judgements, Query, Relevance, Topic, Topics};

/// MIRFLICKR's definitions of relevance.
pub const SENSES: [&str; 2] = ["wide", "narrow"];

/// The facet, and its value, of queries that are topics.
const TOPIC_FACET: (&str, &str) = ("family", "topic");

#[derive(Debug, Clone, PartialEq)]
pub struct JudgedTopics {
    pub relevance: String,
    /// Those that at least one picture shows.
    pub topics: Vec<JudgedTopic>,
}

/// A topic and the pictures that show it.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedTopic {
    /// In the list of topics.
    pub place: usize,
    /// The id of its query.
    pub id: String,
    /// By corpus row.
    pub judgements: Judgements,
    /// `None` for a topic that is part of no other.
    pub general: Option<GeneralTopic>,
}

/// The topic that another is part of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneralTopic {
    /// The id of its query.
    pub id: String,
    /// The corpus rows of the pictures that show it, ascending.
    pub rows: Vec<u32>,
}

/// The queries of family `topic`, for a benchmark without a list of topics.
pub fn topics_among(queries: &[Query]) -> Option<Topics> {
    let (facet, value) = TOPIC_FACET;
    let is_topic = |query: &&Query| query.facets.get(facet).is_some_and(|given| given == value);
    let topics: Vec<Topic> = queries
        .iter()
        .filter(is_topic)
        .map(|query| Topic { query: query.id.clone(), tags: Vec::new() })
        .collect();
    (!topics.is_empty()).then_some(Topics { topics, content_tags: Vec::new() })
}

/// Keeps topics with tags; fails if there are none.
pub fn topics_with_tags(mut topics: Topics) -> Result<Topics, TopicsError> {
    topics.topics.retain(|topic| !topic.tags.is_empty());
    if topics.topics.is_empty() { Err(TopicsError::NoTags) } else { Ok(topics) }
}

impl JudgedTopics {
    /// Fails if a topic is not a query, or no picture shows a topic.
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
                let id = topic.query.clone();
                with_pictures.push(JudgedTopic { place, id, judgements, general: None });
            }
        }
        if with_pictures.is_empty() {
            return Err(TopicsError::NothingShown(id.to_owned()));
        }
        let rows = rows_of(&with_pictures);
        for (one, parent) in parents(&rows).into_iter().enumerate() {
            let id = parent.and_then(|of| Some(with_pictures.get(of)?.id.clone()));
            let rows = parent.and_then(|of| rows.get(of).cloned());
            if let Some(topic) = with_pictures.get_mut(one) {
                topic.general = id.zip(rows).map(|(id, rows)| GeneralTopic { id, rows });
            }
        }
        Ok(Self { relevance: id.to_owned(), topics: with_pictures })
    }
}

impl JudgedTopic {
    /// The pictures that show it, ascending, among those for which `is_asked` holds.
    pub fn rows(&self, is_asked: impl Fn(u32) -> bool) -> Vec<u32> {
        let shown = self.judgements.as_slice().iter().filter(|(_, grade)| *grade >= 1);
        let mut rows: Vec<u32> = shown.map(|(row, _)| *row).filter(|row| is_asked(*row)).collect();
        rows.sort_unstable();
        rows
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TopicNode {
    /// Among the judged topics.
    pub index: usize,
    /// 0 for a topic that is part of no other.
    pub depth: usize,
    /// How many pictures show it.
    pub n_pictures: usize,
}

/// Topics as a tree ("bird" is part of "animal"), each before those that are part of it. A topic is part of the
/// smallest whose pictures contain all of its own; of two with the same pictures, the later is part of the
/// earlier.
pub fn topic_tree(judged: &JudgedTopics) -> Vec<TopicNode> {
    let rows = rows_of(&judged.topics);
    let parents = parents(&rows);
    let size = |index: &usize| rows.get(*index).map_or(0, Vec::len);
    let mut nodes = Vec::new();
    // The last comes off first, so each list is reversed.
    let mut open: Vec<(usize, usize)> = children(&parents, None).map(|index| (index, 0)).collect();
    while let Some((index, depth)) = open.pop() {
        nodes.push(TopicNode { index, depth, n_pictures: size(&index) });
        open.extend(children(&parents, Some(index)).map(|child| (child, depth + 1)));
    }
    nodes
}

/// Of each topic, the pictures that show it, ascending.
fn rows_of(topics: &[JudgedTopic]) -> Vec<Vec<u32>> {
    topics.iter().map(|topic| topic.rows(|_| true)).collect()
}

/// By the pictures of each topic, the place of the one that it is part of.
fn parents(rows: &[Vec<u32>]) -> Vec<Option<usize>> {
    let is_part = |one: usize, of: usize| {
        let (Some(own), Some(other)) = (rows.get(one), rows.get(of)) else { return false };
        let is_larger = other.len() > own.len() || (other.len() == own.len() && of < one);
        is_larger && own.iter().all(|row| other.binary_search(row).is_ok())
    };
    let size = |index: &usize| rows.get(*index).map_or(0, Vec::len);
    let parent = |one| (0..rows.len()).filter(|of| is_part(one, *of)).min_by_key(size);
    (0..rows.len()).map(parent).collect()
}

/// In reverse order.
fn children(parents: &[Option<usize>], of: Option<usize>) -> impl Iterator<Item = usize> {
    parents
        .iter()
        .enumerate()
        .rev()
        .filter(move |(_, parent)| **parent == of)
        .map(|(index, _)| index)
}
