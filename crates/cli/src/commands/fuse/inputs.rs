//! The lists to fuse, with what they are measured by.

use crate::{
    benchmark::selection::chosen_measures,
    ranking::{
        asked_queries::{asked_queries, opened},
        rank,
    },
    reading::run_files::{ReadRun, RunFile, RunReader, check_names},
    terminal::{arguments::QueryArgs, reporter::progress_bar},
};
use anyhow::{Result, bail};
use rankscope_core::analysis::Board;
use rankscope_core::metrics::{Measure, default_measures};
use rankscope_core::ranking::Hit;
use std::{collections::BTreeSet, path::Path};

/// Lists of several systems for the same queries.
pub(super) struct Inputs {
    /// The systems' or runs' names.
    pub(super) names: Vec<String>,
    /// `[systems][queries][hits]`.
    lists: Vec<Vec<Vec<Hit>>>,
    pub(super) board: Board,
    /// The queries to measure, by row.
    pub(super) queries: Vec<usize>,
}

/// What to fuse and to measure; an empty list or `None` is the benchmark's default.
pub(super) struct Selection<'a> {
    /// Hits of each list.
    pub(super) depth: usize,
    pub(super) measures: &'a [Measure],
    /// The id of a relevance definition.
    pub(super) relevance: Option<&'a str>,
    pub(super) queries: &'a QueryArgs,
}

impl Inputs {
    /// The rankings of systems of a benchmark.
    pub(super) fn of_benchmark(
        folder: &Path,
        systems: &[String],
        selection: &Selection<'_>,
    ) -> Result<Self> {
        let mut seen = BTreeSet::new();
        if let Some(twice) = systems.iter().find(|system| !seen.insert(*system)) {
            bail!("--systems names {twice} twice: a list is not fused with itself");
        }
        let benchmark = &opened(folder, selection.queries)?;
        let relevance = benchmark.relevance_id(selection.relevance)?;
        let measures = chosen_measures(selection.measures, benchmark, &relevance)?;
        let queries = asked_queries(selection.queries, benchmark, Some(&relevance))?;
        let board = benchmark.board(&measures, &relevance)?;
        let judged = benchmark.relevance(&relevance)?;
        let progress = progress_bar(systems.len(), "systems");
        let mut lists = Vec::new();
        for id in systems {
            let system = benchmark.system(id)?;
            lists.push(rank::first_hits(benchmark, system, selection.depth, judged)?);
            progress.inc(1);
        }
        progress.finish_and_clear();
        Ok(Self { names: systems.to_vec(), lists, board, queries })
    }

    /// Runs, with the judgements of their queries.
    pub(super) fn of_files(
        qrels: &Path,
        runs: &[RunFile],
        selection: &Selection<'_>,
    ) -> Result<Self> {
        check_names(runs)?;
        let mut reader = RunReader::open(qrels)?;
        let mut lists = Vec::new();
        for read in ReadRun::open_all(runs) {
            let (mut rankings, _) = reader.rankings(read?)?;
            rankings.iter_mut().for_each(|hits| hits.truncate(selection.depth));
            lists.push(rankings);
        }
        let names = runs.iter().map(|run| run.name.clone()).collect();
        let board = match selection.measures {
            [] => reader.board(&default_measures()),
            given => reader.board(given),
        };
        let queries = (0..board.dataset.queries.len()).collect();
        Ok(Self { names, lists, board, queries })
    }

    /// A query's list of each system.
    pub(super) fn lists_of(&self, query: usize) -> Vec<&[Hit]> {
        self.lists.iter().map(|of| of.get(query).map_or(&[][..], Vec::as_slice)).collect()
    }

    /// Refuses scores without a scale. A finite score beyond float32 has become infinite.
    pub(super) fn check_scores(&self) -> Result<()> {
        for (name, rankings) in self.names.iter().zip(&self.lists) {
            for (query, hits) in self.board.dataset.queries.iter().zip(rankings) {
                if let Some(hit) = hits.iter().find(|hit| !hit.score.is_finite()) {
                    bail!(
                        "{name} has the score {} for query {query}, which cannot be scaled to 0 … 1: \
                         fuse by rrf, which reads ranks only",
                        hit.score,
                        query = query.id
                    );
                }
            }
        }
        Ok(())
    }
}
