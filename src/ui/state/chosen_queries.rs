//! The queries that the address leaves: by split and facets (`only=`), and by conditions on measures,
//! relevant images and words (`where=`).

use super::address::Address;
use super::board::Board;
use super::lists::Lists;
use super::search::Search;
use leptos::prelude::*;
use rankscope_core::analysis::{Column, Dataset, QueryCondition, Subset, SystemValues};
use rankscope_core::metrics::{Measure, default_measures};
use std::sync::Arc;

/// Where conditions stand.
#[derive(Debug, Clone, PartialEq)]
pub enum Conditions {
    None,
    /// Values are still being computed, or judgements loaded; all queries count until then.
    Awaited,
    Met,
    /// Why they cannot be met.
    Wrong(String),
}

#[derive(Clone, Copy)]
pub struct ChosenQueries {
    pub subset: Memo<Subset>,
    pub conditions: Memo<Conditions>,
    parsed: Memo<Parsed>,
}

type Parsed = Option<Result<QueryCondition, String>>;

/// The conditions in the address.
pub(super) fn parsed(address: Address) -> Memo<Parsed> {
    let text = Memo::new(move |_| address.state.with(|state| state.condition.clone()));
    Memo::new(move |_| Some(text.get()?.parse::<QueryCondition>().map_err(|e| e.to_string())))
}

/// The measures that conditions read and that no board computes by itself.
pub(super) fn further_measures(parsed: &Parsed) -> Vec<Measure> {
    let Some(Ok(condition)) = parsed else { return Vec::new() };
    let usual = default_measures();
    let measures = condition.values().into_iter().map(|(measure, _)| measure);
    measures.filter(|measure| !usual.contains(measure)).collect()
}

impl ChosenQueries {
    pub(super) fn new(
        (address, parsed): (Address, Memo<Parsed>),
        lists: Lists,
        search: Search,
        board: Board,
    ) -> Self {
        let definition = Memo::new(move |_| {
            search.outline.with(|choice| choice.as_ref().map_or(0, |choice| choice.definition))
        });
        // The rows for which the conditions hold.
        let rows = Memo::new(move |_| {
            let dataset = lists.outline();
            parsed.with(|parsed| match (parsed, dataset) {
                (None, _) => (Conditions::None, Vec::new()),
                (Some(Err(wrong)), _) => (Conditions::Wrong(wrong.clone()), Vec::new()),
                (Some(Ok(_)), None) => (Conditions::Awaited, Vec::new()),
                (Some(Ok(condition)), Some(dataset)) => {
                    match rows(condition, &dataset, definition.get(), (lists, board)) {
                        Ok(Some(rows)) => (Conditions::Met, rows),
                        Ok(None) => (Conditions::Awaited, Vec::new()),
                        Err(wrong) => (Conditions::Wrong(wrong), Vec::new()),
                    }
                }
            })
        });
        let only = Memo::new(move |_| {
            address.state.with(|state| Subset::parse(state.only.as_deref().unwrap_or_default()))
        });
        let subset = Memo::new(move |_| {
            rows.with(|(conditions, rows)| match (conditions, lists.outline()) {
                (Conditions::Met, Some(dataset)) => only.get().among(&dataset, rows),
                _ => only.get(),
            })
        });
        let conditions = Memo::new(move |_| rows.with(|(state, _)| state.clone()));
        Self { subset, conditions, parsed }
    }

    /// Computes the values that the conditions read. Called by the pages about all queries: the first part
    /// of the page does not carry the measures.
    pub fn want(&self, dataset: &Arc<Dataset>, board: Board) {
        let systems: Vec<String> = self.parsed.with(|parsed| match parsed {
            Some(Ok(condition)) => {
                let ids = condition.values().into_iter().map(|(_, id)| id.to_string());
                ids.filter(|id| dataset.manifest.system(id).is_some()).collect()
            }
            _ => Vec::new(),
        });
        if !systems.is_empty() {
            untrack(|| board.want(dataset, &systems));
        }
    }

    /// The rows of the queries left; `None` for all of them. Tracked.
    pub fn rows(&self, dataset: &Dataset) -> Option<Vec<usize>> {
        self.subset.with(|subset| {
            let queries = dataset.queries.iter().enumerate();
            let left = || queries.filter(|(_, query)| subset.holds(query)).map(|(row, _)| row);
            (*subset != Subset::default()).then(|| left().collect())
        })
    }

    /// A system's values on the queries left; the others have none. Tracked.
    pub fn of(&self, dataset: &Dataset, values: Arc<SystemValues>) -> Arc<SystemValues> {
        match self.rows(dataset) {
            Some(rows) => Arc::new(SystemValues::clone(&values).over(dataset, &rows)),
            None => values,
        }
    }
}

/// `None` until all that the condition reads is there; tracked.
fn rows(
    condition: &QueryCondition,
    dataset: &Arc<Dataset>,
    definition: usize,
    (lists, board): (Lists, Board),
) -> Result<Option<Vec<usize>>, String> {
    condition.check(&dataset.queries).map_err(|e| e.to_string())?;
    let mut values = Vec::new();
    for (measure, id) in condition.values() {
        if dataset.manifest.system(id).is_none() {
            return Err(format!("this benchmark has no system {id}"));
        }
        let is_wanted = |own: &Column| own.definition == definition && own.measure == measure;
        let index = board.columns.with(|columns| columns.iter().position(is_wanted));
        let Some(index) = index else { return Ok(None) };
        let Some(of) = board.shown(id, &[index]).filter(|of| of.is_stored(index)) else {
            return Ok(None);
        };
        values.push((measure, id, index, of));
    }
    let judged = lists.ready();
    if condition.needs_judgements() && condition.values().is_empty() && judged.is_none() {
        return Ok(None);
    }
    let relevance = judged.as_ref().and_then(|dataset| dataset.relevance.get(definition));
    let all: Vec<usize> = (0..dataset.queries.len()).collect();
    let value = |measure: Measure, system: &str, row: usize| {
        let (_, _, index, of) =
            values.iter().find(|(own, id, ..)| *own == measure && *id == system)?;
        of.value(*index, row)
    };
    Ok(Some(condition.rows(dataset, relevance, &all, value)))
}
