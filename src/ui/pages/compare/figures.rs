use super::place::{N_TILES, Place};
use crate::ui::components::{
    Axes, Chart, Datum, Scatter, Tile, alone, notice, quarter_ticks, scatter, ticks, tile_legend,
    tiles,
};
use crate::ui::state::address::Address;
use crate::ui::state::view::Asked;
use leptos::prelude::*;
use rankscope_core::analysis::{Comparison, OnQuery, SystemValues, words};
use rankscope_core::chart::{Bubble, Frame, bars_path, bubbles, span_of, whole_ticks};
use std::sync::Arc;

const NAME: &str = "A against B";
/// With more groups of equal queries, bubbles fuse into a blot.
const MOST_BUBBLES: usize = 300;

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

fn text_of(comparison: &Comparison, query_row: u32) -> String {
    let query = comparison.dataset.queries.get(query_row as usize);
    query.map(|query| query.text.clone()).unwrap_or_default()
}

fn id_of(comparison: &Comparison, query_row: u32) -> Option<String> {
    comparison.dataset.queries.get(query_row as usize).map(|query| query.id.clone())
}

/// Bubbles of equal queries; tiles where bubbles would hide each other.
fn scatter_of(address: Address, comparison: &Arc<Comparison>, pairs: &[OnQuery]) -> AnyView {
    let points: Vec<(f64, f64)> = pairs.iter().map(|on| (on.b, on.a)).collect();
    let groups = bubbles(&points);
    let is_tiled = groups.len() > MOST_BUBBLES;
    let groups = if is_tiled { tiled(&points) } else { groups };
    let place = |at: (f64, f64)| match is_tiled {
        true => Place::tile_of(at),
        false => Place::Point(at.0, at.1),
    };
    let places: Vec<Place> = groups.iter().map(|group| place(group.at)).collect();
    let id = |group: &Bubble| match group.members.as_slice() {
        [one] => id_of(comparison, pairs.get(*one)?.query_row),
        _ => None,
    };
    let ids: Vec<Option<String>> = groups.iter().map(id).collect();
    let reading = |(index, group): (usize, &Bubble)| match group.members.as_slice() {
        [one] => {
            let on = pairs.get(*one);
            let (b, a) = on.map_or(group.at, |on| (on.b, on.a));
            let text = text_of(comparison, on.map_or(0, |on| on.query_row));
            format!("{}: “{text}”", Place::Point(b, a).title(", "))
        }
        many => {
            let n = words::counted(many.len(), "query", "queries");
            format!("{}: {n}", places.get(index).map_or_else(String::new, |p| p.title(", ")))
        }
    };
    let readings: Vec<String> = groups.iter().enumerate().map(reading).collect();
    let at = address.state.with(|state| state.at.as_deref().and_then(Place::parse));
    let chosen = at.and_then(|at| places.iter().position(|p| *p == at));
    let choose = Callback::new(move |index: usize| {
        let place = places.get(index).map(Place::to_string);
        let id = ids.get(index).cloned().flatten();
        address.change(|state| match id {
            Some(id) => state.asked = Some(Asked::Stored(id)),
            // A second click clears the selection.
            None => state.at = if state.at == place { None } else { place },
        });
    });
    let (x_title, y_title) = ("value of B".into(), "value of A".into());
    let axes = Axes { x_ticks: quarter_ticks(), y_ticks: quarter_ticks(), x_title, y_title };
    // A margin, so that bubbles at the edges are not cut off.
    let frame = Frame::sized((480.0, 400.0), (-0.04, 1.04), (-0.04, 1.04));
    let n_most = groups.iter().map(|group| group.members.len()).max().unwrap_or(1);
    let (chart, words, legend) = match is_tiled {
        true => (
            tile_chart((frame, axes), &groups, readings, chosen),
            "Each tile counts the queries with values in its part of the plane; A is better above the line. The page’s table of queries lists the values.",
            Some(tile_legend(n_most)),
        ),
        false => (
            bubble_chart((frame, axes), groups, readings, chosen),
            "Each bubble is a group of queries with the same two values; larger bubbles hold more queries. A is better above the line. The page’s table of queries lists the values.",
            None,
        ),
    };
    chart
        .description((words, legend))
        .choose(Some(choose))
        .hint("Point at or tap a group, or focus the chart and use the arrow keys. Enter opens a single query or lists several.")
        .view()
}

