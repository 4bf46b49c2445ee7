//! Relevance feedback. Of the whole gallery it is a system for each round, with the part's gallery and queries
//! of its own; of given images the page ranks them itself.

use super::asked::{Asked, refused};
use super::made::Made;
use super::shards::{Shards, Stored, Vectored};
use crate::ui::task::Ended;
use rankscope_core::analysis::{Derived, FEEDBACK_JUDGED};
use rankscope_core::feedback::{Feedback, FeedbackMethod};
use rankscope_core::ranking::{Hit, select_top_k};
use rankscope_core::vectors::scored;

/// What feedback on a system needs: its vectors, and the benchmark's default judgements.
pub(super) struct Judging {
    method: FeedbackMethod,
    stored: Stored,
    vectors: Vectored,
    /// The place of the definition that is asked.
    definition: usize,
}

impl Judging {
    pub(super) async fn begin(
        asked: &Asked,
        method: FeedbackMethod,
        stored: Stored,
        vectors: Vectored,
    ) -> Result<Self, Ended> {
        let definition = default_judgements(asked).await?;
        Ok(Self { method, stored, vectors, definition })
    }

    /// How deep each query is ranked, so that enough images are left to judge.
    pub(super) fn depths(&self, judged: &[Vec<u32>]) -> Vec<u32> {
        let n_judged = |row| judged.get(row).map_or(0, Vec::len);
        let depth = |row| u32::try_from(FEEDBACK_JUDGED + n_judged(row)).unwrap_or(u32::MAX);
        (0..self.vectors.queries.n_rows()).map(depth).collect()
    }

    /// The system after one more round, in which the first of `found` that are left are judged; `judged` has
    /// the rows of the rounds before, by query.
    pub(super) async fn after_round(
        self,
        asked: &Asked,
        derived: &Derived,
        mut judged: Vec<Vec<u32>>,
        found: &[Vec<Hit>],
    ) -> Result<Made, Ended> {
        judged.resize(self.vectors.queries.n_rows(), Vec::new());
        let name = derived.to_string();
        let mut moved = Shards::of_queries(asked, &name);
        for (query, judged) in judged.iter_mut().enumerate() {
            let mut feedback = self.feedback(query);
            for row in judged.iter() {
                self.judge(asked, query, &mut feedback, *row);
            }
            let hits = found.get(query).map_or(&[][..], Vec::as_slice);
            judged.extend(self.judge_first(asked, query, &mut feedback, hits));
            moved.push(feedback.next_query()).await?;
        }
        let mut made = Made::new(asked, derived, self.stored.gallery(), moved.kept().await?)?;
        // The space is the part's.
        made.stored.system.dim = self.stored.system.dim;
        Ok(Made { judged, ..made })
    }

    /// The ranking of these images alone, after feedback on no others.
    pub(super) fn among(
        &self,
        asked: &Asked,
        query: usize,
        rows: &[u32],
        rounds: usize,
    ) -> Vec<Hit> {
        let mut feedback = self.feedback(query);
        let search = |feedback: &Feedback| {
            let hits = scored(&feedback.next_query(), &self.vectors.gallery, rows);
            select_top_k(hits, rows.len())
        };
        for _ in 0..rounds {
            let found = search(&feedback);
            self.judge_first(asked, query, &mut feedback, &found);
        }
        feedback.ranking(&search(&feedback))
    }

    fn feedback(&self, query: usize) -> Feedback {
        Feedback::new(self.method, self.vectors.queries.row(query).collect())
    }

    /// Judges the first hits that are left, and returns their rows.
    fn judge_first(
        &self,
        asked: &Asked,
        query: usize,
        feedback: &mut Feedback,
        hits: &[Hit],
    ) -> Vec<u32> {
        let left = feedback.residual(hits).into_iter().take(FEEDBACK_JUDGED);
        let rows: Vec<u32> = left.map(|hit| hit.row_in_corpus).collect();
        for row in &rows {
            self.judge(asked, query, feedback, *row);
        }
        rows
    }

    /// An image without a judgement is not relevant.
    fn judge(&self, asked: &Asked, query: usize, feedback: &mut Feedback, row: u32) {
        let truth = asked.dataset.relevance.get(self.definition);
        let grade = u32::try_from(query).ok().and_then(|query| truth?.grade(query, row));
        let vector = self.vectors.gallery.row(row as usize).collect();
        feedback.judge(row, vector, grade.is_some_and(|grade| grade >= 1));
    }
}

/// The place of the default definition, once its judgements are loaded.
async fn default_judgements(asked: &Asked) -> Result<usize, Ended> {
    let dataset = &asked.dataset;
    let place = dataset.definition_or_usual(None);
    if dataset.manifest.relevance.is_empty() {
        return Err(refused("This benchmark has no judgements to give feedback from.".into()));
    }
    asked.judgements(place).await?;
    Ok(place)
}
