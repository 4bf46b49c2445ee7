//! Two systems on all queries: what the address means, their values in pairs, and the tests.

use super::board::ids_with_queries;
use super::session::Session;
use crate::ui::column::Column;
use crate::ui::dataset::Dataset;
use crate::ui::tally::SystemValues;
use crate::ui::task::Task;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_core::benchmark::System;
use rankscope_core::ranking::{common_ranks, overlap_at};
use rankscope_core::statistics::{
    Interval, Randomisation, Resampling, kendall_tau_b, mean_interval, paired_randomisation,
};
use std::sync::Arc;

/// The measure shown where the address names none: it sees more than hit or miss.
const FIRST_MEASURE: &str = "eccv:mAP@R";
/// Resamples and exchanges drawn for each test; fewer where there are many queries, so that no
/// test holds up the page.
const N_DRAWS: usize = 1_000;
/// At most so many numbers are drawn in one go.
const MOST_DRAWN: usize = 2_000_000;

/// The address, understood.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The benchmark's lists.
    pub dataset: Arc<Dataset>,
    /// The first system.
    pub a: System,
    /// The second.
    pub b: System,
    /// The place of the definition of relevance in the manifest.
    pub definition: usize,
    /// The columns under this definition, by their place in the board's.
    pub columns: Vec<(usize, Column)>,
    /// Which of [`Comparison::columns`] is shown.
    pub chosen: usize,
    /// The query whose lists are shown.
    pub query_row: Option<u32>,
    /// Names in the address that the benchmark does not have.
    pub unknown: Vec<String>,
}

/// A query's values under both systems.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OnQuery {
    /// Its row.
    pub query_row: u32,
    /// The first system's.
    pub a: f64,
    /// The second's.
    pub b: f64,
}

impl OnQuery {
    /// First − second.
    #[must_use]
    pub fn difference(&self) -> f64 {
        self.a - self.b
    }
}

/// How the two lists of a query differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Contrast {
    /// The query's row.
    pub query_row: u32,
    /// The values, where both have one.
    pub values: Option<OnQuery>,
    /// Overlap@k.
    pub overlap: Option<f64>,
    /// τ-b of the ranks of the images that both have among their first k.
    pub tau: Option<f64>,
}

/// The outcome of a column's tests.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tested {
    /// Of the mean difference, over resampled queries; `None` for a single query.
    pub interval: Option<Interval>,
    /// The paired randomisation test.
    pub randomisation: Randomisation,
}

impl Comparison {
    /// What the address means; `None` until the lists are there, and where the benchmark has
    /// fewer than two systems that can be compared.
    #[must_use]
    pub fn memo(session: Session) -> Memo<Option<Arc<Self>>> {
        Memo::new(move |_| {
            let choice = session.search.choice.get()?;
            let dataset = choice.dataset.clone();
            let address = session.address.state.get();
            let systems = ids_with_queries(&dataset);
            let mut unknown = Vec::new();
            let mut of = |wanted: &Option<String>| {
                let id = wanted.clone()?;
                if !systems.contains(&id) {
                    unknown.push(format!("system {id}"));
                    return None;
                }
                Some(id)
            };
            let (a, b) = (of(&address.a), of(&address.b));
            let a = a.or_else(|| systems.iter().find(|id| Some(*id) != b.as_ref()).cloned())?;
            let b = b.or_else(|| systems.iter().find(|id| **id != a).cloned())?;
            let all = Column::all_of(&dataset);
            let columns: Vec<(usize, Column)> = all
                .into_iter()
                .enumerate()
                .filter(|(_, column)| column.definition == choice.definition)
                .collect();
            let named = |name: &str| {
                columns.iter().position(|(_, column)| column.measure.to_string() == name)
            };
            let wanted = address.measure.as_ref().and_then(|name| {
                let place = named(name);
                if place.is_none() {
                    unknown.push(format!("measure {name}"));
                }
                place
            });
            unknown.extend(choice.unknown.iter().filter(|name| is_for_this_page(name)).cloned());
            Some(Arc::new(Self {
                a: dataset.manifest.system(&a)?.clone(),
                b: dataset.manifest.system(&b)?.clone(),
                definition: choice.definition,
                chosen: wanted.or_else(|| named(FIRST_MEASURE)).unwrap_or(0),
                query_row: choice.judged_by().map(|(row, _)| row),
                columns,
                unknown,
                dataset,
            }))
        })
    }

    /// The column that is shown.
    #[must_use]
    pub fn column(&self) -> Option<&(usize, Column)> {
        self.columns.get(self.chosen)
    }

