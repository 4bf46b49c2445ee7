//! The section on second stages: one system's first results in the order of every other one.

use super::View;
use crate::messages::Progress;
use crate::metrics::Mean;
use crate::ui::column::Column;
use crate::ui::components::{failure_panel, notice, picker, table_tools};
use crate::ui::state::second_stage::{DEPTH, N_SHUFFLES, Order};
use crate::ui::tally::SystemValues;
use crate::ui::task::TaskState;
use crate::ui::words;
use leptos::prelude::*;
use std::sync::Arc;

/// The section; it computes nothing until a first stage is chosen.
pub(super) fn second_stage(view: View) -> AnyView {
    let session = view.session;
    let first = Memo::new(move |_| session.address.state.with(|state| state.first.clone()));
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
    // It waits until the board has ranked the first stage.
    let values = Memo::new(move |_| session.board.of(&first.get()?));
    Effect::new(move |_| {
        if let Some(values) = values.get() {
            let columns = session.board.columns.get_untracked();
            let dataset = view.dataset.get_value();
            untrack(|| session.second_stage.want(&dataset, &columns, &values));
        }
    });
    let body = move || {
        let id = first.get()?;
        let is_known = view.dataset.with_value(|dataset| dataset.manifest.system(&id).is_some());
        if !is_known {
            let words = format!(
                "The address names the first stage {id}, which this benchmark does not have."
            );
            return Some(notice(words));
        }
        let table = values.get().map(|_| table(view));
        Some(view! { {status(view, values)} {table} }.into_any())
    };
    view! {
        <section class="block" aria-labelledby="second-stage-title">
            <h2 id="second-stage-title">"Second stage"</h2>
            <p class="prose">
                {format!("The first {DEPTH} results of one system, put in order by each of the others: how much a reranker can mend, between a random order and the best that there is.")}
            </p>
            <div class="pickers pickers-tight">
                {picker("First stage", options, current, move |id| {
                    session.address.change(|state| state.first = (!id.is_empty()).then_some(id));
                })}
            </div>
            {body}
        </section>
    }
    .into_any()
}

fn status(view: View, values: Memo<Option<Arc<SystemValues>>>) -> Option<AnyView> {
    let stage = view.session.second_stage;
    let again = move || stage.task.retry();
    if values.with(Option::is_none) {
        let words = "It begins when this system has been ranked on all queries.";
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
                            aria-label="Second stages"
                        ></progress>
                        <p class="progress-words">{format!("{done} of {total} orders")}</p>
                    </div>
                    <button type="button" class="quiet" on:click=move |_| stage.task.cancel()>
                        "Stop"
                    </button>
                </div>
            }
            .into_any(),
        ),
        TaskState::Cancelled { .. } => Some(
            view! {
                <div class="status-running">
                    <p role="status">"Stopped. What was done is shown."</p>
                    <button type="button" class="quiet" on:click=move |_| again()>
                        "Compute"
                    </button>
                </div>
            }
            .into_any(),
        ),
        TaskState::Failed { failure, .. } => Some(failure_panel(&failure, "Compute again", again)),
    }
}

/// The columns that a second stage can be judged by: those whose definition ranks the whole
/// corpus. Where only candidates are ranked, the leaderboard itself is the second stage.
fn columns(view: View) -> Vec<(usize, Column)> {
    let visible = view.visible.get();
    view.session.board.columns.with(|all| {
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
            "Every column ranks a fixed set of candidates: there each system is a second stage \
             already, and the table above compares them.",
        );
    }
    let orders = view.session.second_stage.task.value().unwrap_or_default();
    let subset = view.subset.get();
    let mean = |values: &SystemValues, index: usize| -> Option<Mean> {
        view.dataset
            .with_value(|dataset| super::mean_over(view.session, dataset, values, index, &subset))
    };
    let heads = columns.iter().map(|(_, column)| {
        view! {
            <th scope="col" class="number">
                <code>{column.measure.to_string()}</code>
                <span class="head-relevance">{column.relevance_title.clone()}</span>
            </th>
        }
    });
    let heads = heads.collect_view();
    let rows = orders.iter().map(|(order, values)| {
        let (key, words) = match order {
            Order::AsFound => ("as-found".to_string(), "As found".to_string()),
            Order::By(id) => (id.clone(), format!("By {}", view.title(id))),
            Order::Random => {
                ("random".to_string(), format!("At random (mean of {N_SHUFFLES} shuffles)"))
            }
            Order::Best => ("best".to_string(), "Best possible".to_string()),
        };
        let is_bound = matches!(order, Order::Random | Order::Best);
        let cells = columns.iter().map(|(index, column)| {
            let value = mean(values, *index).map(|mean| mean.mean);
            view! {
                <td
                    class="number"
                    data-order=key.clone()
                    data-measure=column.measure.to_string()
                    data-relevance=column.relevance.clone()
                    data-value=words::exact(value)
                >
                    {words::value(value)}
                </td>
            }
        });
        view! {
            <tr class:bound=is_bound>
                <th scope="row">{words}</th>
                {cells.collect_view()}
            </tr>
        }
    });
    let rows = rows.collect_view();
    view! {
        <div class="scroller" tabindex="0" role="region" aria-label="Second stage, scrollable">
            <table class="board" aria-label="Second stage">
                <thead>
                    <tr>
                        <th scope="col">"Order"</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {table_tools("Second stage")}
    }
    .into_any()
}
