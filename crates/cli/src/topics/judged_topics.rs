//! Which topics there are, and which pictures show each.

use crate::open::Benchmark;
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{Judgements, Topic, Topics};

/// The definitions of relevance that MIRFLICKR has.
const SENSES: [&str; 2] = ["wide", "narrow"];

/// The topics under one definition of relevance.
pub(super) struct JudgedTopics {
    /// The id of the definition.
    pub(super) relevance: String,
    /// Those that at least one picture shows.
    pub(super) topics: Vec<JudgedTopic>,
}

/// A topic, and the pictures that show it.
pub(super) struct JudgedTopic {
    /// Its place in the list of topics.
    pub(super) place: usize,
    /// Its query's id.
    pub(super) id: String,
    /// Grades of pictures by corpus row.
    pub(super) judgements: Judgements,
}

/// The benchmark's topics: those of `topics.json`; else queries of family `topic`; else all queries.
pub(super) fn topics_of(benchmark: &Benchmark) -> Result<Topics> {
    if let Some(topics) = benchmark.topics()? {
        return Ok(topics);
    }
    let queries = &benchmark.queries;
    let is_topic = |family: Option<&String>| family.is_some_and(|family| family == "topic");
    let mut topics: Vec<Topic> = queries
        .iter()
        .filter(|query| is_topic(query.facets.get("family")))
        .map(|query| Topic { query: query.id.clone(), tags: Vec::new() })
        .collect();
    if topics.is_empty() {
        topics.extend(queries.iter().map(|q| Topic { query: q.id.clone(), tags: Vec::new() }));
    }
    Ok(Topics { topics, content_tags: Vec::new() })
}

impl JudgedTopics {
    /// The topics under each of these definitions; by default under `wide` and `narrow`, or what
    /// there is of them, or else under the benchmark's own.
    pub(super) fn all(
        benchmark: &Benchmark,
        topics: &Topics,
        asked: &[String],
    ) -> Result<Vec<Self>> {
        let mut ids: Vec<String> = asked.to_vec();
        if ids.is_empty() {
            let known = SENSES.iter().filter(|id| benchmark.manifest.definition(id).is_some());
            ids.extend(known.map(|id| (*id).to_owned()));
        }
        if ids.is_empty() {
            ids.push(benchmark.relevance_id(None)?);
        }
        ids.into_iter().map(|id| Self::under(benchmark, topics, id)).collect()
    }

    fn under(benchmark: &Benchmark, topics: &Topics, relevance: String) -> Result<Self> {
        let judged = benchmark.relevance(&relevance)?;
        let mut with_pictures = Vec::new();
        for (place, topic) in topics.topics.iter().enumerate() {
            let row = benchmark.queries.iter().position(|query| query.id == topic.query);
            let row = row.with_context(|| format!("topic {} is not a query", topic.query))?;
            let judgements = judged.of_query(u32::try_from(row)?).cloned().unwrap_or_default();
            if judgements.n_relevant() > 0 {
                with_pictures.push(JudgedTopic { place, id: topic.query.clone(), judgements });
            }
        }
        if with_pictures.is_empty() {
            bail!("no picture shows a topic under relevance {relevance}: try another --relevance");
        }
        Ok(Self { relevance, topics: with_pictures })
    }
}
