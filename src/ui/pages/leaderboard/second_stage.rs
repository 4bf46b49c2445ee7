//! The re-ranking section: one system's first results, re-ranked by each of the others.

use super::view::{View, mean_over};
use crate::messages::Progress;
use crate::ui::components::table::{self, Cell, DataTable, RowView};
use crate::ui::components::{failure_panel, notice, picker};
use crate::ui::task::TaskState;
use leptos::prelude::*;
use leptos::tachys::html::class::class;
use rankscope_core::analysis::{Column, DEPTH, Order, SystemValues, words};
use rankscope_core::metrics::{Mean, N_SHUFFLES};
use std::{collections::BTreeSet, sync::Arc};

/// The section; it computes nothing until a first stage is chosen.
pub(super) fn second_stage(view: View) -> AnyView {
    let first = Memo::new(move |_| view.address.state.with(|state| state.first.clone()));
    let options = Memo::new(move |_| {
        let mut options = vec![(String::new(), "none".to_string())];
        view.dataset.with_value(|dataset| {
            let systems = dataset.manifest.systems.iter();
            let ranked = systems.filter(|system| system.queries.is_some());
            options.extend(ranked.map(|system| (system.id.clone(), system.title.clone())));
        });
        options
    });
    let current = Memo::new(move |_| first.get().unwrap_or_default());
    // Waits until the board has ranked the first stage.
    let values = Memo::new(move |_| view.board.of(&first.get()?));
    Effect::new(move |_| {
        if let Some(values) = values.get() {
            let columns = view.board.columns.get_untracked();
            let dataset = view.dataset.get_value();
            untrack(|| view.second_stage.want(&dataset, &columns, &values));
        }
    });
    let body = move || {
        let id = first.get()?;
        let is_known = view.dataset.with_value(|dataset| dataset.manifest.system(&id).is_some());
        if !is_known {
            let words = format!(
                "The address names {id} as the first stage, which this benchmark does not have. \
                 Choose another first stage."
            );
            return Some(notice(words));
        }
        let table = values.get().map(|_| table(view));
        Some(view! { {status(view, values)} {table} }.into_any())
    };
    view! {
        <section class="block" aria-labelledby="second-stage-title">
            <h2 id="second-stage-title">"Re-ranking"</h2>
            <p class="prose">
                {format!("Each of the other systems re-ranks the first {DEPTH} results of one system. This shows how much a re-ranker can gain, between a random order and the best possible one.")}
            </p>
            <div class="pickers pickers-tight">
                {picker("First stage", options, current, move |id| {
                    view.address.change(|state| state.first = (!id.is_empty()).then_some(id));
                })}
            </div>
            {body}
        </section>
    }
    .into_any()
}

fn status(view: View, values: Memo<Option<Arc<SystemValues>>>) -> Option<AnyView> {
    let stage = view.second_stage;
    let again = move || stage.task.retry();
    if values.with(Option::is_none) {
        let words = "Starts when this system has been ranked on all queries.";
        return Some(view! { <p role="status">{words}</p> }.into_any());
    }
    match stage.task.get() {
        TaskState::Idle | TaskState::Done(_) | TaskState::Running { progress: None, .. } => None,
        TaskState::Running { progress: Some(Progress { done, total, .. }), .. } => Some(
            view! {
                <div class="status-running">
                    <div class="progress">
                        <progress
                            max=total.to_string()
                            value=done.to_string()
                            aria-label="Re-ranking"
                        ></progress>
                        <p class="progress-words">{format!("{done} of {total} orders")}</p>
                    </div>
                    <button type="button" class="quiet" on:click=move |_| stage.task.cancel()>
                        "Cancel"
                    </button>
                </div>
            }
            .into_any(),
        ),
        TaskState::Cancelled { .. } => Some(
            view! {
                <div class="status-running">
                    <p role="status">"Cancelled. Results so far are shown."</p>
                    <button type="button" class="quiet" on:click=move |_| again()>
                        "Compute"
                    </button>
                </div>
            }
            .into_any(),
        ),
        TaskState::Failed { failure, .. } => Some(failure_panel(&failure, "Try again", again)),
    }
}