fn tiled(points: &[(f64, f64)]) -> Vec<Bubble> {
    let middles: Vec<(f64, f64)> =
        points.iter().map(|point| Place::tile_of(*point).middle()).collect();
    bubbles(&middles)
}

fn tile_chart(
    plane: (Frame, Axes),
    groups: &[Bubble],
    readings: Vec<String>,
    chosen: Option<usize>,
) -> Chart {
    let all = groups.iter().zip(readings).enumerate();
    let all = all.map(|(index, (group, reading))| Tile {
        at: group.at,
        n: group.members.len(),
        reading,
        is_chosen: chosen == Some(index),
    });
    tiles(NAME, plane, 1.0 / f64::from(N_TILES), all.collect())
}

fn bubble_chart(
    (frame, axes): (Frame, Axes),
    bubbles: Vec<Bubble>,
    readings: Vec<String>,
    chosen: Option<usize>,
) -> Chart {
    // Only large bubbles are labelled, with their number of queries.
    let is_coarse = bubbles.len() <= 12;
    let label = |n: usize| if is_coarse && n >= 20 { words::count(n) } else { String::new() };
    let labels = bubbles.iter().map(|bubble| label(bubble.members.len())).collect();
    scatter(Scatter {
        name: NAME.into(),
        frame,
        axes,
        bubbles,
        readings,
        labels,
        has_diagonal: true,
        trend: None,
        groups: Vec::new(),
        chosen,
    })
}

fn bars_of(address: Address, comparison: &Arc<Comparison>, pairs: &[OnQuery]) -> AnyView {
    let mut sorted = pairs.to_vec();
    sorted.sort_by(|a, b| {
        b.difference().total_cmp(&a.difference()).then(a.query_row.cmp(&b.query_row))
    });
    let n = sorted.len();
    let differences: Vec<f64> = sorted.iter().map(OnQuery::difference).collect();
    let (low, high) = span_of(differences.iter().copied().chain([0.0]), 0.04);
    let frame = Frame::sized((480.0, 400.0), (0.5, n as f64 + 0.5), (low, high));
    let n_better = differences.iter().filter(|value| **value > 0.0).count();
    let n_worse = differences.iter().filter(|value| **value < 0.0).count();
    let data = sorted
        .iter()
        .enumerate()
        .map(|(index, on)| Datum {
            at: ((index + 1) as f64, on.difference()),
            reading: format!(
                "{} of {}: A − B {}, “{}”",
                words::count(index + 1),
                words::count(n),
                words::signed(on.difference()),
                text_of(comparison, on.query_row)
            ),
        })
        .collect();
    let axes = Axes {
        x_ticks: whole_ticks(n, 5).into_iter().map(|nth| (nth as f64, words::count(nth))).collect(),
        y_ticks: ticks((low, high), 6),
        x_title: "queries, from the best for A to the best for B".into(),
        y_title: "A − B".into(),
    };
    let marks = move |frame: Frame| bars(frame, &differences, n_better, n_worse);
    let ids: Vec<Option<String>> =
        sorted.iter().map(|on| id_of(comparison, on.query_row)).collect();
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

/// `differences` are in descending order.
fn bars(frame: Frame, differences: &[f64], n_better: usize, n_worse: usize) -> AnyView {
    let heights: Vec<f64> = differences.iter().map(|value| frame.y(*value)).collect();
    let zero = frame.y(0.0);
    let n = heights.len();
    let end_of = |n_bars: usize| frame.x(n_bars as f64 + 0.5);
    let better = heights.get(..n_better).unwrap_or_default();
    let worse = heights.get(n - n_worse..).unwrap_or_default();
    let better = bars_path(better, (frame.left, end_of(n_better)), zero);
    let worse = bars_path(worse, (end_of(n - n_worse), frame.right), zero);
    let number = |value: f64| format!("{value:.1}");
    view! {
        <path class="bars-a" d=better></path>
        <path class="bars-b" d=worse></path>
        <line
            class="zero"
            x1=number(frame.left)
            x2=number(frame.right)
            y1=number(zero)
            y2=number(zero)
        ></line>
    }
    .into_any()
}
