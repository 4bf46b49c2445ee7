//! What is re-ranked: first stage, candidates, columns, and the queries that count.

use super::view::View;
use crate::ui::state::second_stage::{Ordered, Orders, Stage};
use leptos::prelude::*;
use rankscope_core::analysis::{Column, Dataset, RelevantRange, Subset, SystemValues, mean_where};
use rankscope_core::metrics::Mean;
use rankscope_core::ranking::Unscored;
use std::sync::Arc;

/// The definitions that rank fixed candidates: index, id and title.
pub(super) fn candidate_sets(dataset: &Dataset) -> Vec<(usize, String, String)> {
    let all = dataset.manifest.relevance.iter().enumerate();
    let of_candidates = all.filter(|(_, definition)| definition.only_judged);
    of_candidates
        .map(|(index, definition)| (index, definition.id.clone(), definition.title.clone()))
        .collect()
}

/// The definition in the address whose candidates are re-ranked.
pub(super) fn chosen_candidates(view: View) -> Option<usize> {
    let wanted = view.address.state.with(|state| state.candidates.clone())?;
    view.dataset.with_value(|dataset| {
        let all = candidate_sets(dataset);
        all.into_iter().find(|(_, id, _)| *id == wanted).map(|(index, ..)| index)
    })
}

/// For candidates, the visible measures under their definition; otherwise the visible columns that
/// rank the whole corpus.
fn columns(view: View, candidates: Option<usize>) -> Vec<Column> {
    let visible = view.visible.get();
    let visible: Vec<Column> = view
        .board
        .columns
        .with(|all| visible.iter().filter_map(|index| all.get(*index).cloned()).collect());
    view.dataset.with_value(|dataset| match candidates {
        None => {
            let ranks_all = |column: &Column| {
                let relevance = dataset.relevance.get(column.definition);
                relevance.is_some_and(|relevance| !relevance.ranks_only_judged())
            };
            visible.into_iter().filter(ranks_all).collect()
        }
        Some(definition) => {
            let id =
                dataset.manifest.relevance.get(definition).map(|definition| definition.id.clone());
            let mut columns: Vec<Column> = Vec::new();
            for column in visible {
                let column = id.as_ref().and_then(|id| Column::new(dataset, column.measure, id));
                columns.extend(column.filter(|column| !columns.contains(column)));
            }
            columns
        }
    })
}

/// `None` until the first stage is ranked and the judgements are loaded, which the workers may have
/// earlier; tracked.
pub(super) fn wanted(view: View, first: &str) -> Option<Stage> {
    if !view.is_judged.get() {
        return None;
    }
    let candidates = chosen_candidates(view);
    Some(Stage {
        dataset: view.dataset.get_value(),
        first: view.board.of(first)?,
        columns: Arc::new(columns(view, candidates)),
        candidates,
        depth: view.address.state.with(|state| state.depth),
    })
}

/// The orders, over the queries that count.
#[derive(Clone)]
pub(super) struct Counted {
    pub(super) orders: Orders,
    /// Whether only queries with 1 to 50 relevant hits count.
    positives: bool,
}

impl Counted {
    /// The orders computed so far; tracked.
    pub(super) fn of(view: View) -> Option<Self> {
        let positives = view.address.state.with(|state| state.positives);
        Some(Self { orders: view.second_stage.once.task.value()?, positives })
    }

    fn counts(&self, column: usize, query_row: u32) -> bool {
        let n_relevant = self.orders.n_relevant.get(column);
        let n_relevant = n_relevant.and_then(|all| all.get(query_row as usize)).copied();
        !self.positives || n_relevant.is_some_and(|n| RelevantRange::RERANK.has(n))
    }

    /// Over the queries of a subset.
    pub(super) fn mean(
        &self,
        values: &SystemValues,
        column: usize,
        subset: &Subset,
    ) -> Option<Mean> {
        let Stage { dataset, columns, .. } = &self.orders.stage;
        mean_where(dataset, columns, values, column, |row, query| {
            subset.holds(query) && self.counts(column, row)
        })
    }

    /// Hits without a score, over the queries of a subset; `None` without any.
    pub(super) fn unscored(&self, ordered: &Ordered, subset: &Subset) -> Option<Unscored> {
        let queries = self.orders.stage.dataset.queries.iter();
        let counts = ordered.n_unscored.iter().zip(self.orders.n_hits.iter());
        let all = (0u32..).zip(queries.zip(counts)).filter(|(row, (query, (_, n_hits)))| {
            **n_hits > 0 && subset.holds(query) && self.counts(0, *row)
        });
        let unscored = Unscored::of(all.map(|(_, (_, (n, of)))| (*n, *of)));
        (unscored.n_hits > 0).then_some(unscored)
    }
}
