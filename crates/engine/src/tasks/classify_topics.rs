//! Trains a ridge classifier for each topic, and ranks the pictures that none was trained on. The
//! same on every device: sums in float64 in the order of the rows, as in the native program.

use crate::{
    context::{Context, now_ms},
    error::EngineError,
    rankings::Rankings,
    session::Session,
};
use rankscope_core::ranking::Hit;
use rankscope_core::search::Gallery;
use rankscope_core::topics::{
    GramMatrix, LinearClassifier, PENALTY, Ridge, is_training_row, sort_by_score,
};
use rankscope_messages::ProgressUnit;

/// Between two yields: long compared with the cost of one, too short to notice.
const SLICE_MS: f64 = 30.0;

/// `topics` are the training rows of each. Needs a gallery in memory: all rows are read several
/// times.
pub(super) async fn classify_topics(
    session: &Session,
    system_id: &str,
    topics: &[Vec<u32>],
    context: &Context,
) -> Result<(), EngineError> {
    let system = session.system(system_id)?;
    let gallery = session.small_gallery(system, context).await?;
    if topics.is_empty() {
        Rankings::none().reply_in_parts(context);
        return Ok(());
    }
    let n_rows = u32::try_from(session.n_rows()).unwrap_or(u32::MAX);
    let mut steps = Steps { context, system: &system.id, began: now_ms(), total: n_rows };
    let mut matrix = GramMatrix::new(system.dim as usize);
    for row in (0..n_rows).filter(|row| is_training_row(*row)) {
        matrix.add(&vector(&gallery, row)?);
        steps.done(row).await?;
    }
    let ridge = matrix.with_penalty(PENALTY)?;
    let mut classifiers = Vec::with_capacity(topics.len());
    for rows in topics {
        context.yield_now().await?;
        classifiers.push(classifier(&ridge, &gallery, rows)?);
    }
    let mut scores: Vec<Vec<(u32, f64)>> = vec![Vec::new(); topics.len()];
    for row in (0..n_rows).filter(|row| !is_training_row(*row)) {
        let values = vector(&gallery, row)?;
        for (scores, classifier) in scores.iter_mut().zip(&classifiers) {
            scores.push((row, classifier.score(&values)));
        }
        steps.done(row).await?;
    }
    Rankings {
        first_query: 0,
        rankings: scores.into_iter().map(ranking).collect(),
        n_candidates: None,
        last: true,
    }
    .reply_in_parts(context);
    Ok(())
}

fn vector(gallery: &Gallery, row: u32) -> Result<Vec<f32>, EngineError> {
    gallery.vector(row).ok_or(EngineError::NoSuchImage(row))
}

fn classifier(
    ridge: &Ridge,
    gallery: &Gallery,
    rows: &[u32],
) -> Result<LinearClassifier, EngineError> {
    let positive: Vec<Vec<f32>> =
        rows.iter().map(|row| vector(gallery, *row)).collect::<Result<_, _>>()?;
    Ok(ridge.classifier(positive.iter().map(Vec::as_slice)))
}

/// Rows by score in float64, descending, equal ones by row.
fn ranking(mut scores: Vec<(u32, f64)>) -> Vec<Hit> {
    sort_by_score(&mut scores);
    #[expect(clippy::cast_possible_truncation, reason = "the page shows it, the order is made")]
    let hit = |(row_in_corpus, score)| Hit { row_in_corpus, score: score as f32 };
    scores.into_iter().map(hit).collect()
}

/// Progress over the rows, and the yields between.
struct Steps<'a> {
    context: &'a Context,
    system: &'a str,
    began: f64,
    total: u32,
}

impl Steps<'_> {
    async fn done(&mut self, row: u32) -> Result<(), EngineError> {
        if now_ms() - self.began < SLICE_MS {
            return Ok(());
        }
        let (done, total) = (u64::from(row), u64::from(self.total));
        self.context.progress(self.system, done, total, ProgressUnit::Rows);
        self.context.yield_now().await?;
        self.began = now_ms();
        Ok(())
    }
}
