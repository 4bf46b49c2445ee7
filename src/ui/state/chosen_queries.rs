//! The queries that the address leaves: by split and facets (`only=`), and by conditions on measures,
//! relevant images and words (`where=`).
//!
//! The first part of the page does not carry the reader of conditions: pages with a filter call
//! [`ChosenQueries::resolve`], and those about all queries [`ChosenQueries::want`].

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

/// What conditions were found to leave.
#[derive(Debug, Clone, PartialEq)]
struct Found {
    text: String,
    conditions: Conditions,
    /// The queries for which they hold, by row.
    rows: Vec<usize>,
}

#[derive(Clone, Copy)]
pub struct ChosenQueries {
    pub subset: Memo<Subset>,
    pub conditions: Memo<Conditions>,
    /// The measures that conditions read and that no board computes by itself.
    pub(super) measures: RwSignal<Vec<Measure>>,
    text: Memo<Option<String>>,
    found: RwSignal<Option<Found>>,
}

impl ChosenQueries {
    pub(super) fn new(address: Address, lists: Lists) -> Self {
        let found = RwSignal::new(None::<Found>);
        let text = Memo::new(move |_| address.state.with(|state| state.condition.clone()));
        let conditions = Memo::new(move |_| {
            let Some(text) = text.get() else { return Conditions::None };
            found.with(|found| match found {
                Some(found) if found.text == text => found.conditions.clone(),
                _ => Conditions::Awaited,
            })
        });
        let only = Memo::new(move |_| {
            address.state.with(|state| Subset::parse(state.only.as_deref().unwrap_or_default()))
        });
        let subset = Memo::new(move |_| match (conditions.get(), lists.outline()) {
            (Conditions::Met, Some(dataset)) => found.with(|found| match found {
                Some(found) => only.get().among(&dataset, &found.rows),
                None => only.get(),
            }),
            _ => only.get(),
        });
        Self { subset, conditions, measures: RwSignal::default(), text, found }
    }

    /// Finds out what the conditions leave, as long as the page that calls it is shown.
    pub fn resolve(&self, lists: Lists, search: Search, board: Board) {
        let Self { measures, text, found, .. } = *self;
        let definition = Memo::new(move |_| {
            search.outline.with(|choice| choice.as_ref().map_or(0, |choice| choice.definition))
        });
        let resolved = Memo::new(move |_| {
            let text = text.get()?;
            let (conditions, rows) = match (text.parse::<QueryCondition>(), lists.outline()) {
                (Err(e), _) => (Conditions::Wrong(e.to_string()), Vec::new()),
                (Ok(_), None) => (Conditions::Awaited, Vec::new()),
                (Ok(condition), Some(dataset)) => {
                    match rows(&condition, &dataset, definition.get(), (lists, board)) {
                        Ok(Some(rows)) => (Conditions::Met, rows),
                        Ok(None) => (Conditions::Awaited, Vec::new()),
                        Err(wrong) => (Conditions::Wrong(wrong), Vec::new()),
                    }
                }
            };
            Some(Found { text, conditions, rows })
        });
        Effect::new(move |_| found.set(resolved.get()));
        let usual = default_measures();
        Effect::new(move |_| {
            let read = condition(text).map(|condition| {
                let all = condition.values().into_iter().map(|(measure, _)| measure);
                all.filter(|measure| !usual.contains(measure)).collect::<Vec<_>>()
            });
            let read = read.unwrap_or_default();
            if measures.with_untracked(|own| *own != read) {
                measures.set(read);
            }
        });
    }

    /// Computes the values that the conditions read. Tracked.
    pub fn want(&self, dataset: &Arc<Dataset>, board: Board) {
        let Some(condition) = condition(self.text) else { return };
        let ids = condition.values().into_iter().map(|(_, id)| id.to_string());
        let systems: Vec<String> = ids.filter(|id| dataset.manifest.system(id).is_some()).collect();
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

/// The conditions in the address, if they can be read; tracked.
fn condition(text: Memo<Option<String>>) -> Option<QueryCondition> {
    text.get()?.parse().ok()
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
