//! How a fused score is made: what each part adds, computed when the visitor opens it.

use super::failure::failure_text;
use super::opened::Opened;
use crate::ui::derived::{PartTerm, terms_of_hit};
use crate::ui::engine_client::Engine;
use crate::ui::task::{Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, FUSED_DEPTH, FusedSystem, words};
use rankscope_core::ranking::Hit;
use rankscope_messages::Request;
use std::sync::Arc;

#[derive(Clone)]
pub(super) struct FusedHit {
    pub(super) engine: Engine,
    pub(super) dataset: Arc<Dataset>,
    pub(super) request: Request,
    pub(super) hit: Hit,
    pub(super) rank: usize,
}

pub(super) fn fused_terms(of: FusedHit) -> AnyView {
    let task: Task<Vec<PartTerm>> = Task::new();
    let (rank, score) = (of.rank, of.hit.score);
    let reads_scores = of
        .request
        .system()
        .and_then(|id| FusedSystem::parse(id).ok())
        .is_some_and(|fused| !fused.method.takes_ranks());
    let opened = Opened::of(&of.hit.row_in_corpus.to_string());
    opened.when_open(move || {
        if task.with_untracked(TaskState::is_running_or_done) {
            return;
        }
        task.start_with(of.clone(), |_, FusedHit { engine, dataset, request, hit, .. }| {
            terms_of_hit(engine, dataset, request, hit.row_in_corpus)
        });
    });
    let body = move || match task.get() {
        TaskState::Done(terms) => table(&terms, rank, score, reads_scores),
        TaskState::Failed { failure, .. } => {
            view! { <p role="alert">{failure_text(&failure)}</p> }.into_any()
        }
        TaskState::Running { .. } => {
            view! { <p class="progress-words">"Asking each system …"</p> }.into_any()
        }
        TaskState::Idle | TaskState::Cancelled { .. } => ().into_any(),
    };
    view! {
        <details class="credit" node_ref=opened.element on:toggle=move |_| opened.follow()>
            <summary>
                "How its score is made"
                <span class="visually-hidden">{format!(", result {rank}")}</span>
            </summary>
            {body}
        </details>
    }
    .into_any()
}

fn table(terms: &[PartTerm], rank: usize, score: f32, reads_scores: bool) -> AnyView {
    // Reciprocal ranks are small.
    let digits =
        |value: f64| if reads_scores { format!("{value:.3}") } else { format!("{value:.5}") };
    let row = |PartTerm { title, term }: &PartTerm| {
        let place = match term {
            Some(term) => words::count(term.rank),
            None => format!("beyond {}", words::count(FUSED_DEPTH)),
        };
        view! {
            <tr
                data-rank=term.map(|term| term.rank.to_string())
                data-adds=term.map(|term| term.contribution.to_string())
            >
                <th scope="row">{title.clone()}</th>
                <td>
                    {place}
                    {term
                        .filter(|_| reads_scores)
                        .map(|term| {
                            view! { <span class="fused-score">{format!("{:.4}", term.score)}</span> }
                        })}
                </td>
                <td>{digits(term.map_or(0.0, |term| term.contribution))}</td>
            </tr>
        }
    };
    view! {
        <table class="fused-terms" aria-label=format!("Score of result {rank}")>
            <thead>
                <tr>
                    <th scope="col">"System"</th>
                    <th scope="col">{if reads_scores { "Rank, score" } else { "Rank" }}</th>
                    <th scope="col">"Adds"</th>
                </tr>
            </thead>
            <tbody>{terms.iter().map(row).collect_view()}</tbody>
            <tfoot>
                <tr>
                    <th scope="row" colspan="2">
                        "Sum"
                    </th>
                    <td>{digits(f64::from(score))}</td>
                </tr>
            </tfoot>
        </table>
    }
    .into_any()
}
