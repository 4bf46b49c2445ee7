//! Two charts: the scatter plot of both systems' values, and the sorted differences.

use crate::ui::components::{
    Axes, Chart, Datum, Scatter, alone, notice, quarter_ticks, scatter, ticks,
};
use crate::ui::state::address::Address;
use crate::ui::state::view::Asked;
use leptos::prelude::*;
use rankscope_core::analysis::{Comparison, OnQuery, SystemValues, words};
use rankscope_core::chart::{Frame, bars_path, bubbles, span_of, whole_ticks};
use std::sync::Arc;

/// Both charts side by side.
pub(super) fn figures(
    address: Address,
    comparison: &Arc<Comparison>,
    (a, b): &(Arc<SystemValues>, Arc<SystemValues>),
) -> AnyView {
    let Some((column, _)) = comparison.column() else { return ().into_any() };
    let pairs = comparison.pairs(a, b, *column);
    if pairs.is_empty() {
        let words = "No query has a value under this definition of relevance, so there is nothing to plot. Choose another definition.";
        return alone("scatter differences", notice(words));
    }
    view! {
        <div class="pair">
            {alone("scatter", scatter_of(address, comparison, &pairs))}
            {alone("differences", bars_of(address, comparison, &pairs))}
        </div>
    }
    .into_any()
}

/// The position of a bubble, as written in the address.
pub(super) fn place_words((x, y): (f64, f64)) -> String {
    format!("{x},{y}")
}

fn text_of(comparison: &Comparison, query_row: u32) -> String {
    let query = comparison.dataset.queries.get(query_row as usize);
    query.map(|query| query.text.clone()).unwrap_or_default()
}

fn scatter_of(address: Address, comparison: &Arc<Comparison>, pairs: &[OnQuery]) -> AnyView {
    let points: Vec<(f64, f64)> = pairs.iter().map(|on| (on.b, on.a)).collect();
    let groups = bubbles(&points);
    let readings = groups
        .iter()
        .map(|bubble| {
            let (b, a) = bubble.at;
            let values = format!("A {a:.3}, B {b:.3}");
            match bubble.members.as_slice() {
                [one] => {
                    let row = pairs.get(*one).map_or(0, |on| on.query_row);
                    format!("{values}: “{}”", text_of(comparison, row))
                }
                many => format!("{values}: {}", words::counted(many.len(), "query", "queries")),
            }
        })
        .collect();
    // Only large bubbles are labelled, with their number of queries.
    let label = |n: usize| if n >= 20 { words::count(n) } else { String::new() };
    let is_coarse = groups.len() <= 12;
    let labels = groups
        .iter()
        .map(|bubble| if is_coarse { label(bubble.members.len()) } else { String::new() })
        .collect();
    let at = address.state.with(|state| state.at.clone());
    let chosen = groups.iter().position(|bubble| at.as_deref() == Some(&place_words(bubble.at)));
    // A margin, so that bubbles at the edges are not cut off.
    let frame = Frame::sized((480.0, 400.0), (-0.04, 1.04), (-0.04, 1.04));
    let places: Vec<String> = groups.iter().map(|bubble| place_words(bubble.at)).collect();
    let single: Vec<Option<String>> = groups
        .iter()
        .map(|bubble| match bubble.members.as_slice() {
            [one] => {
                let row = pairs.get(*one)?.query_row as usize;
                comparison.dataset.queries.get(row).map(|query| query.id.clone())
            }
            _ => None,
        })
        .collect();
    let choose = Callback::new(move |index: usize| {
        let (place, id) = (places.get(index).cloned(), single.get(index).cloned().flatten());
        address.change(|state| match id {
            Some(id) => state.asked = Some(Asked::Stored(id)),
            // A second click clears the selection.
            None => state.at = if state.at == place { None } else { place },
        });
    });
    let edges = Axes {
        x_ticks: quarter_ticks(),
        y_ticks: quarter_ticks(),
        x_title: "value of B".into(),
        y_title: "value of A".into(),
    };
    scatter(Scatter {
        name: "A against B".into(),
        frame,
        axes: edges,
        bubbles: groups,
        readings,
        labels,
        has_diagonal: true,
        chosen,
    })
    .description("Each bubble is a group of queries with the same two values; larger bubbles hold more queries. A is better above the line. The page's table of queries lists the values.")
    .choose(Some(choose))
    .hint("Point at or tap a bubble, or focus the chart and use the arrow keys. Enter opens a single query or lists several.")
    .view()
}

fn bars_of(address: Address, comparison: &Arc<Comparison>, pairs: &[OnQuery]) -> AnyView {
    let mut sorted = pairs.to_vec();
    sorted.sort_by(|a, b| {
        b.difference().total_cmp(&a.difference()).then(a.query_row.cmp(&b.query_row))
    });
    let n = sorted.len();
    let differences: Vec<f64> = sorted.iter().map(OnQuery::difference).collect();
    let (low, high) = span_of(differences.iter().copied().chain([0.0]), 0.04);
    #[expect(clippy::cast_precision_loss, reason = "queries are far fewer than 2^53")]
    let real = |n: usize| n as f64;
    let frame = Frame::sized((480.0, 400.0), (0.5, real(n) + 0.5), (low, high));
    let heights: Vec<f64> = differences.iter().map(|value| frame.y(*value)).collect();
    let n_better = differences.iter().filter(|value| **value > 0.0).count();
    let n_worse = differences.iter().filter(|value| **value < 0.0).count();
    let zero = frame.y(0.0);
    let end_of = |n_bars: usize| frame.x(real(n_bars) + 0.5);
    let (better, worse) = (
        bars_path(
            heights.get(..n_better).unwrap_or_default(),
            (frame.left, end_of(n_better)),
            zero,
        ),
        bars_path(
            heights.get(n - n_worse..).unwrap_or_default(),
            (end_of(n - n_worse), frame.right),
            zero,
        ),
    );
    let data = sorted
        .iter()
        .enumerate()
        .map(|(index, on)| Datum {
            at: (real(index + 1), on.difference()),
            reading: format!(
                "{} of {}: A − B {}, “{}”",
                words::count(index + 1),
                words::count(n),
                words::signed(on.difference()),
                text_of(comparison, on.query_row)
            ),
        })
        .collect();
    let number = |value: f64| format!("{value:.1}");
    let axes = Axes {
        x_ticks: whole_ticks(n, 5).into_iter().map(|nth| (real(nth), words::count(nth))).collect(),
        y_ticks: ticks((low, high), 6),
        x_title: "queries, from the best for A to the best for B".into(),
        y_title: "A − B".into(),
    };
    let marks = view! {
        <path class="bars-a" d=better></path>
        <path class="bars-b" d=worse></path>
        <line
            class="zero"
            x1=number(frame.left)
            x2=number(frame.right)
            y1=number(zero)
            y2=number(zero)
        ></line>
    };
    let ids: Vec<Option<String>> = sorted
        .iter()
        .map(|on| comparison.dataset.queries.get(on.query_row as usize).map(|q| q.id.clone()))
        .collect();
    let choose = Callback::new(move |index: usize| {
        let id = ids.get(index).cloned().flatten();
        address.change(|state| state.asked = id.map(Asked::Stored));
    });
    let description = view! {
        <span class="key key-a">
            {words::counted(n_better, "query", "queries")} " better for A"
        </span> ", "
        {words::count(n - n_better - n_worse)} " equal, "
        <span class="key key-b">{words::count(n_worse)} " better for B"</span> "."
    };
    Chart::new("Difference on every query", (frame, axes), data, marks)
        .description(description)
        .choose(Some(choose))
        .view()
}