/// The columns that can measure a second stage: those whose definition ranks the whole corpus. If
/// only candidates are ranked, the leaderboard itself compares second stages.
fn columns(view: View) -> Vec<(usize, Column)> {
    let visible = view.visible.get();
    view.board.columns.with(|all| {
        let column = |index: &usize| Some((*index, all.get(*index)?.clone()));
        let columns = visible.iter().filter_map(column);
        columns
            .filter(|(_, column)| {
                view.dataset.with_value(|dataset| {
                    let relevance = dataset.relevance.get(column.definition);
                    relevance.is_some_and(|relevance| !relevance.ranks_only_judged())
                })
            })
            .collect()
    })
}

fn table(view: View) -> AnyView {
    let columns = columns(view);
    if columns.is_empty() {
        return notice(
            "Every column ranks a fixed set of candidates, so each system is already a second \
             stage, and the table above compares them.",
        );
    }
    let orders = view.second_stage.task.value().unwrap_or_default();
    let subset = view.subset.get();
    let mean = |values: &SystemValues, index: usize| -> Option<Mean> {
        view.dataset.with_value(|dataset| mean_over(view.board, dataset, values, index, &subset))
    };
    let lines: Vec<Line> = orders
        .iter()
        .map(|(order, values)| Line {
            order: order.clone(),
            title: title_of(view, order, &columns),
            means: columns.iter().map(|(index, _)| mean(values, *index).map(|m| m.mean)).collect(),
        })
        .collect();
    let mut shown =
        vec![table::Column::text("Order", |line: &Line| line.title.clone()).heads_row()];
    let columns = columns.into_iter().map(|(_, column)| column).enumerate();
    shown.extend(columns.map(|(place, column)| means_column(place, &column)));
    DataTable::new("Second stage", shown, lines)
        .class("board")
        .row(|line| {
            let is_bound = matches!(line.order, Order::Random | Order::Best);
            RowView::default().with(class(is_bound.then_some("bound")))
        })
        .view()
}

/// An order of the first results, with its mean in each column.
struct Line {
    order: Order,
    title: String,
    means: Vec<Option<f64>>,
}

impl Line {
    /// Its name for scripts that read the page.
    fn key(&self) -> String {
        match &self.order {
            Order::AsFound => "as-found".to_string(),
            Order::By(id) => id.clone(),
            Order::Random => "random".to_string(),
            Order::Best => "best".to_string(),
        }
    }
}

fn title_of(view: View, order: &Order, columns: &[(usize, Column)]) -> String {
    match order {
        Order::AsFound => "As found".to_string(),
        Order::By(id) => format!("By {}", view.title(id)),
        Order::Random => title_of_random(columns),
        Order::Best => "Best possible".to_string(),
    }
}

/// Names the measures whose expected value is not exact.
fn title_of_random(columns: &[(usize, Column)]) -> String {
    let measures = columns.iter().map(|(_, column)| column.measure);
    let simulated: BTreeSet<String> = measures
        .filter(|measure| !measure.has_closed_form())
        .map(|measure| measure.to_string())
        .collect();
    if simulated.is_empty() {
        return "Random order (expected value)".to_string();
    }
    let named = simulated.into_iter().collect::<Vec<_>>().join(", ");
    format!("Random order (expected value; {named}: mean of {N_SHUFFLES} shuffles)")
}

fn means_column(place: usize, column: &Column) -> table::Column<Line> {
    let (measure, relevance) = (column.measure.to_string(), column.relevance.clone());
    let title = format!("{measure} {}", column.relevance_title);
    let head = view! {
        <code>{measure.clone()}</code>
        <span class="head-relevance">{column.relevance_title.clone()}</span>
    };
    let mean = move |line: &Line| line.means.get(place).copied().flatten();
    table::Column::number(title, mean).head(head).view(move |line| {
        Cell::new(words::value(mean(line)))
            .data("data-order", line.key())
            .data("data-measure", measure.clone())
            .data("data-relevance", relevance.clone())
            .exact(mean(line))
    })
}
