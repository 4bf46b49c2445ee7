//! Challenge 2: the tags of neighbours.

use super::neighbours::Neighbours;
use anyhow::Result;
use rankscope_core::benchmark::Topics;
use rankscope_core::topics::{
    JudgedTopic, JudgedTopics, Propagation, TagIndex, TopicResult, TopicResults,
};

/// Average precision of every topic over all pictures.
pub(super) fn results(
    neighbours: &Neighbours,
    index: &TagIndex,
    topics: &Topics,
    judged: &[JudgedTopics],
) -> Result<Vec<TopicResults>> {
    let mut propagation = Propagation::new(topics, index)?;
    neighbours.0.iter().for_each(|(row, hits)| propagation.add(*row, hits));
    let rankings = propagation.rankings();
    let result = |topic: &JudgedTopic| {
        let rows = rankings.get(topic.place)?;
        Some(TopicResult::new(topic, rows, &topic.judgements))
    };
    let under = |judged: &JudgedTopics| TopicResults {
        relevance: judged.relevance.clone(),
        topics: judged.topics.iter().filter_map(result).collect(),
    };
    Ok(judged.iter().map(under).collect())
}
