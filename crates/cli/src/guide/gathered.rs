//! The guides of many queries and what they found, so that any part of them can be fused.

use super::{
    engines::{Guide, GuideEngine},
    plan::Plan,
    studio::{Asked, Guides, Studio, Timings, ms_since},
};
use crate::{rank::on_all_cores, reporter::progress_bar};
use anyhow::Result;
use rankscope_core::benchmark::Query;
use rankscope_core::ranking::Hit;
use rankscope_guide::{DistanceHit, EmbedderLists, rank_fused};
use std::time::Instant;

/// What the guides of a query found.
pub(super) struct Gathered {
    /// The query's row.
    pub(super) query: usize,
    /// Engine and number of each guide.
    pub(super) guides: Vec<(GuideEngine, usize)>,
    /// `[embedders][guides][ranks]`, rows of the corpus.
    pub(super) lists: Vec<Vec<Vec<u32>>>,
    /// By mean distance, if that was asked for.
    pub(super) nearest: Vec<DistanceHit>,
    /// How many words were not understood.
    pub(super) n_unknown: usize,
    pub(super) timings: Timings,
}

/// Makes and compares the guides of these queries.
pub(super) fn gathered(
    queries: &[Query],
    studio: &Studio<'_>,
    plan: &Plan,
    rows: &[usize],
    with_distances: bool,
) -> Result<Vec<Gathered>> {
    let progress = progress_bar(rows.len(), "queries");
    let all = on_all_cores(rows, |row| {
        let of = of_query(queries, studio, plan, *row, with_distances);
        progress.inc(1);
        vec![of]
    })?;
    progress.finish_and_clear();
    all.into_iter().collect()
}

fn of_query(
    queries: &[Query],
    studio: &Studio<'_>,
    plan: &Plan,
    row: usize,
    with_distances: bool,
) -> Result<Gathered> {
    let (text, query_id) = match queries.get(row) {
        Some(query) => (query.text.as_str(), Some(query.id.as_str())),
        None => ("", None),
    };
    let made = studio.guides(&Asked { text, query_id }, plan)?;
    let Guides { understanding, guides, vectors, mut timings } = made;
    let start = Instant::now();
    let lists = studio.lists(&vectors, plan.depth);
    timings.search_ms = ms_since(start);
    let nearest = if with_distances && !guides.is_empty() {
        studio.nearest(&vectors, plan.depth)?
    } else {
        Vec::new()
    };
    let guides = guides.iter().map(Guide::place).collect();
    let n_unknown = understanding.unknown.len();
    Ok(Gathered { query: row, guides, lists, nearest, n_unknown, timings })
}

/// A part of the guides and embedders.
pub(super) struct Part<'a> {
    /// The first embedders.
    pub(super) n_embedders: usize,
    pub(super) engines: &'a [GuideEngine],
    /// The first guides of each engine.
    pub(super) n_guides: usize,
    /// The weight of each embedder.
    pub(super) weights: &'a [f64],
    /// k of eq. 5.
    pub(super) depth: usize,
}

impl Gathered {
    /// The lists of a part of the guides.
    pub(super) fn lists_of(&self, part: &Part<'_>) -> Vec<EmbedderLists<u32>> {
        let is_in = |(engine, number): &(GuideEngine, usize)| {
            part.engines.contains(engine) && *number < part.n_guides
        };
        let of = |(weight, lists): (&f64, &Vec<Vec<u32>>)| {
            let chosen = self.guides.iter().zip(lists).filter(|(guide, _)| is_in(guide));
            let lists = chosen.map(|(_, list)| list.clone()).collect();
            EmbedderLists { embedder: String::new(), weight: *weight, lists }
        };
        part.weights.iter().zip(&self.lists).take(part.n_embedders).map(of).collect()
    }

    /// The images by rank fusion of a part of the guides, with further lists of each embedder.
    pub(super) fn fused(&self, part: &Part<'_>, further: &[&[u32]]) -> Vec<Hit> {
        let mut lists = self.lists_of(part);
        for (embedder, list) in lists.iter_mut().zip(further) {
            embedder.lists.push(list.to_vec());
        }
        hits_in_order(rank_fused(&lists, part.depth).into_iter().map(|hit| hit.item))
    }
}

/// Rows as a ranking whose scores are all different, so that measures keep this very order.
pub(super) fn hits_in_order(rows: impl IntoIterator<Item = u32>) -> Vec<Hit> {
    let rows: Vec<u32> = rows.into_iter().collect();
    let n = rows.len();
    let hit = |(place, row_in_corpus)| Hit { row_in_corpus, score: (n - place) as f32 };
    rows.into_iter().enumerate().map(hit).collect()
}
