//! The guides of many queries and what they found, so that any part of them can be fused.

use super::{
    engines::{Guide, GuideEngine},
    plan::Plan,
    studio::{Asked, Guides, Studio, Timings, ms_since},
};
use crate::{benchmark::exact::on_all_cores, terminal::reporter::progress_bar};
use anyhow::Result;
use rankscope_core::benchmark::Query;
use rankscope_core::ranking::{Hit, hits_in_order};
use rankscope_guide::{DistanceHit, GuideLists, Reduction, kept_guides};
use std::time::Instant;

/// What the guides of a query found.
pub(crate) struct Gathered {
    /// The query's row.
    pub(crate) query: usize,
    /// What each guide found under each embedder.
    pub(crate) lists: GuideLists<GuideEngine>,
    /// By mean distance, if that was asked for.
    pub(crate) nearest: Vec<DistanceHit>,
    /// How many words were not understood.
    pub(crate) n_unknown: usize,
    /// How many guides were dropped as outliers.
    pub(crate) n_dropped: usize,
    pub(crate) timings: Timings,
}

/// Which guides are dropped: those whose outlier score is above τ.
#[derive(Clone, Copy)]
pub(crate) struct Dropping<'a> {
    pub(crate) tau: f64,
    pub(crate) reduction: Reduction,
    /// Of the embedders.
    pub(crate) weights: &'a [f64],
}

impl Dropping<'_> {
    /// Returns how many were dropped.
    fn drop_from(&self, made: &mut Guides) -> Result<usize> {
        let n_guides = made.guides.len();
        let kept = kept_guides(&made.outliers(self.weights, self.reduction)?, self.tau);
        made.keep(&kept);
        Ok(n_guides - kept.len())
    }
}

/// Makes and compares the guides of these queries, without those that are dropped; with the whole gallery, or with
/// the candidates of each query.
pub(crate) fn gathered(
    queries: &[Query],
    studio: &Studio<'_>,
    plan: &Plan,
    rows: &[usize],
    dropping: Option<Dropping<'_>>,
    with_distances: bool,
    candidates: Option<&[Vec<u32>]>,
) -> Result<Vec<Gathered>> {
    let progress = progress_bar(rows.len(), "queries");
    let all = on_all_cores(rows, |row| {
        let among = candidates.map(|all| all.get(*row).map_or(&[][..], Vec::as_slice));
        let of = of_query(queries, studio, plan, *row, dropping, with_distances, among);
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
    dropping: Option<Dropping<'_>>,
    with_distances: bool,
    among: Option<&[u32]>,
) -> Result<Gathered> {
    let (text, query_id) = match queries.get(row) {
        Some(query) => (query.text.as_str(), Some(query.id.as_str())),
        None => ("", None),
    };
    let mut made = studio.guides(&Asked { text, query_id }, plan)?;
    let n_dropped = match dropping {
        Some(dropping) => dropping.drop_from(&mut made)?,
        None => 0,
    };
    let Guides { understanding, guides, vectors, mut timings } = made;
    let start = Instant::now();
    let lists = studio.lists(&vectors, plan.depth, among);
    timings.search_ms = ms_since(start);
    let nearest = if with_distances && !guides.is_empty() {
        studio.nearest(&vectors, plan.depth)?
    } else {
        Vec::new()
    };
    let guides = guides.iter().map(Guide::place).collect();
    let n_unknown = understanding.unknown.len();
    let lists = GuideLists { guides, lists };
    Ok(Gathered { query: row, lists, nearest, n_unknown, n_dropped, timings })
}

/// A part of the guides and embedders.
pub(crate) type Part<'a> = rankscope_guide::Part<'a, GuideEngine>;

impl Gathered {
    /// The images by rank fusion of a part of the guides, with further lists of each embedder.
    pub(crate) fn fused(&self, part: &Part<'_>, further: &[&[u32]]) -> Vec<Hit> {
        hits_in_order(&self.lists.fused(part, further))
    }
}
