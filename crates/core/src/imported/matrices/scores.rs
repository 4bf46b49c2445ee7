//! Matrices of scores of every query for every image: which of a visitor's matrices are such, and their
//! best images as a run, which is kept like any other.

use super::name::{role_by_name, says_scores};
use super::pairs::{Counts, FoundMatrix, NoSystem, counted};
use crate::benchmark::ImageIds;
use crate::digits::in_groups;
use crate::formats::{ScoreList, ScoreSide};
use crate::ranking::best_with_ties;
use flate2::{Compression, write::GzEncoder};
use std::io::{Result, Write};

/// As many images of each query as a build keeps.
const MOST_OF_QUERY: usize = 1000;
const FEWEST_OF_QUERY: usize = 100;
/// About 100 MB of text before it is compressed.
const MOST_HITS: usize = 5_000_000;

/// How much of each of so many lists is kept: all of it, unless that would be too much.
pub fn depth_of_scores(n_lists: usize, length: usize) -> usize {
    let depth = MOST_HITS / n_lists.max(1);
    if length <= depth { length } else { depth.clamp(FEWEST_OF_QUERY, MOST_OF_QUERY) }
}

/// Whose lists the rows of a matrix of scores are; `None` for a matrix of vectors. Scores are those whose
/// name says so, and those with a row for each query and a column for each image, or the other way round,
/// whose name says nothing else and that have no vectors as long beside them. Refuses one that is named so
/// and is of another shape.
pub fn side_of_scores(
    matrix: &FoundMatrix,
    all: &[FoundMatrix],
    counts: Counts<'_>,
) -> Option<std::result::Result<ScoreSide, NoSystem>> {
    let Counts { queries, images, .. } = counts;
    let shape = [matrix.n_rows, matrix.dim];
    let side = match shape {
        _ if shape == [queries, images] => Some(ScoreSide::Queries),
        _ if shape == [images, queries] => Some(ScoreSide::Images),
        _ => None,
    };
    if says_scores(matrix.role_name()) {
        return Some(side.ok_or_else(|| NoSystem {
            file: matrix.file.clone(),
            reason: format!(
                "{} has {} and {}: scores need a row for each of {} and a column for each of {}, or the \
                 other way round",
                matrix.name(),
                counted(matrix.n_rows, "row", "rows"),
                counted(matrix.dim, "column", "columns"),
                counted(queries, "query", "queries"),
                counted(images, "image", "images"),
            ),
            advice: "Save the scores in the order of the benchmark’s queries and images, or drop their \
                     judgements (qrels) with them: both become a benchmark of their own."
                .into(),
        }));
    }
    let is_alone = all.iter().filter(|other| other.dim == matrix.dim).count() == 1;
    side.filter(|_| is_alone && role_by_name(matrix.role_name()).is_none()).map(Ok)
}

/// The best images of each query as a gzipped TREC run.
#[derive(Debug)]
pub struct ScoreRun {
    text: GzEncoder<Vec<u8>>,
    depth: usize,
    /// The first error, told at the end.
    written: Result<()>,
}

impl ScoreRun {
    /// Of the best `depth` images of each query.
    pub fn new(depth: usize) -> Self {
        let text = GzEncoder::new(Vec::new(), Compression::fast());
        Self { text, depth, written: Ok(()) }
    }

    /// Adds a query by its scores for all images. Images with a score of -inf are left out. Equal scores
    /// stand in the order of the columns.
    pub fn add(&mut self, query: &str, images: ImageIds<'_>, scores: &ScoreList) {
        if self.written.is_ok() {
            self.written = self.write(query, images, scores);
        }
    }

    fn write(&mut self, query: &str, images: ImageIds<'_>, scores: &ScoreList) -> Result<()> {
        let best = best_with_ties(&scores.singles, &scores.doubles, self.depth);
        let finite = best.into_iter().filter(|hit| hit.score > f32::NEG_INFINITY);
        for (rank, hit) in (1..).zip(finite.take(self.depth)) {
            let row = hit.row_in_corpus as usize;
            let id = images.get(row).unwrap_or_default();
            match scores.doubles.get(row) {
                Some(score) => writeln!(self.text, "{query} Q0 {id} {rank} {score} sims")?,
                None => writeln!(self.text, "{query} Q0 {id} {rank} {} sims", hit.score)?,
            }
        }
        Ok(())
    }

    /// The file.
    pub fn finish(self) -> Result<Vec<u8>> {
        self.written?;
        self.text.finish()
    }
}

/// The name of the run of a matrix: `sims.npy` → `sims.run.gz`.
pub fn run_of_scores(matrix: &FoundMatrix) -> String {
    let stem = super::name::without_ending(&matrix.file);
    match &matrix.part {
        Some(part) if part != stem => format!("{stem} {part}.run.gz"),
        _ => format!("{stem}.run.gz"),
    }
}

/// What became of a matrix, in a sentence.
pub fn words_of_scores(matrix: &FoundMatrix, run: &str, counts: Counts<'_>) -> String {
    let depth = depth_of_scores(counts.queries, counts.images);
    let kept = match counts.images {
        images if images <= depth => "all images".to_owned(),
        images => {
            format!("the best {} of {} images", in_groups(depth as u64), in_groups(images as u64))
        }
    };
    format!("{}: {kept} of each query are kept as the run {run}.", matrix.name())
}
