//! Challenge 2: the tags of neighbours.

use super::{
    judged_topics::JudgedTopics,
    neighbours::Neighbours,
    report::{Results, TopicResult},
};
use crate::open::Benchmark;
use anyhow::{Result, bail};
use rankscope_core::benchmark::{TOPICS_FILE, Topics};
use rankscope_core::topics::{TagIndex, propagated};

/// The topics that tags stand for.
pub(super) fn with_tags(benchmark: &Benchmark, mut topics: Topics) -> Result<Topics> {
    topics.topics.retain(|topic| !topic.tags.is_empty());
    if topics.topics.is_empty() {
        bail!(
            "{} says of no topic which tags stand for it: give them in {TOPICS_FILE}, by \
             [[topics]] of the recipe",
            benchmark.manifest.title
        );
    }
    Ok(topics)
}

/// Average precision of every topic over all pictures.
pub(super) fn results(
    neighbours: &Neighbours,
    index: &TagIndex,
    topics: &Topics,
    judged: &[JudgedTopics],
) -> Result<Vec<Results>> {
    let mut tags_of_topics = Vec::new();
    for topic in &topics.topics {
        let mut tags: Vec<u32> = topic.tags.iter().filter_map(|tag| index.find(tag)).collect();
        if tags.is_empty() {
            bail!(
                "topic {}: no picture has one of its tags, {}",
                topic.query,
                topic.tags.join(", ")
            );
        }
        tags.sort_unstable();
        tags_of_topics.push(tags);
    }
    let mut all = Vec::new();
    for judged in judged {
        let mut results = Vec::new();
        for topic in &judged.topics {
            let Some(tags) = tags_of_topics.get(topic.place) else { continue };
            let score = |(row, hits): &(u32, Vec<_>)| (*row, propagated(hits, tags, index));
            let scores = neighbours.0.iter().map(score).collect();
            results.push(TopicResult::new(&topic.id, scores, &topic.judgements)?);
        }
        all.push(Results::new(&judged.relevance, results));
    }
    Ok(all)
}
