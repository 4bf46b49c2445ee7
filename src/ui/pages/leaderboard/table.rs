//! The table: means with their intervals, sortable by every column.

use super::{Row, View};
use crate::ui::column::Column;
use crate::ui::components::{candidates_words, table_tools};
use crate::ui::state::compare::n_draws;
use crate::ui::words;
use leptos::prelude::*;
use rankscope_core::benchmark::System;
use rankscope_core::metrics::Mean;
use std::cmp::Ordering;

/// What the rows are ordered by; in the address `system`, `-system`, a column's name for the best
/// first, or `-` and its name for the worst first.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Sort {
    /// The order of the manifest.
    Given,
    /// By title.
    Title { descending: bool },
    /// By a column.
    Column { name: String, descending: bool },
}

impl Sort {
    fn of(view: View) -> Self {
        let order = view.session.address.state.with(|state| state.order.clone());
        let Some(order) = order else { return Self::Given };
        let (name, is_turned) = match order.strip_prefix('-') {
            Some(name) => (name.to_string(), true),
            None => (order, false),
        };
        if name == "system" {
            Self::Title { descending: is_turned }
        } else {
            Self::Column { name, descending: !is_turned }
        }
    }

    fn words(&self) -> Option<String> {
        match self {
            Self::Given => None,
            Self::Title { descending: false } => Some("system".into()),
            Self::Title { descending: true } => Some("-system".into()),
            Self::Column { name, descending: true } => Some(name.clone()),
            Self::Column { name, descending: false } => Some(format!("-{name}")),
        }
    }
}

/// Sorts by what the address says from now on.
fn sort_by(view: View, sort: &Sort) {
    let order = sort.words();
    view.session.address.change(|state| state.order = order);
}

