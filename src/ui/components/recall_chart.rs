//! The precision–recall chart, raw and interpolated.

use super::chart::{Axes, Chart, Datum, Reading, quarter_ticks};
use super::failure::notice;
use super::lane_curves::{Curves, ghost_path, ghost_words, title_of};
use super::table::{Cell, Column, DataTable};
use crate::ui::state::shown::{Judged, Shown};
use leptos::prelude::*;
use rankscope_core::chart::{Frame, line_path, step_path};
use rankscope_core::metrics::{PrPoint, precision_envelope};
use std::sync::Arc;

const NAME: &str = "Precision and recall";

fn levels() -> impl Iterator<Item = f64> {
    (0u8..=10).map(|tenth| f64::from(tenth) / 10.0)
}

/// Interpolated precision is the best at each recall or higher. `before`: without the visitor's
/// changes.
pub fn recall_chart(curves: Curves, judged: &Judged, before: Option<&Judged>) -> AnyView {
    let frame = Frame::new((0.0, 1.0), (0.0, 1.0));
    let found = judged.recall_precision.clone();
    let steps: Vec<(f64, f64)> = levels().zip(judged.interpolated).collect();
    let data = found
        .iter()
        .map(|PrPoint { rank, recall, precision, .. }| Datum {
            at: (*recall, *precision),
            reading: format!("Rank {rank}: recall {recall:.3}, precision {precision:.3}"),
        })
        .collect();
    let fifths = (0u8..=5).map(|fifth| f64::from(fifth) / 5.0);
    let axes = Axes {
        x_ticks: fifths.map(|recall| (recall, format!("{recall:.1}"))).collect(),
        y_ticks: quarter_ticks(),
        x_title: "recall".into(),
        y_title: "precision".into(),
    };
    let nothing = found.is_empty().then(|| {
        notice(format!("None of the first {} results is relevant.", judged.precision.len()))
    });
    let description = view! {
        {move || curves.of_first("Each dot is a relevant result", "; ")}
        <span class="key key-interpolated">"fine dashes"</span>
        ": interpolated precision, the best at this recall or higher; diamonds: its values at the 11 levels of TREC."
        {before.is_some().then(ghost_words)}
    };
    let ranks = found.iter().map(|point| point.rank).collect();
    let (for_marks, for_steps) = (found.clone(), steps.clone());
    let before = before.map(|before| before.recall_precision.clone()).unwrap_or_default();
    let of_before = before.clone();
    let marks = move |frame: Frame| {
        let ghost = ghost_path(&frame.points(&points_of(&of_before)));
        (ghost, marks(curves, frame, &for_marks, &for_steps)).into_any()
    };
    Chart::new(NAME, (frame, axes), data, marks)
        .description(description)
        .notice(nothing)
        .reading(Reading::by_rank(curves.highlight, ranks))
        .tables(move || tables(&found, &before, &steps, &curves.others.get()))
        .view()
}

fn marks(curves: Curves, frame: Frame, found: &[PrPoint], steps: &[(f64, f64)]) -> AnyView {
    let places = frame.points(&points_of(found));
    let dots = places
        .iter()
        .map(|(x, y)| {
            view! { <circle class="dot" cx=format!("{x:.1}") cy=format!("{y:.1}") r="2.5"></circle> }
        })
        .collect_view();
    // The diamond of a level without precision would lie on the axis.
    let levels = steps.iter().filter(|(_, precision)| *precision > 0.0);
    let diamonds = levels
        .map(|(recall, precision)| {
            let (x, y) = (frame.x(*recall), frame.y(*precision));
            view! { <path class="level" d=format!("M{x:.1},{:.1}l4,4l-4,4l-4,-4z", y - 4.0)></path> }
        })
        .collect_view();
    let envelope = frame.points(&precision_envelope(found));
    let (raw, stepped) = (line_path(&places), step_path(&envelope));
    let others = move |other: &Judged| frame.points(&points_of(&other.recall_precision));
    view! {
        {curves.lines(others)}
        <path class="curve curve-interpolated" d=stepped></path>
        <path class="curve" d=raw></path>
        {dots}
        {diamonds}
        {curves.names_at_ends(frame, places, others)}
    }
    .into_any()
}

fn tables(
    found: &[PrPoint],
    before: &[PrPoint],
    steps: &[(f64, f64)],
    others: &[Arc<Shown>],
) -> AnyView {
    let levels = vec![
        Column::number("Recall", |(recall, _): &(f64, f64)| *recall)
            .view(|(recall, _)| Cell::new(format!("{recall:.1}")))
            .numeric(false)
            .heads_row(),
        Column::number("Interpolated precision", |(_, precision): &(f64, f64)| *precision),
    ];
    let others = others.iter().filter_map(|shown| {
        let found = &shown.judged.as_ref()?.recall_precision;
        Some(relevant_results(format!("Relevant results of {}", title_of(shown)), found))
    });
    let others = others.collect_view();
    view! {
        {relevant_results("Relevant results".into(), found)}
        {(!before.is_empty()).then(|| relevant_results("Relevant results, originally".into(), before))}
        {DataTable::new("Interpolated precision", levels, steps.to_vec()).tall().view()}
        {others}
    }
    .into_any()
}

fn relevant_results(name: String, found: &[PrPoint]) -> AnyView {
    let columns = vec![
        Column::text("Rank", |point: &PrPoint| point.rank).heads_row(),
        Column::number("Recall", |point: &PrPoint| point.recall),
        Column::number("Precision", |point: &PrPoint| point.precision),
    ];
    DataTable::new(name, columns, found.to_vec()).titled().tall().view()
}

fn points_of(found: &[PrPoint]) -> Vec<(f64, f64)> {
    found.iter().map(|point| (point.recall, point.precision)).collect()
}
