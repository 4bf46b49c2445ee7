//! What makes a query hard (Needle, Figure 4): how near its relevant pictures lie, against a measure.

use super::view::View;
use crate::ui::components::{
    Axes, Scatter, block, cancellable, picker, report_button, said, scatter, task_cancelled,
    task_failed, ticks,
};
use crate::ui::state::query_hardness::{Correlated, HardQueries, QueryHardness};
use crate::ui::state::view::{Asked, ViewState};
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::chart::{Bubble, Frame, bubbles, span_of};
use rankscope_core::report::HardnessReport;
use rankscope_core::views::Page;

/// `None` if no system has vectors.
pub(super) fn hard_queries(view: View) -> Option<AnyView> {
    let address = view.address;
    // Scores of runs are not cosines.
    let with_vectors: Vec<(String, String)> = view.dataset.with_value(|dataset| {
        let systems = dataset.own.systems.iter().filter(|system| system.queries.is_some());
        systems.map(|system| (system.id.clone(), system.title.clone())).collect()
    });
    if with_vectors.is_empty() {
        return None;
    }
    let known: Vec<String> = with_vectors.iter().map(|(id, _)| id.clone()).collect();
    let mut options = vec![(String::new(), "choose".to_string())];
    options.extend(with_vectors);
    let chosen = Memo::new(move |_| {
        address.state.with(|state| state.hardness.clone()).filter(|id| known.contains(id))
    });
    let current = Memo::new(move |_| chosen.get().unwrap_or_default());
    let wanted = Memo::new(move |_| correlated(view, &chosen.get()?));
    Effect::new(move |_| {
        if let Some(wanted) = wanted.get() {
            untrack(|| view.hard_queries.want(&wanted));
        }
    });
    let shown = move || {
        let done = view.hard_queries.once.task.value()?;
        (wanted.get().as_ref() == Some(&done.of)).then(|| figures(view, &done))
    };
    let body = view! {
        <p class="prose">
            "Does a system do better on queries whose relevant pictures lie near? Each dot is a query: the mean cosine of its text to its relevant pictures, and its value."
        </p>
        <div class="pickers pickers-tight">
            {picker("System", Signal::stored(options), current, move |id| {
                address.change(|state| state.hardness = (!id.is_empty()).then_some(id));
            })}
        </div>
        {move || chosen.get().and_then(|_| status(view.hard_queries))}
        {shown}
    };
    Some(block("hardness", "hard-queries-title", "What makes a query hard", body))
}

/// `None` until the system is ranked and the judgements are loaded; tracked.
fn correlated(view: View, system: &str) -> Option<Correlated> {
    if !view.is_judged.get() {
        return None;
    }
    let dataset = view.dataset.get_value();
    let values = view.board.of(system)?;
    let column = view.shown_column()?;
    let rows = view.query_rows();
    Some(Correlated { dataset, values, column, rows })
}

fn status(queries: HardQueries) -> Option<AnyView> {
    match queries.once.task.get() {
        TaskState::Idle | TaskState::Done(_) => None,
        TaskState::Running { .. } => {
            let line = said("Scoring the relevant pictures of every query …");
            Some(cancellable(queries.once.task, line))
        }
        TaskState::Cancelled { .. } => {
            Some(task_cancelled(queries.once.task, "Cancelled.", "Compute"))
        }
        TaskState::Failed { failure, .. } => Some(task_failed(queries.once.task, &failure)),
    }
}

fn figures(view: View, done: &QueryHardness) -> AnyView {
    let json = {
        let done = done.clone();
        move || {
            let report = HardnessReport::new(&done.of.dataset, &done.hardness, true);
            serde_json::to_string_pretty(&report).ok()
        }
    };
    view! {
        <p class="prose" data-finding="">{findings(done)}</p>
        {chart(view, done)}
        <div class="save">
            {report_button("hardness.json", || true, json)}
            <span class="save-said">"As rankscope hardness prints it with --per-query --json."</span>
        </div>
    }
    .into_any()
}

fn findings(done: &QueryHardness) -> String {
    let n = words::counted(done.hardness.queries.len(), "query", "queries");
    let of = |name: &str, correlation: Option<(f64, f64)>| match correlation {
        Some((r, p)) if p < 0.001 => format!("{name} {} (p < 0.001)", words::signed(r)),
        Some((r, p)) => format!("{name} {} (p = {p:.3})", words::signed(r)),
        None => format!("{name} undefined, since one side is constant"),
    };
    format!(
        "Over {n}: {}, {}.",
        of("Pearson’s r", done.hardness.pearson),
        of("Spearman’s ρ", done.hardness.spearman)
    )
}

fn chart(view: View, done: &QueryHardness) -> AnyView {
    let at: Vec<(f64, f64)> = done.hardness.queries.iter().map(|(_, [x, y])| (*x, *y)).collect();
    let bubbles = bubbles(&at);
    let dataset = &done.of.dataset;
    let first = |bubble: &Bubble| {
        let (row, _) = done.hardness.queries.get(*bubble.members.first()?)?;
        dataset.queries.get(*row)
    };
    let reading = |bubble: &Bubble| {
        let Some(query) = first(bubble) else { return String::new() };
        let others = match bubble.members.len() {
            1 => String::new(),
            n => format!(" and {}", words::counted(n - 1, "other", "others")),
        };
        let (cosine, value) = bubble.at;
        format!("“{}”{others}: mean cosine {cosine:.3}, value {value:.3}", query.text)
    };
    let readings = bubbles.iter().map(reading).collect();
    let ids: Vec<Option<String>> =
        bubbles.iter().map(|bubble| first(bubble).map(|query| query.id.clone())).collect();
    let system = done.of.values.system.clone();
    let ask = Callback::new(move |index: usize| {
        if let Some(Some(id)) = ids.get(index) {
            let asked = Some(Asked::Stored(id.clone()));
            let system = Some(system.clone());
            let state = view.address.state.get_untracked();
            view.address.visit(Page::Explore, &ViewState { asked, system, ..state });
        }
    });
    let (x, y) = (span_of(at.iter().map(|at| at.0), 0.08), span_of(at.iter().map(|at| at.1), 0.08));
    let measure = done.of.column.1.measure.to_string();
    let axes = Axes {
        x_ticks: ticks(x, 6),
        y_ticks: ticks(y, 5),
        x_title: "mean cosine to relevant pictures".into(),
        y_title: measure,
    };
    scatter(Scatter {
        name: "Nearness and value".into(),
        frame: Frame::sized((560.0, 340.0), x, y),
        axes,
        labels: vec![String::new(); bubbles.len()],
        bubbles,
        readings,
        has_diagonal: false,
        trend: None,
        groups: Vec::new(),
        chosen: None,
    })
    .description("Each dot is a query; a click opens it on Explore with this system.")
    .choose(Some(ask))
    .view()
}
