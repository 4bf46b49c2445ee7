//! All queries at once: every system under every column.

use super::with_dataset;
use crate::benchmark::System;
use crate::metrics::Mean;
use crate::ui::board_state::{Board, BoardPhase, ids_with_queries};
use crate::ui::column::Column;
use crate::ui::components::{board_status, notice, relevance_picker};
use crate::ui::dataset::Dataset;
use crate::ui::session::Session;
use crate::ui::tally::SystemValues;
use crate::ui::words;
use leptos::prelude::*;
use std::cmp::Ordering;
use std::sync::Arc;

/// What the rows are ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// The order of the manifest.
    Given,
    /// By title.
    Title { descending: bool },
    /// By a column, by its place in the means.
    Column { index: usize, descending: bool },
}

/// The page.
pub fn leaderboard_page(session: Session) -> AnyView {
    let body = with_dataset(session, move |dataset| leaderboard(session, dataset));
    view! {
        <h1>"Leaderboard"</h1>
        {body}
    }
    .into_any()
}

fn leaderboard(session: Session, dataset: Arc<Dataset>) -> AnyView {
    let board = session.board;
    let wanted = ids_with_queries(&dataset);
    let wanted = Signal::derive(move || wanted.clone());
    // It starts by itself; not inside the view, which must not write to signals.
    let for_start = dataset.clone();
    Effect::new(move |_| untrack(|| board.want(&for_start, &wanted.get())));

    let n_headlines = Column::headlines_of(&dataset).len();
    let has_headlines = n_headlines > 0;
    let definition = Memo::new(move |_| {
        session.search.choice.with(|choice| choice.as_ref().map_or(0, |choice| choice.definition))
    });
    // Without headlines every definition is computed, and the chosen one is shown.
    let visible = Memo::new(move |_| {
        let definition = definition.get();
        board.columns.with(|columns| {
            let all = columns.iter().enumerate();
            let is_shown = |(index, column): &(usize, &Column)| match has_headlines {
                true => *index < n_headlines,
                false => column.definition == definition,
            };
            let shown = all.filter(is_shown);
            shown.map(|(index, _)| index).collect::<Vec<usize>>()
        })
    });
    let sort = RwSignal::new(Sort::Given);
    let intro = if has_headlines {
        "The columns that the benchmark’s authors report, computed in this browser from the stored vectors."
    } else {
        "The usual measures under the chosen definition of relevance, computed in this browser from the stored vectors."
    };
    let picker = (!has_headlines).then(|| {
        view! { <div class="pickers">{relevance_picker(session)}</div> }
    });
    let refused: Vec<String> = dataset
        .manifest
        .headlines
        .iter()
        .filter_map(|headline| headline.measure.parse::<crate::metrics::Measure>().err())
        .map(|e| e.to_string())
        .collect();
    let refused = (!refused.is_empty()).then(|| {
        notice(format!("Some columns cannot be computed and are left out: {}.", refused.join("; ")))
    });
    let for_table = dataset.clone();
    let for_status = dataset.clone();
    let is_running =
        Memo::new(move |_| board.phase.with(|phase| matches!(phase, BoardPhase::Running { .. })));
    let table = move || table(board, &for_table, &visible.get(), sort, is_running.get());
    view! {
        <p class="prose">{intro}</p>
        {picker}
        {refused}
        <div class="status-area">{move || board_status(session, &for_status, wanted)}</div>
        {table}
    }
    .into_any()
}

fn table(
    board: Board,
    dataset: &Arc<Dataset>,
    visible: &[usize],
    sort: RwSignal<Sort>,
    is_running: bool,
) -> AnyView {
    let columns = board.columns.get();
    let means = board.systems.get();
    let mean = |id: &str, index: usize| -> Option<Mean> {
        let of_system = means.iter().find(|means| means.system == id)?;
        of_system.mean(index)
    };
    let mut rows: Vec<&System> = dataset.manifest.systems.iter().collect();
    match sort.get() {
        Sort::Given => {}
        Sort::Title { descending } => rows.sort_by(|a, b| {
            let order = a.title.cmp(&b.title);
            if descending { order.reverse() } else { order }
        }),
        Sort::Column { index, descending } => rows.sort_by(|a, b| {
            let (a, b) = (mean(&a.id, index), mean(&b.id, index));
            by_mean(a, b, descending)
        }),
    }
    let heads = visible.iter().filter_map(|index| Some((*index, columns.get(*index)?)));
    let heads = heads.map(|(index, column)| head(index, column, n_of(&means, index), sort));
    let heads = heads.collect_view();
    let body = rows.iter().map(|system| {
        let is_known = means.iter().any(|means| means.system == system.id);
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
            let is_best = value.is_some() && value == best(&means, *index);
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
                </td>
            })
        });
        let cells = cells.collect_view();
        let lacking = system.queries.is_none().then(|| {
            view! { <span class="head-relevance">"no stored query vectors"</span> }
        });
        view! {
            <tr>
                <th scope="row">{system.title.clone()} {lacking}</th>
                {cells}
            </tr>
        }
    });
    let body = body.collect_view();
    let title_sort = match sort.get() {
        Sort::Title { descending: true } => "descending",
        Sort::Title { descending: false } => "ascending",
        _ => "none",
    };
    let by_title = move |_| {
        sort.update(|sort| {
            *sort = match *sort {
                Sort::Title { descending: false } => Sort::Title { descending: true },
                Sort::Title { descending: true } => Sort::Given,
                _ => Sort::Title { descending: false },
            };
        });
    };
    let caption = format!(
        "Means over the queries with a relevant image; n, in each column’s head, is how many of \
         the {} have one. The best of a column is bold.",
        words::counted(dataset.queries.len(), "query", "queries")
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
    }
    .into_any()
}

fn head(index: usize, column: &Column, n: Option<usize>, sort: RwSignal<Sort>) -> AnyView {
    let direction = match sort.get() {
        Sort::Column { index: own, descending } if own == index => {
            if descending {
                "descending"
            } else {
                "ascending"
            }
        }
        _ => "none",
    };
    let click = move |_| {
        sort.update(|sort| {
            *sort = match *sort {
                Sort::Column { index: own, descending: true } if own == index => {
                    Sort::Column { index, descending: false }
                }
                Sort::Column { index: own, descending: false } if own == index => Sort::Given,
                _ => Sort::Column { index, descending: true },
            };
        });
    };
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
fn best(systems: &[Arc<SystemValues>], index: usize) -> Option<f64> {
    let means = systems.iter().filter_map(|system| system.mean(index));
    means.map(|mean| mean.mean).max_by(f64::total_cmp)
}

/// The n of a column; it is the same for every system.
fn n_of(systems: &[Arc<SystemValues>], index: usize) -> Option<usize> {
    systems.iter().find_map(|system| system.mean(index)).map(|mean| mean.n)
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
