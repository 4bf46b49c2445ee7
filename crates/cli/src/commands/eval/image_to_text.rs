//! The other direction: a benchmark's images ask for its texts.
//!
//! The texts are the benchmark's captions if systems have vectors of them, and else its queries, by
//! their stored vectors. An image's relevant texts are those of a file of judgements from images to
//! texts, and without one its own captions or the queries that it is relevant to. Texts that only
//! such a file names cannot be found, and count in R.

use crate::{
    benchmark::{exact, open::Benchmark},
    reading::list_files,
    terminal::reporter::progress_bar,
};
use anyhow::{Result, anyhow};
use rankscope_core::analysis::{Board, Column, Dataset};
use rankscope_core::benchmark::{
    JudgedTexts, Query, Relevance, RelevanceDefinition, System, judged_images,
};
use rankscope_core::formats::IdTable;
use rankscope_core::metrics::Measure;
use rankscope_core::report::{EvalReport, RunValues, means_of_both, summarised};
use std::{path::Path, sync::Arc};

/// Which way is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Direction {
    /// From texts to images.
    T2i,
    /// From images to texts.
    I2t,
    /// Both, and the mean of both.
    Mean,
}

/// Images that have a relevant text, and the texts.
pub(super) struct Reverse {
    /// By row of the board's queries: the image's row in the corpus.
    image_rows: Vec<u32>,
    /// Its queries are images, its documents texts.
    board: Board,
}

impl Reverse {
    /// The benchmark's own judgements: see [`Benchmark::reversed`].
    pub(super) fn of(
        benchmark: &Benchmark,
        definition: &RelevanceDefinition,
        measures: &[Measure],
    ) -> Result<Self> {
        let forward = benchmark.relevance(&definition.id)?;
        let reversed = benchmark.reversed(&[(definition, forward)])?;
        let texts = reversed.texts.into_iter().map(|(id, _)| id).chain(reversed.without_vectors);
        let relevance = reversed.relevance.into_iter().next().unwrap_or_default();
        Ok(Self::new(benchmark, measures, reversed.image_rows, texts.collect(), relevance))
    }

    /// Judgements from images to texts: qrels, or a JSON object of lists as ECCV Caption has.
    pub(super) fn read(
        benchmark: &Benchmark,
        definition: &RelevanceDefinition,
        measures: &[Measure],
        path: &Path,
    ) -> Result<Self> {
        let mut list = list_files::open(path)?;
        let qrels = list.qrels()?;
        let name = list.name;
        let (mut images, mut texts) = (IdTable::default(), IdTable::default());
        let image_ids = benchmark.image_ids();
        for id in (0..image_ids.len()).filter_map(|row| image_ids.get(row)) {
            images.row(&id);
        }
        for (id, _) in benchmark.reversed(&[])?.texts {
            texts.row(&id);
        }
        let judged = JudgedTexts::from_qrels(&qrels, |id| images.row_of(id), &mut texts);
        let judged = judged.map_err(|index| {
            let id = qrels.get(index).map_or("", |qrel| qrel.query.as_str());
            anyhow!("{name}: the corpus has no image {id}")
        })?;
        // The conventions of the definition are not those of another file.
        let plain =
            RelevanceDefinition { only_judged: false, complete: false, ..definition.clone() };
        let (image_rows, relevance) = judged_images([(&plain, judged)]);
        let relevance = relevance.into_iter().next().unwrap_or_default();
        Ok(Self::new(benchmark, measures, image_rows, texts.ids().to_vec(), relevance))
    }

    fn new(
        benchmark: &Benchmark,
        measures: &[Measure],
        image_rows: Vec<u32>,
        texts: Vec<String>,
        relevance: Relevance,
    ) -> Self {
        let image_ids = benchmark.image_ids();
        let image = |row: &u32| Query {
            id: image_ids.get(*row as usize).unwrap_or_default().into_owned(),
            ..Query::default()
        };
        let images = image_rows.iter().map(image).collect();
        let dataset = Dataset::of_judgements(images, texts, [(String::new(), relevance)]);
        let column = |measure: &Measure| Column::new(&dataset, *measure, "");
        let columns = measures.iter().filter_map(column).collect();
        Self { image_rows, board: Board::new(Arc::new(dataset), columns) }
    }

    /// Measures the systems.
    pub(super) fn measured(&self, benchmark: &Benchmark, systems: &[&System]) -> Result<RunValues> {
        let depths = self.board.depths(0);
        let progress = progress_bar(systems.len(), "systems, from images to texts");
        let mut runs = Vec::new();
        for system in systems {
            let images = benchmark.gallery(system)?;
            let images: Vec<Vec<f32>> =
                self.image_rows.iter().map(|row| images.row(*row as usize).collect()).collect();
            let texts = benchmark.text_vectors(system)?;
            let rankings = exact::ranked(system, texts, &images, &depths)?;
            runs.push(self.board.values(&system.id, &rankings));
            progress.inc(1);
        }
        progress.finish_and_clear();
        let all: Vec<usize> = (0..self.image_rows.len()).collect();
        Ok(summarised(&self.board, &runs, &all))
    }
}

/// Adds the other direction to a report, or puts it in place of the first one.
pub(super) fn add(report: &mut EvalReport, reverse: RunValues, direction: Direction) {
    match direction {
        Direction::T2i => {}
        Direction::I2t => report.runs = reverse,
        Direction::Mean => {
            report.both = means_of_both(&report.runs, &reverse);
            report.reverse = reverse;
        }
    }
}
