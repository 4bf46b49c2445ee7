//! How alike the systems are without judgements: the order of their first results, and where one finds
//! the other's first.

use crate::ui::components::coefficient::{shade, two_decimals};
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{cancellable, progress_bar, quiet_button};
use crate::ui::pages::choices::system_title;
use crate::ui::state::board::Board;
use crate::ui::task::{Run, Task, TaskState, pause};
use leptos::prelude::*;
use leptos::tachys::html::style::style;
use rankscope_core::analysis::{
    DIVERSITY_DEPTH, DIVERSITY_TOP, Dataset, Likeness, SystemValues, likeness, words,
};
use rankscope_messages::{Progress, ProgressUnit};
use std::sync::Arc;

type Systems = Option<Vec<Arc<SystemValues>>>;

#[derive(Debug, Clone, PartialEq)]
struct Alike {
    /// Id and title.
    systems: Vec<(String, String)>,
    n_queries: usize,
    tau_b: Vec<Vec<Option<f64>>>,
    /// `[row][column]`: the mean rank of the row's first result in the column's list.
    rank_of_first: Vec<Vec<Option<f64>>>,
}

/// What asks and what is found, of a direction.
#[derive(Clone, Copy)]
pub(super) struct Asking {
    pub(super) query: &'static str,
    pub(super) queries: &'static str,
    pub(super) found: &'static str,
}

/// Computes once every system has been ranked on this device.
pub(super) fn alike(
    board: Board,
    dataset: &Arc<Dataset>,
    ids: Vec<String>,
    asking: Asking,
) -> AnyView {
    let systems = Memo::new_with_compare(
        move |_| ids.iter().map(|id| board.of(id)).collect::<Systems>(),
        |a, b| !same(a, b),
    );
    let task: Task<Arc<Alike>> = Task::new();
    let dataset = dataset.clone();
    Effect::new(move |_| {
        let Some(systems) = systems.get() else { return task.reset() };
        let dataset = dataset.clone();
        task.start(move |run| {
            let (dataset, systems) = (dataset.clone(), systems.clone());
            async move { Ok(Arc::new(computed(&dataset, &systems, &run).await)) }
        });
    });
    let body = move || match task.get() {
        TaskState::Done(alike) => tables(&alike, asking),
        TaskState::Running { progress, .. } => running(task, progress),
        TaskState::Idle => {
            let words = "Waiting for every system to be ranked on this device: stored values do not \
                         include the results.";
            view! { <p class="prose">{words}</p> }.into_any()
        }
        TaskState::Cancelled { .. } | TaskState::Failed { .. } => {
            let again = quiet_button("Compare the lists", move || task.retry());
            view! { <p class="prose">"Cancelled. " {again}</p> }.into_any()
        }
    };
    view! {
        <p class="prose">
            {format!(
                "Without any judgement: do two systems put the same {} first? As in ECCV Caption (Chun et al., ECCV 2022, §3.1), whose five annotating models should differ: Kendall’s τ-b of the first {DIVERSITY_TOP} results, and the rank of one system’s first result in the other’s list. Systems that are alike propose the same candidates, and gain little when fused.",
                asking.found,
            )}
        </p>
        {body}
    }
    .into_any()
}

/// Compares by pointer: comparing values would take longer than the tables.
fn same(a: Option<&Systems>, b: Option<&Systems>) -> bool {
    let pointers =
        |all: &Systems| all.as_ref().map(|all| all.iter().map(Arc::as_ptr).collect::<Vec<_>>());
    a.map(pointers) == b.map(pointers)
}

