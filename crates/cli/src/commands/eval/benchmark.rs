//! The systems of a benchmark, measured over its queries.

use super::image_to_text;
use crate::{
    benchmark::{
        open::Benchmark,
        recalled::indexed,
        selection::{chosen_measures, chosen_systems, grouped},
    },
    ranking::{asked_queries::asked_queries, measured::measured},
    terminal::{
        arguments::{Direction, QueryArgs},
        limits::{AtLeast, with_limited},
    },
};
use anyhow::Result;
use rankscope_core::metrics::Measure;
use rankscope_core::report::{EvalReport, summarised};
use std::{collections::BTreeMap, path::Path};

/// What to measure; an empty list or `None` is the benchmark's default.
pub(super) struct Selection<'a> {
    /// Ids of systems.
    pub(super) systems: &'a [String],
    pub(super) measures: &'a [Measure],
    /// Their measures are computed too.
    pub(super) limits: &'a [AtLeast],
    /// The id of a relevance definition.
    pub(super) relevance: Option<&'a str>,
    pub(super) queries: &'a QueryArgs,
    /// A facet of queries, for means over the queries of each value.
    pub(super) facet: Option<&'a str>,
    pub(super) direction: Direction,
    /// Judgements from images to texts; without them the benchmark's own.
    pub(super) reverse: Option<&'a Path>,
}

/// Measures the selected systems; returns the measures as well.
pub(super) fn report(
    benchmark: &Benchmark,
    selection: &Selection<'_>,
) -> Result<(EvalReport, Vec<Measure>)> {
    let relevance_id = benchmark.relevance_id(selection.relevance)?;
    let measures = chosen_measures(selection.measures, benchmark, &relevance_id)?;
    let measures = with_limited(measures, selection.limits.iter().map(|limit| limit.measure));
    let systems = chosen_systems(selection.systems, benchmark)?;
    let queries = asked_queries(selection.queries, benchmark, Some(&relevance_id))?;
    let groups = match selection.facet {
        Some(facet) => grouped(facet, &queries, &benchmark.queries)?,
        None => BTreeMap::new(),
    };
    let board = benchmark.board(&measures, &relevance_id)?;
    // Split, facet and conditions are the queries', and every image takes part.
    let reverse = match selection.direction {
        Direction::T2i => None,
        Direction::I2t | Direction::Mean => Some(image_to_text::of_images(
            benchmark,
            &systems,
            &measures,
            &relevance_id,
            selection.reverse,
        )?),
    };
    let runs = match selection.direction {
        Direction::I2t => Vec::new(),
        Direction::T2i | Direction::Mean => measured(benchmark, &systems, &board, &queries)?,
    };
    let mut indexes = BTreeMap::new();
    for system in systems.iter().filter(|_| !runs.is_empty()) {
        let of_system = indexed(benchmark, system)?;
        indexes.extend(of_system.map(|indexed| (system.id.clone(), indexed)));
    }
    let summary = |queries: &[usize]| summarised(&board, &runs, queries);
    let version = &benchmark.manifest.version;
    let mut report = EvalReport {
        names: systems.iter().map(|system| system.id.clone()).collect(),
        revision: (!version.is_empty()).then(|| version.clone()),
        relevance: Some(relevance_id),
        split: selection.queries.split.clone(),
        condition: selection.queries.condition.as_ref().map(ToString::to_string),
        runs: summary(&queries),
        indexes,
        by: selection.facet.map(str::to_owned),
        groups: groups.into_iter().map(|(group, queries)| (group, summary(&queries))).collect(),
        ..EvalReport::default()
    };
    if let Some(reverse) = reverse {
        image_to_text::add(&mut report, reverse, selection.direction);
    }
    Ok((report, measures))
}
