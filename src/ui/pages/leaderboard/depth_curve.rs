//! Re-ranking by depth: the means of four orders, and what the second stage gains, at several numbers of
//! re-ranked results.

use super::gain::gain_columns;
use super::stage::chosen_candidates;
use super::view::View;
use crate::ui::components::table::{Cell, Column as TableColumn, DataTable};
use crate::ui::components::{
    LinePoint, Lines, Series, cancellable, lines, picker, progress_bar, report_button,
    task_cancelled, task_failed,
};
use crate::ui::state::depth_curve::{DEPTHS, DepthCurve, DepthCurves, Swept};
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::{Column, ids_with_rankings, words};
use rankscope_core::report::RerankPoint;
use rankscope_messages::Progress;

/// A picker of the second stage; the curve is computed once one is chosen.
pub(super) fn depth_curve(view: View, first: &str) -> AnyView {
    let address = view.address;
    let ids = view.dataset.with_value(|dataset| ids_with_rankings(dataset));
    let others: Vec<String> = ids.into_iter().filter(|id| id != first).collect();
    let mut options = vec![(String::new(), "choose".to_string())];
    options.extend(others.iter().map(|id| (id.clone(), view.title(id))));
    let second = Memo::new(move |_| {
        let named = address.state.with(|state| state.curve.clone());
        named.filter(|id| others.contains(id))
    });
    let current = Memo::new(move |_| second.get().unwrap_or_default());
    let first = first.to_string();
    let swept = Memo::new(move |_| swept(view, &first, second.get()?));
    Effect::new(move |_| {
        if let Some(swept) = swept.get() {
            untrack(|| view.depth_curves.want(&swept));
        }
    });
    let shown = Memo::new_with_compare(
        move |_| {
            let done = view.depth_curves.once.task.value()?;
            (swept.get().as_ref() == Some(&done.of)).then_some(done)
        },
        |_, _| true,
    );
    view! {
        <h3>"By depth"</h3>
        <p class="prose">
            {format!(
                "How much does one re-ranker gain over the first {} results, and could it be chance? The rest of each list follows in its own order, so that all depths are measured alike.",
                words::listed(&DEPTHS.map(|depth| depth.to_string())),
            )}
        </p>
        <div class="pickers pickers-tight">
            {picker("Re-ranked by", Signal::stored(options), current, move |id| {
                address.change(|state| state.curve = (!id.is_empty()).then_some(id));
            })}
        </div>
        {move || second.get().and_then(|_| status(view.depth_curves))}
        {move || shown.get().map(|done| figures(view, &done))}
    }
    .into_any()
}

/// `None` until the judgements are loaded; tracked.
fn swept(view: View, first: &str, second: String) -> Option<Swept> {
    if !view.is_judged.get() {
        return None;
    }
    let dataset = view.dataset.get_value();
    let candidates = chosen_candidates(view);
    let (_, shown) = view.shown_column()?;
    let column = match candidates {
        Some(definition) => {
            let id = &dataset.manifest.relevance.get(definition)?.id;
            Column::new(&dataset, shown.measure, id)?
        }
        None => shown,
    };
    let rows = view.query_rows();
    let positives = view.address.state.with(|state| state.positives);
    let first = first.to_string();
    Some(Swept { dataset, first, second, column, candidates, rows, positives })
}

fn status(curves: DepthCurves) -> Option<AnyView> {
    match curves.once.task.get() {
        TaskState::Idle | TaskState::Done(_) => None,
        TaskState::Running { progress, .. } => {
            let (done, total) =
                progress.map_or((0, 0), |Progress { done, total, .. }| (done, total));
            let words = format!("{done} of {} depths", DEPTHS.len());
            let bar = progress_bar("Re-ranking by depth".into(), (done, total), words);
            Some(cancellable(curves.once.task, bar))
        }
        TaskState::Cancelled { .. } => {
            Some(task_cancelled(curves.once.task, "Cancelled. Points so far are shown.", "Compute"))
        }
        TaskState::Failed { failure, .. } => Some(task_failed(curves.once.task, &failure)),
    }
}

fn figures(view: View, done: &DepthCurve) -> Option<AnyView> {
    let curve = done.curves.values().next()?;
    let measure = done.of.column.measure.to_string();
    let points = curve.curve.clone();
    let is_ready = points.len() == DEPTHS.len();
    let json = {
        let curves = done.curves.clone();
        move || serde_json::to_string_pretty(&*curves).ok()
    };
    let title =
        format!("{} re-ranked by {}", view.title(&done.of.first), view.title(&done.of.second));
    let view = view! {
        <p class="chart-title">{title}</p>
        {chart(&points, &measure)}
        {table(points, &measure)}
        <div class="save">
            {report_button("rerank.json", move || is_ready, json)}
            <span class="save-said">"As rankscope rerank --depths prints it with --json."</span>
        </div>
    };
    Some(view.into_any())
}

fn chart(points: &[RerankPoint], measure: &str) -> AnyView {
    // Depths double or more from one to the next.
    let x = |point: &RerankPoint| libm::log2(point.depth as f64);
    let series = |name: &str, of: fn(&RerankPoint) -> Option<f64>, has_interval: bool| {
        let point = |point: &RerankPoint| {
            let mean = of(point)?;
            let gain = point.gain.filter(|_| has_interval);
            let interval = gain.and_then(|gain| {
                let found = point.means.found?;
                Some((found + gain.low?, found + gain.high?))
            });
            let depth = words::counted(point.depth, "result", "results");
            let mut reading = format!("{depth}, {name}: {}", words::value(Some(mean)));
            if let Some(gain) = gain {
                reading.push_str(&format!(", {} over as found", words::signed(gain.mean)));
            }
            Some(LinePoint { at: (x(point), mean), interval, reading })
        };
        Series { name: name.into(), points: points.iter().filter_map(point).collect() }
    };
    let series = vec![
        series("re-ranked", |point| point.means.reranked, true),
        series("as found", |point| point.means.found, false),
        series("random", |point| point.means.random, false),
        series("best possible", |point| point.means.best, false),
    ];
    lines(Lines {
        name: "Re-ranking by depth",
        places: points.iter().map(|point| (x(point), point.depth.to_string())).collect(),
        x_title: "re-ranked results".into(),
        y_title: measure.into(),
        series,
        is_joined: true,
    })
    .description(
        "Means of the four orders. Whiskers: the 95% interval of the gain, drawn from the list as found.",
    )
    .view()
}

fn table(points: Vec<RerankPoint>, measure: &str) -> AnyView {
    let number = |title: &'static str, of: fn(&RerankPoint) -> Option<f64>| {
        TableColumn::number(title, of).view(move |point| {
            Cell::new(words::value(of(point)))
                .data("data-depth", point.depth.to_string())
                .data("data-of", title)
                .exact(of(point))
        })
    };
    let mut columns = vec![
        TableColumn::text("Re-ranked", |point: &RerankPoint| point.depth).heads_row(),
        number("As found", |point| point.means.found),
        number("Random", |point| point.means.random),
        number("Best", |point| point.means.best),
        number("Re-ranked mean", |point| point.means.reranked),
    ];
    columns.extend(gain_columns(
        |point: &RerankPoint| point.gain,
        |point| ("data-depth", point.depth.to_string()),
    ));
    columns.push(TableColumn::number("n", |point: &RerankPoint| point.means.n));
    DataTable::new("Gain by depth", columns, points)
        .caption(format!(
            "{measure}. Gain: re-ranked minus as found over the same queries, with a bootstrap interval of 10,000 resamples, the randomisation test (p) and the paired t test."
        ))
        .view()
}
