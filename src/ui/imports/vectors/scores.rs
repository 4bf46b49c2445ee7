//! A matrix of scores → a run of the best images of each query, read piece by piece.

use super::found::not_imported;
use super::matrix::Found;
use crate::ui::task::pause;
use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::ImageIds;
use rankscope_core::formats::{FormatError, ScoreList, ScoreSide};
use rankscope_core::imported::{ScoreRun, depth_of_scores};
use rankscope_messages::Failure;
use std::ops::Range;

/// The most bytes that are read at once; the page responds in between.
const READ_BYTES: u64 = 4 << 20;
/// The most scores of whole lists in memory where rows are images, as natively: 128 MiB of float32. The
/// file is read once for so many.
const SCORES_AT_ONCE: usize = 1 << 25;

/// The lists of one side of a matrix.
pub struct ScoreLists<'a> {
    pub asking: ImageIds<'a>,
    pub n_asking: usize,
    /// What they rank.
    pub found: ImageIds<'a>,
    /// How much of each list is kept.
    pub depth: usize,
    /// Whether a row or a column is a list.
    pub side: ScoreSide,
}

/// A run of the open benchmark's queries. `None` if stopped. `on_progress` gets the file, the bytes that are read, and
/// how many there are to read.
pub async fn run_of_matrix(
    dataset: &Dataset,
    found: &Found,
    side: ScoreSide,
    is_stopped: &dyn Fn() -> bool,
    on_progress: &dyn Fn(&str, u64, u64),
) -> Result<Option<Vec<u8>>, Failure> {
    let queries: Vec<String> = dataset.queries.iter().map(|query| query.id.clone()).collect();
    let of_rows = found.ids.as_ref().map(ImageIds::from);
    let (asking, images) = match side {
        ScoreSide::Queries => (of_rows.unwrap_or((&queries).into()), dataset.image_ids()),
        ScoreSide::Images => ((&queries).into(), of_rows.unwrap_or(dataset.image_ids())),
    };
    let n_asking = queries.len();
    let depth = depth_of_scores(n_asking, dataset.n_images());
    let lists = ScoreLists { asking, n_asking, found: images, depth, side };
    run_of_lists(found, &lists, is_stopped, on_progress).await
}

/// The same of any lists.
pub async fn run_of_lists(
    found: &Found,
    lists: &ScoreLists<'_>,
    is_stopped: &dyn Fn() -> bool,
    on_progress: &dyn Fn(&str, u64, u64),
) -> Result<Option<Vec<u8>>, Failure> {
    let refused = |reason: String| not_imported(&found.matrix.file, reason);
    let mut reading = Reading { found, is_stopped, on_progress, n_read: 0, n_bytes: 0 };
    let mut run = ScoreRun::new(lists.depth);
    let written = match lists.side {
        ScoreSide::Queries => of_rows(lists, &mut reading, &mut run).await,
        ScoreSide::Images => of_columns(lists, &mut reading, &mut run).await,
    };
    written.map_err(|e| refused(e.to_string()))?;
    if is_stopped() {
        return Ok(None);
    }
    let bytes = run.finish();
    bytes.map(Some).map_err(|e| refused(format!("its run cannot be written: {e}")))
}

/// A row for each list.
async fn of_rows(
    lists: &ScoreLists<'_>,
    reading: &mut Reading<'_>,
    run: &mut ScoreRun,
) -> Result<(), FormatError> {
    let Found { matrix, place, .. } = reading.found;
    reading.n_bytes = place.row_bytes() * place.n_rows as u64;
    let mut row = 0;
    while let Some((rows, bytes)) = reading.next(row).await? {
        row = rows.end;
        let of: Vec<usize> = (0..rows.len()).collect();
        let of = (ScoreSide::Queries, of.as_slice());
        let scores = place.scores_from_bytes(&matrix.name(), rows.start, &bytes, of)?;
        for (list, scores) in rows.zip(&scores) {
            run.add(&lists.asking.get(list).unwrap_or_default(), lists.found, scores);
        }
    }
    Ok(())
}

/// A column for each list: the file is read once for as many as fit in memory.
async fn of_columns(
    lists: &ScoreLists<'_>,
    reading: &mut Reading<'_>,
    run: &mut ScoreRun,
) -> Result<(), FormatError> {
    let Found { matrix, place, .. } = reading.found;
    let all: Vec<usize> = (0..lists.n_asking).collect();
    let n_at_once = (SCORES_AT_ONCE / place.n_rows.max(1)).max(1);
    let n_passes = all.len().div_ceil(n_at_once) as u64;
    reading.n_bytes = place.row_bytes() * place.n_rows as u64 * n_passes;
    for columns in all.chunks(n_at_once) {
        let mut scores = vec![ScoreList::default(); columns.len()];
        let mut row = 0;
        while let Some((rows, bytes)) = reading.next(row).await? {
            row = rows.end;
            let of = (ScoreSide::Images, columns);
            let parts = place.scores_from_bytes(&matrix.name(), rows.start, &bytes, of)?;
            for (list, part) in scores.iter_mut().zip(parts) {
                list.singles.extend(part.singles);
                list.doubles.extend(part.doubles);
            }
        }
        for (list, scores) in columns.iter().zip(&scores) {
            run.add(&lists.asking.get(*list).unwrap_or_default(), lists.found, scores);
        }
        pause().await;
    }
    Ok(())
}

struct Reading<'a> {
    found: &'a Found,
    is_stopped: &'a dyn Fn() -> bool,
    on_progress: &'a dyn Fn(&str, u64, u64),
    n_read: u64,
    n_bytes: u64,
}

impl Reading<'_> {
    /// The next rows from `row` on, with their bytes; `None` after the last, and if stopped.
    async fn next(&mut self, row: usize) -> Result<Option<(Range<usize>, Vec<u8>)>, FormatError> {
        let place = &self.found.place;
        if row >= place.n_rows || (self.is_stopped)() {
            return Ok(None);
        }
        let most = usize::try_from(READ_BYTES / place.row_bytes()).unwrap_or(1).max(1);
        let rows = row..place.n_rows.min(row + most);
        let bytes = self.found.bytes_of(rows.clone()).await?;
        self.n_read += bytes.len() as u64;
        (self.on_progress)(&self.found.matrix.name(), self.n_read, self.n_bytes);
        Ok(Some((rows, bytes)))
    }
}
