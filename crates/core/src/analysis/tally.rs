//! Computes a system's values from its rankings, one block of queries at a time.

use super::system_values::means_of;
use super::{Column, Dataset, N_KEPT, SystemValues};
use crate::benchmark::Relevance;
use crate::metrics::{FinerScores, JudgedList, JudgedRanking, Measure};
use crate::ranking::Hit;
use std::sync::Arc;

/// The expected value of a list whose first hits, judged by themselves in the ranking, are in a random order.
type Expected = fn(&Measure, &JudgedList, &JudgedRanking) -> Option<f64>;

/// A fold or fixed candidates have fewer of the first hits.
fn expected(measure: &Measure, list: &JudgedList, first: &JudgedRanking) -> Option<f64> {
    measure.expected_of_first(list, first.list(measure.protocol()).n_given())
}

/// The values of one system on the queries added so far.
pub struct Tally {
    dataset: Arc<Dataset>,
    columns: Arc<Vec<Column>>,
    /// How many first hits are in a random order, with the function that takes the expected value; `None`
    /// for the value of the order given. A pointer, so that the worker, which never asks for it, does not
    /// carry its formulas.
    shuffled: Option<(usize, Expected)>,
    /// Whether the hits of definitions with fixed candidates are added apart.
    has_candidates_apart: bool,
    /// What float32 loses of the scores of a run.
    finer: Option<Arc<FinerScores>>,
    /// How many hits of each ranking are kept.
    n_kept: usize,
    values: SystemValues,
    /// The number of queries added.
    pub n_added: usize,
}

impl Tally {
    /// An empty tally.
    pub fn new(dataset: Arc<Dataset>, columns: Arc<Vec<Column>>, system: String) -> Self {
        let n_queries = dataset.queries.len();
        let cut = |relevance: &Relevance| {
            relevance.ranks_only_judged().then(|| vec![Vec::new(); n_queries])
        };
        let finer = dataset.finer_scores(&system).cloned();
        // From images to texts there may be as many rankings as a corpus has images, and no page lists
        // them.
        let n_kept = if dataset.is_reversed() { 0 } else { N_KEPT };
        let all = SystemValues {
            system,
            columns: columns.clone(),
            values: vec![vec![None; n_queries]; columns.len()],
            judged: vec![vec![None; n_queries]; columns.len()],
            means: Vec::new(),
            n_scored: None,
            heads: vec![Vec::new(); n_queries],
            cut_heads: (0..dataset.relevance.len())
                .map(|definition| dataset.relevance.get(definition).and_then(cut))
                .collect(),
        };
        let (shuffled, has_candidates_apart) = (None, false);
        Self {
            dataset,
            columns,
            shuffled,
            has_candidates_apart,
            finer,
            n_kept,
            values: all,
            n_added: 0,
        }
    }

    /// The same tally; it keeps no hits.
    #[must_use]
    pub fn without_hits(self) -> Self {
        Self { n_kept: 0, ..self }
    }

    /// The same tally of a run that is not among the dataset's imports.
    #[must_use]
    pub fn with_finer(self, finer: Arc<FinerScores>) -> Self {
        Self { finer: Some(finer), ..self }
    }

    /// Notes what float32 loses of a query's scores, before its ranking is added. `hits` are rows and
    /// scores, in the order of the scores.
    pub fn note_finer(&mut self, query_row: u32, hits: impl IntoIterator<Item = (u32, f64)>) {
        Arc::make_mut(self.finer.get_or_insert_default()).note(query_row, hits);
    }

    /// The same tally; [`Self::add`] leaves out the definitions that rank fixed candidates, whose hits
    /// come by [`Self::add_candidates`].
    #[must_use]
    pub fn with_candidates_apart(self) -> Self {
        Self { has_candidates_apart: true, ..self }
    }

