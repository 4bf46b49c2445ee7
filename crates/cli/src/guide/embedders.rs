//! The systems whose vision towers compare guides with the gallery.

use crate::{evaluation::values, open::Benchmark, rank, reporter, selection::check_distinct};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::System;
use rankscope_core::metrics::{Measure, default_measures};
use rankscope_core::search::CpuGallery;
use rankscope_encode::PictureEncoder;

/// The split by which embedders are put in order.
const VALIDATION: &str = "val";

/// A system with its tower and its gallery.
pub(super) struct Embedder<'a> {
    pub(super) system: &'a System,
    /// `None` for one that compares with images of the gallery only.
    tower: Option<PictureEncoder>,
    pub(super) gallery: CpuGallery,
}

impl<'a> Embedder<'a> {
    fn open(benchmark: &Benchmark, system: &'a System) -> Result<Self> {
        let entries = &benchmark.manifest.encoders;
        let entry = entries.iter().find(|entry| Some(&entry.id) == system.encoder.as_ref());
        let tower = match entry {
            Some(entry) => benchmark.picture_encoder(entry)?,
            None => None,
        };
        let gallery = CpuGallery::new(benchmark.gallery(system)?);
        Ok(Self { system, tower, gallery })
    }

    /// Its vision tower.
    pub(super) fn tower(&self) -> Result<&PictureEncoder> {
        self.tower.as_ref().with_context(|| {
            format!("system {} has no vision tower, so it cannot encode guides", self.system.id)
        })
    }

    /// The system's id.
    pub(super) fn id(&self) -> &str {
        &self.system.id
    }
}

/// The embedders of these ids; without any, the first `n` of [`in_order`]. Guides that are images of
/// the gallery need no towers.
pub(super) fn chosen<'a>(
    benchmark: &'a Benchmark,
    ids: &[String],
    n: usize,
    needs_towers: bool,
) -> Result<Vec<Embedder<'a>>> {
    check_distinct(ids)?;
    let systems: Vec<&System> = if ids.is_empty() {
        in_order(benchmark, needs_towers)?.into_iter().take(n).collect()
    } else {
        ids.iter().map(|id| benchmark.system(id)).collect::<Result<_>>()?
    };
    if systems.is_empty() {
        bail!("no system of the benchmark can compare guides with the gallery");
    }
    if systems.len() < n {
        let n_found = systems.len();
        reporter::note(format_args!("{n} embedders are meant, and there are {n_found}"));
    }
    systems.into_iter().map(|system| Embedder::open(benchmark, system)).collect()
}

/// The systems with vision towers.
pub(super) fn with_towers(benchmark: &Benchmark) -> Vec<&System> {
    let systems = benchmark.manifest.systems.iter();
    systems.filter(|system| benchmark.manifest.vision_tower(system).is_some()).collect()
}

/// The systems, or those with vision towers, those first that answer the validation split's texts best by the
/// benchmark's first column. The paper orders its embedders by a public leaderboard.
pub(super) fn in_order(benchmark: &Benchmark, needs_towers: bool) -> Result<Vec<&System>> {
    let mut systems = with_towers(benchmark);
    if systems.is_empty() && !needs_towers {
        systems = benchmark.manifest.systems.iter().collect();
    }
    let rows: Vec<usize> = (0..benchmark.queries.len())
        .filter(|row| benchmark.queries.get(*row).is_some_and(|query| query.split == VALIDATION))
        .collect();
    let is_asked = |system: &&System| system.queries.is_some();
    if rows.is_empty() || !systems.iter().all(is_asked) || benchmark.manifest.relevance.is_empty() {
        return Ok(systems);
    }
    let (measure, relevance) = first_column(benchmark)?;
    let judged = benchmark.judged(&relevance)?;
    let depth = rank::depths([(&measure, &judged.relevance)], benchmark.queries.len());
    let mut means = Vec::new();
    for system in systems {
        let stored = benchmark.query_vectors(system)?;
        let queries: Vec<Vec<f32>> = rows.iter().map(|row| stored.row(*row).collect()).collect();
        let depths: Vec<usize> = rows.iter().filter_map(|row| depth.get(*row).copied()).collect();
        let found = rank::ranked(system, benchmark.gallery(system)?, &queries, &depths)?;
        let mut rankings = vec![Vec::new(); benchmark.queries.len()];
        for (row, hits) in rows.iter().zip(found) {
            if let Some(place) = rankings.get_mut(*row) {
                *place = hits;
            }
        }
        let of_measure = values(&[measure], &rankings, &judged);
        let mean = of_measure.first().and_then(|of| of.over(&rows, &judged.query_ids).mean);
        means.push((mean.unwrap_or(0.0), system));
    }
    // Stable: equal means keep the manifest's order.
    means.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(means.into_iter().map(|(_, system)| system).collect())
}

/// The measure and the relevance by which the benchmark compares systems first.
fn first_column(benchmark: &Benchmark) -> Result<(Measure, String)> {
    if let Some(first) = benchmark.manifest.headlines.first() {
        return Ok((first.measure.parse()?, first.relevance.clone()));
    }
    let measure = default_measures().into_iter().next().context("there is no measure")?;
    Ok((measure, benchmark.relevance_id(None)?))
}