/// Pauses after each pair.
async fn computed(
    dataset: &Dataset,
    systems: &[Arc<SystemValues>],
    run: &Run<Arc<Alike>>,
) -> Alike {
    let n = systems.len();
    let ids = systems.iter().map(|values| &values.system);
    let mut alike = Alike {
        systems: ids.map(|id| (id.clone(), system_title(dataset, id))).collect(),
        n_queries: dataset.queries.len(),
        tau_b: vec![vec![None; n]; n],
        rank_of_first: vec![vec![None; n]; n],
    };
    let total = (n * (n + 1) / 2) as u64;
    let mut done = 0;
    for (i, a) in systems.iter().enumerate() {
        for (j, b) in systems.iter().enumerate().skip(i) {
            let (what, unit) = (String::new(), ProgressUnit::Orders);
            run.progress(Progress { what, done, total, unit });
            pause().await;
            let queries = (0u32..).take(alike.n_queries);
            let pairs = queries.map(|query| (a.hits(query), b.hits(query)));
            let Likeness { tau_b, rank_of_a, rank_of_b, .. } = likeness(pairs);
            for (row, column, rank) in [(i, j, rank_of_a), (j, i, rank_of_b)] {
                alike.tau_b[row][column] = tau_b;
                alike.rank_of_first[row][column] = rank;
            }
            done += 1;
        }
    }
    alike
}

fn running(task: Task<Arc<Alike>>, progress: Option<Progress>) -> AnyView {
    let (done, total) = progress.map_or((0, 1), |progress| (progress.done, progress.total));
    let words = format!("{} of {} compared", words::count(done), words::count(total));
    cancellable(task, progress_bar("Pairs of systems".into(), (done, total), words))
}

struct Line {
    id: String,
    title: String,
    values: Vec<Option<f64>>,
}

fn tables(alike: &Alike, asking: Asking) -> AnyView {
    let over = words::counted(alike.n_queries, asking.query, asking.queries);
    let tau = format!(
        "Mean over {over} of τ-b over the {} that either system has among its first {DIVERSITY_TOP}; those that one lacks share the rank after its last. 1: the same results in the same order; −0.68: no result in common.",
        asking.found,
    );
    let rank = format!(
        "Mean rank of the row’s first result in the column’s list, over {over}; {} where it is not among the first {DIVERSITY_DEPTH}. 1: always first there too.",
        DIVERSITY_DEPTH + 1,
    );
    view! {
        {matrix(alike, "Order of the first results (τ-b)", &alike.tau_b, tau, tau_cell)}
        {matrix(alike, "Rank of the other’s first result", &alike.rank_of_first, rank, rank_cell)}
    }
    .into_any()
}

fn matrix(
    alike: &Alike,
    name: &'static str,
    values: &[Vec<Option<f64>>],
    caption: String,
    cell: fn(Option<f64>) -> Cell,
) -> AnyView {
    let line = |((id, title), values): (&(String, String), &Vec<_>)| Line {
        id: id.clone(),
        title: title.clone(),
        values: values.clone(),
    };
    let lines: Vec<Line> = alike.systems.iter().zip(values).map(line).collect();
    let mut columns = vec![Column::text("System", |line: &Line| line.title.clone()).heads_row()];
    columns.extend(alike.systems.iter().enumerate().map(|(place, (id, title))| {
        let value = move |line: &Line| line.values.get(place).copied().flatten();
        let other = id.clone();
        Column::number(title.clone(), value)
            .view(move |line| {
                cell(value(line))
                    .data("data-row", line.id.clone())
                    .data("data-column", other.clone())
                    .exact(value(line))
            })
            .head(view! { <code class="alike-head">{id.clone()}</code> })
            .hint(title.clone())
            .numeric(false)
    }));
    DataTable::new(name, columns, lines).class("matrix alike").titled().caption(caption).view()
}

fn tau_cell(value: Option<f64>) -> Cell {
    let (class, shade) = shade(value);
    Cell::new(two_decimals(value)).class(class).with(style(shade))
}

fn rank_cell(value: Option<f64>) -> Cell {
    Cell::new(value.map_or_else(|| "n/a".into(), |rank| format!("{rank:.1}"))).class("number tau")
}
