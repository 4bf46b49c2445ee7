//! Re-ranking: one system's first results, re-ranked by each of the others.

use super::depth_curve::depth_curve;
use super::gain_map::gain_map;
use super::stage::{self, Counted};
use super::view::View;
use crate::ui::components::table::{self, Cell, DataTable, RowView};
use crate::ui::components::{
    block, cancellable, depth_field, measure_name, notice, picker, progress_bar, said,
    task_cancelled, task_failed,
};
use crate::ui::state::second_stage::Ordered;
use crate::ui::task::TaskState;
use leptos::prelude::*;
use leptos::tachys::html::class::class;
use rankscope_core::analysis::{Column, Order, ids_with_rankings, words};
use rankscope_core::metrics::{Mean, N_SHUFFLES};
use rankscope_core::ranking::Unscored;
use rankscope_messages::Progress;
use std::collections::BTreeSet;

/// Computes nothing until a first stage is chosen.
pub(super) fn second_stage(view: View) -> AnyView {
    let first = Memo::new(move |_| view.address.state.with(|state| state.first.clone()));
    let options = Memo::new(move |_| {
        let mut options = vec![(String::new(), "none".to_string())];
        view.dataset.with_value(|dataset| {
            let ids = ids_with_rankings(dataset);
            options.extend(ids.into_iter().map(|id| (id.clone(), view.title(&id))));
        });
        options
    });
    let current = Memo::new(move |_| first.get().unwrap_or_default());
    // Waits for the first stage's ranking and for the judgements.
    let wanted = Memo::new(move |_| stage::wanted(view, &first.get()?));
    Effect::new(move |_| {
        if let Some(wanted) = wanted.get().filter(|wanted| !wanted.columns.is_empty()) {
            untrack(|| view.second_stage.want(&wanted));
        }
    });
    let is_ranked = Memo::new(move |_| wanted.with(Option::is_some));
    let is_empty = Memo::new(move |_| {
        wanted.with(|stage| stage.as_ref().is_some_and(|stage| stage.columns.is_empty()))
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
        if is_empty.get() {
            return Some(notice(
                "Every column ranks a fixed set of candidates. Choose these as what is re-ranked.",
            ));
        }
        let map = gain_map(view);
        let below = move || is_ranked.get().then(|| table(view));
        let by_depth = depth_curve(view, &id);
        Some(view! { {move || status(view, is_ranked)} {below} {map} {by_depth} }.into_any())
    };
    let body = view! {
        <p class="prose">
            "The other systems, and runs such as a model’s stored scores, re-rank the first results of one system. This shows how much a re-ranker can gain, between a random order and the best possible one."
        </p>
        <div class="pickers pickers-tight">
            {picker("First stage", options, current, move |id| {
                view.address.change(|state| state.first = (!id.is_empty()).then_some(id));
            })}
            {candidates_picker(view)}
            {depth_field(view.address, "leaderboard-depth")}
        </div>
        {positives_box(view)}
        {body}
    };
    block("reranking", "second-stage-title", "Re-ranking", body)
}

/// The first results, or fixed candidates; `None` if the benchmark has no candidates.
fn candidates_picker(view: View) -> Option<AnyView> {
    let sets = view.dataset.with_value(|dataset| stage::candidate_sets(dataset));
    if sets.is_empty() {
        return None;
    }
    let mut options = vec![(String::new(), "its first results".to_string())];
    options.extend(sets.into_iter().map(|(_, id, title)| (id, format!("candidates of {title}"))));
    let address = view.address;
    let current = Memo::new(move |_| {
        address.state.with(|state| state.candidates.clone()).unwrap_or_default()
    });
    Some(picker("What is re-ranked", options, current, move |id| {
        address.change(|state| state.candidates = (!id.is_empty()).then_some(id));
    }))
}

/// INQUIRE-Rerank's filter.
fn positives_box(view: View) -> AnyView {
    let is_on = Memo::new(move |_| view.address.state.with(|state| state.positives));
    let address = view.address;
    view! {
        <label class="check">
            <input
                type="checkbox"
                prop:checked=move || is_on.get()
                on:change=move |ev| {
                    let is_on = event_target_checked(&ev);
                    address.change(|state| state.positives = is_on);
                }
            />
            "Only queries with 1 to 50 relevant pictures among them, as in INQUIRE-Rerank"
        </label>
    }
    .into_any()
}

fn status(view: View, is_ranked: Memo<bool>) -> Option<AnyView> {
    let task = view.second_stage.once.task;
    if !is_ranked.get() {
        return Some(said(
            "Starts when this system has been ranked on all queries and the judgements are loaded.",
        ));
    }
    match task.get() {
        TaskState::Idle | TaskState::Done(_) | TaskState::Running { progress: None, .. } => None,
        TaskState::Running { progress: Some(Progress { done, total, .. }), .. } => {
            let words = format!("{done} of {total} orders");
            Some(cancellable(task, progress_bar("Re-ranking".into(), (done, total), words)))
        }
        TaskState::Cancelled { .. } => {
            Some(task_cancelled(task, "Cancelled. Results so far are shown.", "Compute"))
        }
        TaskState::Failed { failure, .. } => Some(task_failed(task, &failure)),
    }
}

fn table(view: View) -> Option<AnyView> {
    let counted = Counted::of(view)?;
    let subset = view.subset.get();
    let columns = counted.orders.stage.columns.clone();
    let line = |ordered: &Ordered| {
        let means = (0..columns.len()).map(|place| counted.mean(&ordered.values, place, &subset));
        Line {
            order: ordered.order.clone(),
            title: title_of(view, &ordered.order, &columns),
            means: means.collect(),
            unscored: counted.unscored(ordered, &subset),
        }
    };
    let lines: Vec<Line> = counted.orders.all.iter().map(line).collect();
    let mut shown = vec![title_column()];
    for (place, column) in columns.iter().enumerate() {
        shown.extend(means_columns(place, column));
    }
    shown.push(table::Column::saved("hits without a score", |line: &Line| {
        line.unscored.map(|unscored| unscored.n_hits)
    }));
    let table = DataTable::new("Second stage", shown, lines).class("board").row(|line| {
        let is_bound = matches!(line.order, Order::Random | Order::Best);
        RowView::default().with(class(is_bound.then_some("bound")))
    });
    Some(table.view())
}

struct Line {
    order: Order,
    title: String,
    /// By column.
    means: Vec<Option<Mean>>,
    /// Hits without a score from the second stage.
    unscored: Option<Unscored>,
}

impl Line {
    /// For scripts that read the page.
    fn key(&self) -> String {
        match &self.order {
            Order::AsFound => "as-found".to_string(),
            Order::By(id) => id.clone(),
            Order::Random => "random".to_string(),
            Order::Best => "best".to_string(),
        }
    }
}

fn title_of(view: View, order: &Order, columns: &[Column]) -> String {
    match order {
        Order::AsFound => "As found".to_string(),
        Order::By(id) => format!("By {}", view.title(id)),
        Order::Random => title_of_random(columns),
        Order::Best => "Best possible".to_string(),
    }
}

/// Names the measures whose expected value is simulated.
fn title_of_random(columns: &[Column]) -> String {
    let measures = columns.iter().map(|column| column.measure);
    let simulated = measures.filter(|measure| !measure.has_closed_form());
    let simulated: BTreeSet<String> = simulated.map(|measure| measure.to_string()).collect();
    if simulated.is_empty() {
        return "Random order (expected value)".to_string();
    }
    let named = simulated.into_iter().collect::<Vec<_>>().join(", ");
    format!("Random order (expected value; {named}: mean of {N_SHUFFLES} shuffles)")
}

fn title_column() -> table::Column<Line> {
    table::Column::text("Order", |line: &Line| line.title.clone())
        .view(|line| {
            let note = line.unscored.map(|Unscored { n_hits, of_hits, .. }| {
                let (n, of) = (words::count(n_hits), words::count(of_hits));
                let words =
                    format!("{n} of {of} pictures without a score, last in their old order");
                view! { " " <span class="head-relevance">{words}</span> }
            });
            Cell::new(view! { {line.title.clone()} {note} }).data(
                "data-unscored",
                line.unscored.map_or(0, |unscored| unscored.n_hits).to_string(),
            )
        })
        .heads_row()
}

/// A column's means and, for exports only, the number of queries.
fn means_columns(place: usize, column: &Column) -> [table::Column<Line>; 2] {
    let (measure, relevance) = (column.measure.to_string(), column.relevance.clone());
    let title = format!("{measure} {}", column.relevance_title);
    let head = view! {
        {measure_name(&measure)}
        <span class="head-relevance">{column.relevance_title.clone()}</span>
    };
    let of = move |line: &Line| line.means.get(place).copied().flatten();
    let mean = move |line: &Line| of(line).map(|mean| mean.mean);
    let means = table::Column::number(title.clone(), mean).head(head).view(move |line| {
        let n = of(line).map(|mean| format!("n = {}", words::count(mean.n)));
        Cell::new(view! { {words::value(mean(line))} <span class="mean-interval">{n}</span> })
            .data("data-order", line.key())
            .data("data-measure", measure.clone())
            .data("data-relevance", relevance.clone())
            .data("data-n", of(line).map_or(0, |mean| mean.n).to_string())
            .exact(mean(line))
    });
    [
        means,
        table::Column::saved(format!("{title} n"), move |line: &Line| of(line).map(|mean| mean.n)),
    ]
}
