//! Weights for each topic, learnt by replaying the judgements of the validation split (§C.1).

use crate::benchmark::selection::chosen_queries;
use crate::guides::{
    gathered::{Dropping, Gathered, gathered},
    setup::Setup,
    studio::Studio,
};
use anyhow::{Context, Result};
use rankscope_core::analysis::SystemValues;
use rankscope_core::benchmark::Query;
use rankscope_guide::{ETA, Trust, losses, nearest_topic};
use std::collections::HashSet;

/// The facet that is a query's topic.
const TOPIC: &str = "iconic_group";
/// The split that is replayed.
const VALIDATION: &str = "val";
/// The first hits that somebody looks at: those that are not relevant are marked.
const N_MARKED: usize = 10;

/// The plan with the learnt weights.
pub(super) fn ways(
    setup: &Setup<'_>,
    studio: &Studio<'_>,
    all: &[Gathered],
    dropping: Option<Dropping<'_>>,
) -> Result<Vec<SystemValues>> {
    let topics = Topics::of(setup, studio)?;
    let names: Vec<String> = studio.embedders.iter().map(|one| one.id().to_owned()).collect();
    let mut trust = Trust::new(names, setup.weights)?;
    let rows = chosen_queries(Some(VALIDATION), &setup.benchmark.queries)?;
    let judged = setup.board.relevance().context("give a measure")?;
    for of in gathered(&setup.benchmark.queries, studio, setup.plan, &rows, dropping, false, None)?
    {
        let topic = topics.of_query(of.query);
        let weights = trust.weights(topic).to_vec();
        let part = setup.whole(&weights);
        let query = u32::try_from(of.query)?;
        let hits = of.fused(&part, &[]).into_iter().take(N_MARKED);
        let is_wrong = |row: &u32| judged.grade(query, *row).is_none_or(|grade| grade <= 0);
        let wrong: HashSet<u32> = hits.map(|hit| hit.row_in_corpus).filter(is_wrong).collect();
        if wrong.is_empty() {
            continue;
        }
        let losses = losses(&of.lists.of(&part), &wrong, setup.plan.depth);
        let id = setup.benchmark.queries.get(of.query).map_or("", |query| &query.id);
        trust.give_feedback(topic, id, wrong.len(), &losses, ETA)?;
    }
    let fused = |of: &Gathered| {
        let weights = trust.weights(topics.of_query(of.query));
        of.fused(&setup.whole(weights), &[])
    };
    Ok(vec![setup.way("guides, by rank, learnt weights", all, fused)])
}

/// The topic of every query: its own facet, or that of the nearest query that has one, by the text of the
/// first embedder that knows texts, if any.
struct Topics(Vec<String>);

impl Topics {
    fn of(setup: &Setup<'_>, studio: &Studio<'_>) -> Result<Self> {
        let queries = &setup.benchmark.queries;
        let own = |query: &'_ Query| query.facets.get(TOPIC).cloned();
        let mut embedders = studio.embedders.iter();
        let Some(first) = embedders.find(|one| one.system.queries.is_some()) else {
            return Ok(Self(queries.iter().map(|query| own(query).unwrap_or_default()).collect()));
        };
        let vectors = setup.benchmark.query_vectors(first.system)?;
        let vector = |row: usize| -> Vec<f32> { vectors.row(row).collect() };
        let known = || {
            let queries = queries.iter().enumerate();
            queries
                .filter_map(|(row, query)| Some((vector(row), query.facets.get(TOPIC)?.as_str())))
        };
        let topic = |(row, query): (usize, &Query)| {
            let near = || nearest_topic(&vector(row), known()).unwrap_or_default().to_owned();
            own(query).unwrap_or_else(near)
        };
        Ok(Self(queries.iter().enumerate().map(topic).collect()))
    }

    fn of_query(&self, query: usize) -> &str {
        self.0.get(query).map_or("", String::as_str)
    }
}
