//! Matrices of scores `[queries][images]`, measured against qrels from texts to images, from images to
//! texts, or both.

use super::image_to_text;
use crate::{
    benchmark::exact::on_all_cores,
    reading::{
        list_files,
        run_files::{RunFile, RunReader, check_names},
        score_files::{self, FileScores, NamedScores, ScoreIds},
    },
    terminal::{arguments::Direction, reporter::progress_bar},
};
use anyhow::{Context, Result, anyhow};
use rankscope_core::analysis::{Board, SystemValues};
use rankscope_core::formats::{Qrel, ScoreList, ScoreSide, turned_qrels};
use rankscope_core::metrics::Measure;
use rankscope_core::ranking::best_with_ties;
use rankscope_core::report::{EvalReport, RunValues, summarised};
use std::{collections::HashSet, path::Path};

/// Lists whose hits are in memory at once.
const LISTS_AT_ONCE: usize = 256;

pub(super) struct Sims<'a> {
    pub(super) files: &'a [RunFile],
    pub(super) ids: &'a ScoreIds,
    pub(super) qrels: &'a Path,
    /// Judgements from images to texts; without them the qrels turned round.
    pub(super) reverse_qrels: Option<&'a Path>,
    pub(super) direction: Direction,
}

/// Measures the matrices; all have the same rows and columns.
pub(super) fn report(sims: &Sims<'_>, measures: &[Measure]) -> Result<EvalReport> {
    check_names(sims.files)?;
    let mut matrices = Vec::new();
    let mut named = None;
    for RunFile { name, path } in sims.files {
        let matrix = score_files::open(path)?;
        match &named {
            None => named = Some(sims.ids.of(&matrix)?),
            Some(named) => named.check(&matrix)?,
        }
        matrices.push((name.as_str(), matrix));
    }
    let named = named.context("give a matrix, --sims FILE")?;
    let mut report = EvalReport {
        names: sims.files.iter().map(|file| file.name.clone()).collect(),
        ..EvalReport::default()
    };
    let mut list = list_files::open(sims.qrels)?;
    let (qrels, name) = (list.qrels()?, list.name);
    if sims.direction != Direction::I2t {
        let judged = (name.clone(), &qrels[..]);
        report.runs = sims.measured(&mut matrices, &named, ScoreSide::Queries, judged, measures)?;
    }
    if sims.direction != Direction::T2i {
        let (name, qrels) = match sims.reverse_qrels {
            None => (name, turned_qrels(&qrels)),
            Some(path) => {
                let mut list = list_files::open(path)?;
                (list.name.clone(), list.qrels()?)
            }
        };
        let judged = (name, &qrels[..]);
        let reverse = sims.measured(&mut matrices, &named, ScoreSide::Images, judged, measures)?;
        image_to_text::add(&mut report, reverse, sims.direction);
    }
    Ok(report)
}

impl Sims<'_> {
    /// The values of the lists of one side, under judgements from the file of this name.
    fn measured(
        &self,
        matrices: &mut [(&str, FileScores)],
        named: &NamedScores,
        side: ScoreSide,
        (name, qrels): (String, &[Qrel]),
        measures: &[Measure],
    ) -> Result<RunValues> {
        let (asking, found) = match side {
            ScoreSide::Queries => (&named.queries, &named.images),
            ScoreSide::Images => (&named.images, &named.queries),
        };
        // The matrix's own order, by which ties are broken.
        let reader = RunReader::new(name, qrels, found)?;
        let file = self.files.first().map_or_else(String::new, |it| it.path.display().to_string());
        let rows =
            reader.rows_of(&file, asking, found).map_err(|error| match self.ids.advice() {
                Some(advice) => anyhow!("{error:#}; {advice}"),
                None => error,
            })?;
        let board = reader.board(measures);
        let progress = progress_bar(matrices.len(), "matrices");
        let mut all = Vec::new();
        for (name, matrix) in matrices {
            all.push(values(name, matrix, side, &rows, &board)?);
            progress.inc(1);
        }
        progress.finish_and_clear();
        let queries: Vec<usize> = (0..board.dataset.queries.len()).collect();
        Ok(summarised(&board, &all, &queries))
    }
}

/// A matrix's values by the board; `rows` are those of the board's queries, for each list of the side.
fn values(
    name: &str,
    matrix: &mut FileScores,
    side: ScoreSide,
    rows: &[Option<u32>],
    board: &Board,
) -> Result<SystemValues> {
    let depths = board.depths(0);
    let mut tally = board.tally(name);
    // A judged query that the matrix lacks found nothing.
    let held: HashSet<u32> = rows.iter().flatten().copied().collect();
    for (query, _) in (0..).zip(&depths).filter(|(query, _)| !held.contains(query)) {
        tally.add(query, &[Vec::new()]);
    }
    let asked: Vec<(usize, u32)> =
        (0..).zip(rows).filter_map(|(list, row)| Some((list, (*row)?))).collect();
    for block in asked.chunks(matrix.n_at_once(side)) {
        let lists: Vec<usize> = block.iter().map(|(list, _)| *list).collect();
        let scores = matrix.lists(side, &lists)?;
        let depth = |(_, query): &(usize, u32)| depths.get(*query as usize).copied().unwrap_or(0);
        let asked: Vec<(usize, &ScoreList)> = block.iter().map(depth).zip(&scores).collect();
        for (block, asked) in block.chunks(LISTS_AT_ONCE).zip(asked.chunks(LISTS_AT_ONCE)) {
            let ranked = on_all_cores(asked, |(depth, ScoreList { singles, doubles })| {
                vec![best_with_ties(singles, doubles, *depth)]
            })?;
            for (((_, query), (_, scores)), hits) in block.iter().zip(asked).zip(ranked) {
                if !scores.doubles.is_empty() {
                    let rows = hits.iter().map(|hit| hit.row_in_corpus);
                    tally.note_finer(*query, rows.map(|row| (row, scores.score(row as usize))));
                }
                tally.add(*query, &[hits]);
            }
        }
    }
    Ok(tally.finished())
}