    /// The queries where both systems have a value in a column.
    #[must_use]
    pub fn pairs(&self, a: &SystemValues, b: &SystemValues, column: usize) -> Vec<OnQuery> {
        let rows = 0..self.dataset.queries.len();
        let pair = |row: usize| {
            let (a, b) = (a.value(column, row)?, b.value(column, row)?);
            Some(OnQuery { query_row: u32::try_from(row).ok()?, a, b })
        };
        rows.filter_map(pair).collect()
    }

    /// How the lists of every query differ.
    #[must_use]
    pub fn contrasts(&self, a: &SystemValues, b: &SystemValues, k: usize) -> Vec<Contrast> {
        let column = self.column().map_or(usize::MAX, |(index, _)| *index);
        let rows = (0u32..).take(self.dataset.queries.len());
        rows.map(|query_row| {
            let row = query_row as usize;
            let values = a.value(column, row).zip(b.value(column, row));
            let first = |values: &SystemValues| {
                let head = values.head(self.definition, query_row);
                head.iter().take(k).copied().collect::<Vec<_>>()
            };
            let (list_a, list_b) = (first(a), first(b));
            Contrast {
                query_row,
                values: values.map(|(a, b)| OnQuery { query_row, a, b }),
                overlap: overlap_at(&list_a, &list_b, k),
                tau: tau_of(&common_ranks(&list_a, &list_b)),
            }
        })
        .collect()
    }
}

/// Whether this page reports an unknown name: systems of single queries and pictures are not its
/// own.
fn is_for_this_page(name: &str) -> bool {
    !name.starts_with("system") && !name.starts_with("pictures")
}

#[expect(clippy::cast_precision_loss, reason = "ranks are far below 2^53")]
fn tau_of(ranks: &[(usize, usize)]) -> Option<f64> {
    let (x, y): (Vec<f64>, Vec<f64>) = ranks.iter().map(|(a, b)| (*a as f64, *b as f64)).unzip();
    kendall_tau_b(&x, &y).map(|tau| tau.tau_b)
}

/// How many resamples are drawn for so many queries.
#[must_use]
pub fn n_draws(n_queries: usize) -> u32 {
    let n = (MOST_DRAWN / n_queries.max(1)).clamp(100, N_DRAWS);
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Tests every column in turn, with pauses in which the page responds; the outcomes come in by
/// column. A new comparison replaces the tests under way.
#[must_use]
pub fn tests(
    comparison: Memo<Option<Arc<Comparison>>>,
    both: Memo<Option<(Arc<SystemValues>, Arc<SystemValues>)>>,
) -> Signal<Vec<Option<Tested>>> {
    let task: Task<Vec<Option<Tested>>> = Task::new();
    // Neither another measure nor another query asks for other tests.
    let columns = Memo::new(move |_| {
        comparison.with(|c| c.as_ref().map(|c| (c.definition, c.columns.clone())))
    });
    Effect::new(move |_| {
        let (columns, both) = (columns.get(), both.get());
        let (Some(comparison), Some((_, columns)), Some((a, b))) =
            (comparison.get_untracked(), columns, both)
        else {
            return task.reset();
        };
        task.start(move |run| {
            let (comparison, columns) = (comparison.clone(), columns.clone());
            let (a, b) = (a.clone(), b.clone());
            async move {
                let mut tested = vec![None; columns.len()];
                run.partial(tested.clone());
                for (place, (column, _)) in columns.iter().enumerate() {
                    TimeoutFuture::new(0).await;
                    let outcome = tested_pairs(&comparison.pairs(&a, &b, *column)).await;
                    if let Some(slot) = tested.get_mut(place) {
                        *slot = outcome;
                    }
                    run.partial(tested.clone());
                }
                Ok(tested)
            }
        });
    });
    Signal::derive(move || task.value().unwrap_or_default())
}

/// Both tests of a column; `None` where its values allow none.
async fn tested_pairs(pairs: &[OnQuery]) -> Option<Tested> {
    let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().map(|on| (on.a, on.b)).unzip();
    let n_draws = n_draws(pairs.len());
    let randomisation = paired_randomisation(&x, &y, n_draws, 0).ok()?;
    TimeoutFuture::new(0).await;
    let differences: Vec<f64> = pairs.iter().map(OnQuery::difference).collect();
    let resampling = Resampling { n_resamples: n_draws, ..Resampling::default() };
    let interval = mean_interval(&differences, &resampling).ok();
    Some(Tested { interval, randomisation })
}
