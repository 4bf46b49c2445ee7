//! Relevance feedback on all queries, round by round: each round has the part's gallery and queries of its own.

use super::asked::{Asked, refused};
use super::made::Made;
use super::shards::{Shards, Stored, Vectored};
use crate::ui::dataset::load_judgements;
use crate::ui::engine_client::ReplyEvent;
use crate::ui::task::Ended;
use rankscope_core::analysis::{Derived, FEEDBACK_JUDGED};
use rankscope_core::feedback::{Feedback, FeedbackMethod};
use rankscope_core::ranking::Hit;
use std::rc::Rc;

/// A round of feedback on all queries, and what was judged in the rounds before it.
pub(super) struct Round {
    method: FeedbackMethod,
    /// The system before any feedback.
    stored: Stored,
    vectors: Vectored,
    /// Rows by query, in the order in which they were judged.
    judged: Vec<Vec<u32>>,
    /// The place of the definition that is asked.
    definition: usize,
}

impl Round {
    pub(super) async fn begin(
        asked: &Asked,
        method: FeedbackMethod,
        (stored, vectors): (Stored, Vectored),
        mut judged: Vec<Vec<u32>>,
    ) -> Result<Self, Ended> {
        judged.resize(vectors.queries.n_rows(), Vec::new());
        let definition = default_judgements(asked).await?;
        Ok(Self { method, stored, vectors, judged, definition })
    }

    /// How deep each query is ranked, so that enough images are left to judge.
    pub(super) fn depths(&self) -> Vec<u32> {
        let depth = |judged: &Vec<u32>| u32::try_from(FEEDBACK_JUDGED + judged.len());
        self.judged.iter().map(|judged| depth(judged).unwrap_or(u32::MAX)).collect()
    }

    /// The queries after this round, in which the first of `found` that are left were judged by the
    /// benchmark's default judgements.
    pub(super) async fn judged(
        self,
        asked: &Asked,
        derived: &Derived,
        found: &[Vec<Hit>],
    ) -> Result<Made, Ended> {
        let Self { method, stored, vectors: Vectored { gallery, queries }, mut judged, .. } = self;
        let truth = asked.dataset.relevance.get(self.definition);
        let name = derived.to_string();
        let mut moved = Shards::of_queries(asked, &name);
        for (row, judged) in judged.iter_mut().enumerate() {
            let own = u32::try_from(row).ok().zip(truth).and_then(|(row, all)| all.of_query(row));
            let mut feedback = Feedback::new(method, queries.row(row).collect());
            let judge = |feedback: &mut Feedback, row: u32| {
                let grade = own.and_then(|judgements| judgements.grade(row));
                let vector = gallery.row(row as usize).collect();
                feedback.judge(row, vector, grade.is_some_and(|grade| grade >= 1));
            };
            for row in judged.iter() {
                judge(&mut feedback, *row);
            }
            let hits = found.get(row).map_or(&[][..], Vec::as_slice);
            for hit in feedback.residual(hits).iter().take(FEEDBACK_JUDGED) {
                judge(&mut feedback, hit.row_in_corpus);
                judged.push(hit.row_in_corpus);
            }
            moved.push(feedback.next_query()).await?;
        }
        let mut made = Made::new(asked, derived, stored.gallery(), moved.kept().await?)?;
        // The space is the part's.
        made.stored.system.dim = stored.system.dim;
        Ok(Made { judged, ..made })
    }
}

/// The place of the default definition, once its judgements are loaded.
async fn default_judgements(asked: &Asked) -> Result<usize, Ended> {
    let dataset = &asked.dataset;
    let place = dataset.definition_or_usual(None);
    if dataset.manifest.relevance.is_empty() {
        return Err(refused("This benchmark has no judgements to give feedback from.".into()));
    }
    if dataset.relevance.get(place).is_none() {
        let sender = asked.sender.clone();
        let show = Rc::new(move |progress| {
            if let Some(sender) = &sender {
                // Ignored if the receiver is gone.
                let _ = sender.unbounded_send(Ok(ReplyEvent::Progress(progress)));
            }
        });
        load_judgements(dataset.clone(), place..place + 1, None, show).await?;
    }
    Ok(place)
}
