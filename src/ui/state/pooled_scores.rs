//! Every system's mAP@R by the complete judgements and by pooled ones.
//!
//! As in ECCV Caption: the pool holds the top five of every annotator, a chosen system. Pictures in
//! the pool get their grade from the complete judgements; all others count as not relevant. The
//! board already holds the rankings, so this needs no further search.

use rankscope_core::analysis::{Dataset, N_KEPT, SystemValues};
use rankscope_core::benchmark::Judgements;
use rankscope_core::chart::places_from_top;
use rankscope_core::metrics::{JudgedList, Mean, Measure};
use rankscope_fieldbook::POOL_DEPTH;
use std::collections::BTreeSet;
use std::sync::Arc;

/// mAP@R reads as many hits as the pool has relevant pictures, and the board keeps 100 hits.
pub(in crate::ui) const MAX_ANNOTATORS: usize = N_KEPT / POOL_DEPTH;

/// One system's scores by the truth (the complete judgements) and by the pool.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct PooledScore {
    pub(in crate::ui) system: String,
    pub(in crate::ui) is_annotator: bool,
    /// mAP@R by the truth.
    pub(in crate::ui) by_truth: f64,
    /// mAP@R by the pool.
    pub(in crate::ui) by_pool: f64,
    /// Rank by the truth, from 0.
    pub(in crate::ui) place_by_truth: usize,
    /// Rank by the pool, from 0.
    pub(in crate::ui) place_by_pool: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct PooledScores {
    pub(in crate::ui) annotators: Vec<String>,
    pub(in crate::ui) rows: Vec<PooledScore>,
    /// Queries with a relevant picture in the pool.
    pub(in crate::ui) n_queries: usize,
    /// Pairs of a query and a relevant picture.
    pub(in crate::ui) n_relevant: usize,
    /// How many of those pairs are in the pool.
    pub(in crate::ui) n_in_pool: usize,
}

/// A computation in steps: the pool first, then one system at a time.
pub(in crate::ui) struct PooledEvaluation {
    dataset: Arc<Dataset>,
    systems: Vec<Arc<SystemValues>>,
    annotators: Vec<String>,
    definition: usize,
    measure: Measure,
    by_truth: Vec<f64>,
    pool: Vec<Judgements>,
    by_pool: Vec<Option<Mean>>,
}

impl PooledEvaluation {
    /// `definition` is the index of the truth, `truth_column` that of its mAP@R column on the
    /// board.
    pub(in crate::ui) fn new(
        dataset: &Arc<Dataset>,
        systems: Vec<Arc<SystemValues>>,
        annotators: &[String],
        definition: usize,
        measure: Measure,
        truth_column: usize,
    ) -> Self {
        let by_truth = systems
            .iter()
            .map(|system| system.mean(truth_column).map_or(f64::NAN, |mean| mean.mean))
            .collect();
        let mut evaluation = Self {
            dataset: dataset.clone(),
            systems,
            annotators: annotators.to_vec(),
            definition,
            measure,
            by_truth,
            pool: Vec::new(),
            by_pool: Vec::new(),
        };
        evaluation.pool = (0u32..)
            .zip(dataset.queries.iter())
            .map(|(query_row, _)| evaluation.pool_of(query_row))
            .collect();
        evaluation
    }

    /// The pool of a query, with grades from the truth.
    fn pool_of(&self, query_row: u32) -> Judgements {
        let Some(truth) =
            self.dataset.relevance.get(self.definition).and_then(|all| all.of_query(query_row))
        else {
            return Judgements::none();
        };
        let annotators = self.systems.iter().filter(|one| self.annotators.contains(&one.system));
        let pool: BTreeSet<u32> = annotators
            .flat_map(|system| system.head(self.definition, query_row).iter().take(POOL_DEPTH))
            .map(|hit| hit.row_in_corpus)
            .collect();
        Judgements::new(pool.into_iter().map(|row| (row, truth.grade(row).unwrap_or(0))))
    }

    /// Evaluates the next system; false once all are done.
    pub(in crate::ui) fn next_system(&mut self) -> bool {
        let Some(system) = self.systems.get(self.by_pool.len()) else { return false };
        let values = (0u32..).zip(&self.pool).map(|(query_row, judgements)| {
            // mAP@R reads no further.
            let head = system.head(self.definition, query_row);
            let head = head.get(..judgements.n_relevant()).unwrap_or(head);
            self.measure.value(&JudgedList::as_given(head, judgements))
        });
        self.by_pool.push(Mean::of(values));
        true
    }

    pub(in crate::ui) fn finished(self) -> PooledScores {
        let by_pool: Vec<f64> =
            self.by_pool.iter().map(|mean| mean.map_or(f64::NAN, |mean| mean.mean)).collect();
        let (from, to) = (places_from_top(&self.by_truth), places_from_top(&by_pool));
        let row = |(index, system): (usize, &Arc<SystemValues>)| PooledScore {
            system: system.system.clone(),
            is_annotator: self.annotators.contains(&system.system),
            by_truth: self.by_truth[index],
            by_pool: by_pool[index],
            place_by_truth: from[index],
            place_by_pool: to[index],
        };
        let truth = self.dataset.relevance.get(self.definition);
        let n_queries = u32::try_from(self.pool.len()).unwrap_or(u32::MAX);
        PooledScores {
            rows: self.systems.iter().enumerate().map(row).collect(),
            n_queries: self.pool.iter().filter(|judged| judged.n_relevant() > 0).count(),
            n_relevant: truth.map_or(0, |truth| (0..n_queries).map(|q| truth.n_relevant(q)).sum()),
            n_in_pool: self.pool.iter().map(Judgements::n_relevant).sum(),
            annotators: self.annotators,
        }
    }
}