pub(super) fn table(view: View) -> AnyView {
    let columns = view.session.board.columns.get();
    let rows = view.rows.get();
    let visible = view.visible.get();
    let task = view.session.board.task;
    let is_running = Memo::new(move |_| task.is_running()).get();
    let sort = Sort::of(view);
    let dataset = view.dataset.get_value();
    let mean = |id: &str, index: usize| -> Option<Mean> {
        rows.iter().find(|row| row.system == id)?.means.get(&index).copied()
    };
    let mut systems: Vec<&System> = dataset.manifest.systems.iter().collect();
    match &sort {
        Sort::Given => {}
        Sort::Title { descending } => systems.sort_by(|a, b| {
            let order = a.title.cmp(&b.title);
            if *descending { order.reverse() } else { order }
        }),
        Sort::Column { name, descending } => {
            let named = |index: &&usize| columns.get(**index).is_some_and(|c| c.name() == *name);
            if let Some(index) = visible.iter().find(named) {
                systems
                    .sort_by(|a, b| by_mean(mean(&a.id, *index), mean(&b.id, *index), *descending));
            }
        }
    }
    let heads = visible.iter().filter_map(|index| {
        let column = columns.get(*index)?;
        let n = rows.iter().find_map(|row| row.means.get(index)).map(|mean| mean.n);
        Some(head(view, column, n, &sort))
    });
    let heads = heads.collect_view();
    let body = systems.iter().map(|system| {
        let is_known = rows.iter().any(|row| row.system == system.id);
        let cells = visible.iter().filter_map(|index| {
            let column = columns.get(*index)?;
            let value = mean(&system.id, *index).map(|mean| mean.mean);
            let words = if is_known || system.queries.is_none() {
                words::value(value)
            } else if is_running {
                "…".to_string()
            } else {
                "–".to_string()
            };
            let is_best = value.is_some() && value == best(&rows, *index);
            let key = (system.id.clone(), *index);
            let interval = move || {
                let interval = view.intervals.with(|all| all.get(&key).copied());
                let words = interval.map(|i| format!("{:.3}…{:.3}", i.low, i.high));
                words.unwrap_or_else(|| "\u{a0}".into())
            };
            Some(view! {
                <td
                    class="number"
                    class:best=is_best
                    data-system=system.id.clone()
                    data-measure=column.measure.to_string()
                    data-relevance=column.relevance.clone()
                    data-value=is_known.then(|| words::exact(value))
                >
                    {words}
                    {is_best.then(|| view! { <span class="visually-hidden">" (best)"</span> })}
                    <span class="mean-interval">{interval}</span>
                </td>
            })
        });
        let cells = cells.collect_view();
        let is_rankable =
            system.queries.is_some() || dataset.imported_rankings(&system.id).is_some();
        let lacking = (!is_rankable).then(|| {
            view! { <span class="head-relevance">"no stored query vectors"</span> }
        });
        // The mark goes with the table where the page's note does not: into files and copies.
        let chosen =
            view.session.board.of(&system.id).and_then(|values| values.n_candidates(&dataset));
        let chosen = chosen.map(|n| {
            view! { <span class="head-relevance">{candidates_words(n)} " a query"</span> }
        });
        view! {
            <tr>
                <th scope="row">{system.title.clone()} {lacking} {chosen}</th>
                {cells}
            </tr>
        }
    });
    let body = body.collect_view();
    let (title_sort, next) = match sort {
        Sort::Title { descending: true } => ("descending", Sort::Given),
        Sort::Title { descending: false } => ("ascending", Sort::Title { descending: true }),
        _ => ("none", Sort::Title { descending: false }),
    };
    let by_title = move |_| sort_by(view, &next);
    let n_chosen = view
        .subset
        .with(|subset| dataset.queries.iter().filter(|query| subset.holds(query)).count());
    let caption = format!(
        "Means over the queries with a relevant image; n, in each column’s head, is how many of \
         the {} have one. Below each mean: 95 % of {} resamples of these queries. The best of a \
         column is bold.",
        words::counted(n_chosen, "query", "queries"),
        words::count(n_draws(n_chosen)),
    );
    view! {
        <div class="scroller" tabindex="0" role="region" aria-label="Leaderboard, scrollable">
            <table class="board" aria-label="Leaderboard">
                <caption><span class="caption-words">{caption}</span></caption>
                <thead>
                    <tr>
                        <th scope="col" aria-sort=title_sort>
                            <button type="button" class="sort" on:click=by_title>
                                "System"
                            </button>
                        </th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </div>
        {table_tools("Leaderboard")}
    }
    .into_any()
}

fn head(view: View, column: &Column, n: Option<usize>, sort: &Sort) -> AnyView {
    let name = column.name();
    let (direction, next) = match sort {
        Sort::Column { name: own, descending: true } if *own == name => {
            ("descending", Sort::Column { name, descending: false })
        }
        Sort::Column { name: own, descending: false } if *own == name => ("ascending", Sort::Given),
        _ => ("none", Sort::Column { name, descending: true }),
    };
    let click = move |_| sort_by(view, &next);
    let n = n.map_or_else(|| "n = …".to_string(), |n| format!("n = {}", words::count(n)));
    view! {
        <th scope="col" class="number" aria-sort=direction>
            <button type="button" class="sort" title=column.measure.describe() on:click=click>
                <code>{column.measure.to_string()}</code>
            </button>
            <span class="head-relevance">{column.relevance_title.clone()}</span>
            <span class="head-n">{n}</span>
        </th>
    }
    .into_any()
}

/// The greatest mean of a column.
fn best(rows: &[Row], index: usize) -> Option<f64> {
    rows.iter().filter_map(|row| row.means.get(&index)).map(|m| m.mean).max_by(f64::total_cmp)
}

/// Systems without a mean come last either way.
fn by_mean(a: Option<Mean>, b: Option<Mean>, descending: bool) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => {
            let order = a.mean.total_cmp(&b.mean);
            if descending { order.reverse() } else { order }
        }
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}