    /// The same tally; it takes the expected value of a random order of each query's first `n` hits, which
    /// must not tie with those after them.
    #[must_use]
    pub fn in_random_order(self, n: usize) -> Self {
        Self { shuffled: Some((n, expected)), ..self }
    }

    /// Adds the rankings of consecutive queries.
    pub fn add(&mut self, first_query: u32, rankings: &[Vec<Hit>]) {
        for (query_row, hits) in (first_query..).zip(rankings) {
            self.n_added += 1;
            for definition in 0..self.dataset.relevance.len() {
                let is_apart = self.has_candidates_apart && self.ranks_candidates(definition);
                if !is_apart {
                    self.judge(definition, query_row, hits);
                }
            }
            if let Some(place) = self.values.heads.get_mut(query_row as usize) {
                *place = first_of(self.n_kept, hits);
            }
        }
    }

    /// Adds the rankings of consecutive queries' candidates under a definition that ranks these only.
    pub fn add_candidates(&mut self, definition: usize, first_query: u32, rankings: &[Vec<Hit>]) {
        for (query_row, hits) in (first_query..).zip(rankings) {
            self.judge(definition, query_row, hits);
        }
    }

    fn ranks_candidates(&self, definition: usize) -> bool {
        self.dataset.relevance.get(definition).is_some_and(Relevance::ranks_only_judged)
    }

    /// Takes a query's values of the columns under a definition.
    fn judge(&mut self, definition: usize, query_row: u32, hits: &[Hit]) {
        let Self { dataset, columns, shuffled, finer, n_kept, values: all, .. } = self;
        let Some(relevance) = dataset.relevance.get(definition) else { return };
        let is_read = all.cut_heads.get(definition).is_some_and(Option::is_some)
            || columns.iter().any(|column| column.definition == definition);
        if !is_read {
            return;
        }
        let (row, ids) = (query_row as usize, dataset.image_ids());
        let judged_ranking = |hits| {
            let ranking = JudgedRanking::of_query(query_row, hits, relevance, ids)
                .with_finer(finer.as_deref(), query_row);
            match &dataset.folds {
                Some(folds) => ranking.in_folds(folds, query_row),
                None => ranking,
            }
        };
        let ranking = judged_ranking(hits);
        let shuffled =
            shuffled.map(|(n, expected)| (judged_ranking(hits.get(..n).unwrap_or(hits)), expected));
        let cut = all.cut_heads.get_mut(definition).and_then(Option::as_mut);
        if let Some(place) = cut.and_then(|cut| cut.get_mut(row)) {
            *place = first_of(*n_kept, ranking.hits());
        }
        let places = all.values.iter_mut().zip(&mut all.judged);
        for (column, (values, judged)) in columns.iter().zip(places) {
            if column.definition != definition {
                continue;
            }
            let list = ranking.list(column.measure.protocol());
            let value = match &shuffled {
                None => column.measure.value(list),
                Some((first, expected)) => expected(&column.measure, list, first),
            };
            if let Some(place) = values.get_mut(row) {
                *place = value;
            }
            if let Some(place) = judged.get_mut(row) {
                *place = value.and_then(|_| column.measure.judged(list).share());
            }
        }
    }

    /// Records the number of rows scored per query of a block; `None` for a gallery in memory.
    pub fn scored(&mut self, n_candidates: Option<usize>) {
        let Some(n) = n_candidates else { return };
        let (fewest, most) = self.values.n_scored.unwrap_or((n, n));
        self.values.n_scored = Some((fewest.min(n), most.max(n)));
    }

    /// The values, with the means of all columns; leaves the tally empty.
    pub fn finished(&mut self) -> SystemValues {
        let means = means_of(&self.dataset, &self.columns, &self.values.values);
        SystemValues { means, ..std::mem::take(&mut self.values) }
    }
}

fn first_of(n_kept: usize, hits: &[Hit]) -> Vec<Hit> {
    hits.iter().take(n_kept).copied().collect()
}
