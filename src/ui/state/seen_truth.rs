//! The truth as far as the chosen systems looked, and every system's mAP@R by it.
//!
//! As in ECCV Caption: what a chosen system has among its first five is checked against the truth;
//! what no chosen system has there counts as not relevant. All is taken from the rankings that the
//! board holds, so that no further search is needed.

use rankscope_core::analysis::{Dataset, N_KEPT, SystemValues};
use rankscope_core::benchmark::Judgements;
use rankscope_core::chart::places_from_top;
use rankscope_core::metrics::{JudgedList, Mean, Measure};
use rankscope_fieldbook::POOL_DEPTH;
use std::collections::BTreeSet;
use std::sync::Arc;

/// So many systems can look: the board keeps 100 pictures of a ranking, and mAP@R must not need
/// more.
pub(in crate::ui) const MOST_ANNOTATORS: usize = N_KEPT / POOL_DEPTH;

/// One system by the truth and by what was seen of it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct SeenRow {
    /// Its id.
    pub(in crate::ui) system: String,
    /// Whether it looked.
    pub(in crate::ui) is_annotator: bool,
    /// mAP@R by the truth.
    pub(in crate::ui) by_truth: f64,
    /// mAP@R by what was seen.
    pub(in crate::ui) by_seen: f64,
    /// Place by the truth, from 0.
    pub(in crate::ui) place_by_truth: usize,
    /// Place by what was seen, from 0.
    pub(in crate::ui) place_by_seen: usize,
}

/// All systems, for a choice of annotators.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct SeenTruth {
    /// The systems that looked.
    pub(in crate::ui) chosen: Vec<String>,
    /// In the order of the manifest.
    pub(in crate::ui) rows: Vec<SeenRow>,
    /// Queries for which something relevant was seen.
    pub(in crate::ui) n_queries: usize,
    /// Pairs of a query and a picture that is relevant to it.
    pub(in crate::ui) n_relevant: usize,
    /// How many of those were seen.
    pub(in crate::ui) n_seen: usize,
}

/// A computation in parts: the judgements first, then a system at a time.
pub(in crate::ui) struct Looking {
    dataset: Arc<Dataset>,
    systems: Vec<Arc<SystemValues>>,
    chosen: Vec<String>,
    definition: usize,
    measure: Measure,
    by_truth: Vec<f64>,
    judgements: Vec<Judgements>,
    by_seen: Vec<Option<Mean>>,
}

impl Looking {
    /// `definition` is the place of the truth, `truth_column` that of its mAP@R in the board;
    /// at most [`MOST_ANNOTATORS`] are chosen.
    pub(in crate::ui) fn new(
        dataset: &Arc<Dataset>,
        systems: Vec<Arc<SystemValues>>,
        chosen: &[String],
        definition: usize,
        measure: Measure,
        truth_column: usize,
    ) -> Self {
        let chosen = chosen.to_vec();
        let by_truth = systems
            .iter()
            .map(|system| system.mean(truth_column).map_or(f64::NAN, |mean| mean.mean))
            .collect();
        let mut looking = Self {
            dataset: dataset.clone(),
            systems,
            chosen,
            definition,
            measure,
            by_truth,
            judgements: Vec::new(),
            by_seen: Vec::new(),
        };
        looking.judgements = (0u32..)
            .zip(dataset.queries.iter())
            .map(|(query_row, _)| looking.seen_of(query_row))
            .collect();
        looking
    }

    /// What was seen for a query, with its grade in the truth.
    fn seen_of(&self, query_row: u32) -> Judgements {
        let Some(truth) =
            self.dataset.relevance.get(self.definition).and_then(|all| all.of_query(query_row))
        else {
            return Judgements::none();
        };
        let annotators = self.systems.iter().filter(|one| self.chosen.contains(&one.system));
        let seen: BTreeSet<u32> = annotators
            .flat_map(|system| system.head(self.definition, query_row).iter().take(POOL_DEPTH))
            .map(|hit| hit.row_in_corpus)
            .collect();
        Judgements::new(seen.into_iter().map(|row| (row, truth.grade(row).unwrap_or(0))))
    }

    /// Measures the next system; false once all are done.
    pub(in crate::ui) fn next_system(&mut self) -> bool {
        let Some(system) = self.systems.get(self.by_seen.len()) else { return false };
        let values = (0u32..).zip(&self.judgements).map(|(query_row, judgements)| {
            // mAP@R needs no more.
            let head = system.head(self.definition, query_row);
            let head = head.get(..judgements.n_relevant()).unwrap_or(head);
            self.measure.value(&JudgedList::as_given(head, judgements))
        });
        self.by_seen.push(Mean::of(values));
        true
    }

    /// The outcome, once all systems are measured.
    pub(in crate::ui) fn finished(self) -> SeenTruth {
        let by_seen: Vec<f64> =
            self.by_seen.iter().map(|mean| mean.map_or(f64::NAN, |mean| mean.mean)).collect();
        let (from, to) = (places_from_top(&self.by_truth), places_from_top(&by_seen));
        let row = |(index, system): (usize, &Arc<SystemValues>)| SeenRow {
            system: system.system.clone(),
            is_annotator: self.chosen.contains(&system.system),
            by_truth: self.by_truth[index],
            by_seen: by_seen[index],
            place_by_truth: from[index],
            place_by_seen: to[index],
        };
        let truth = self.dataset.relevance.get(self.definition);
        let n_queries = u32::try_from(self.judgements.len()).unwrap_or(u32::MAX);
        SeenTruth {
            rows: self.systems.iter().enumerate().map(row).collect(),
            n_queries: self.judgements.iter().filter(|seen| seen.n_relevant() > 0).count(),
            n_relevant: truth.map_or(0, |truth| (0..n_queries).map(|q| truth.n_relevant(q)).sum()),
            n_seen: self.judgements.iter().map(Judgements::n_relevant).sum(),
            chosen: self.chosen,
        }
    }
}
