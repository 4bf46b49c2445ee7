//! Which topics a benchmark has, and which pictures show each.

use crate::benchmark::open::Benchmark;
use anyhow::Result;
use rankscope_core::benchmark::{Topic, Topics};
use rankscope_core::topics::{JudgedTopics, SENSES, topics_among};

/// The benchmark's topics: those of `topics.json`; else queries of family `topic`; else all queries.
pub(super) fn topics_of(benchmark: &Benchmark) -> Result<Topics> {
    if let Some(topics) = benchmark.topics()? {
        return Ok(topics);
    }
    let all = || {
        let topic = |id: &String| Topic { query: id.clone(), tags: Vec::new() };
        let topics = benchmark.queries.iter().map(|query| topic(&query.id)).collect();
        Topics { topics, content_tags: Vec::new() }
    };
    Ok(topics_among(&benchmark.queries).unwrap_or_else(all))
}

/// The topics under each of these definitions; by default under `wide` and `narrow`, or what there
/// is of them, or else under the benchmark's own.
pub(super) fn judged_topics(
    benchmark: &Benchmark,
    topics: &Topics,
    asked: &[String],
) -> Result<Vec<JudgedTopics>> {
    let mut ids: Vec<String> = asked.to_vec();
    if ids.is_empty() {
        let known = SENSES.iter().filter(|id| benchmark.manifest.definition(id).is_some());
        ids.extend(known.map(|id| (*id).to_owned()));
    }
    if ids.is_empty() {
        ids.push(benchmark.relevance_id(None)?);
    }
    let under = |id: &String| {
        let relevance = benchmark.relevance(id)?;
        Ok(JudgedTopics::under(id, relevance, topics, &benchmark.queries)?)
    };
    ids.iter().map(under).collect()
}
