use super::chart::{Axes, Chart, Datum, Reading, quarter_ticks};
use super::lane_curves::{Curves, ghost_path, ghost_words, title_of};
use super::mark::Mark;
use super::table::{Column, DataTable};
use crate::ui::state::shown::{Judged, Shown};
use leptos::prelude::*;
use rankscope_core::chart::{Frame, line_path, whole_ticks};
use std::sync::Arc;

const NAME: &str = "Precision at rank";

#[derive(Debug, Clone)]
struct Row {
    rank: usize,
    precision: f64,
    judgement: &'static str,
}

/// `before` is the first system's list before the visitor's changes.
pub fn precision_chart(curves: Curves, judged: &Judged, before: Option<&Judged>) -> AnyView {
    let n = judged.precision.len();
    let marks = judged.list.grades().iter().map(|grade| Mark::of(*grade).words());
    let rows: Vec<Row> = (1..=n)
        .zip(&judged.precision)
        .zip(marks)
        .map(|((rank, precision), judgement)| Row { rank, precision: *precision, judgement })
        .collect();
    let frame = Frame::new((1.0, real(n.max(2))), (0.0, 1.0));
    let data: Vec<Datum> = rows
        .iter()
        .map(|Row { rank, precision, judgement }| Datum {
            at: (real(*rank), *precision),
            reading: format!("Rank {rank}: precision {precision:.3}, {judgement}"),
        })
        .collect();
    let axes = Axes {
        x_ticks: whole_ticks(n, 6).into_iter().map(|rank| (real(rank), rank.to_string())).collect(),
        y_ticks: quarter_ticks(),
        x_title: "rank".into(),
        y_title: "precision".into(),
    };
    let places: Vec<(f64, f64)> = data.iter().map(|datum| datum.at).collect();
    let before = before.map(|before| before.precision.clone());
    let of_before = before.clone().unwrap_or_default();
    let marks = move |frame: Frame| {
        let own = frame.points(&places);
        let ghost: Vec<(f64, f64)> = (1..).map(real).zip(of_before.iter().copied()).collect();
        let others = move |other: &Judged| {
            let points = (1..=n).map(real).zip(other.precision.iter().copied());
            frame.points(&points.collect::<Vec<_>>())
        };
        let path = line_path(&own);
        view! {
            {curves.lines(others)}
            {ghost_path(&frame.points(&ghost))}
            <path class="curve" d=path></path>
            {curves.names_at_right(frame, own, others)}
        }
        .into_any()
    };
    Chart::new(NAME, (frame, axes), data, marks)
        .room(curves.room())
        .description((
            "Share of relevant images in the results up to each rank.",
            before.is_some().then(ghost_words),
        ))
        .reading(Reading::by_rank(curves.highlight, (1..=n).collect()))
        .legend(curves.legend(&judged.precision))
        .tables(move || table(rows.clone(), before.clone(), &curves.others.get()))
        .view()
}

fn table(rows: Vec<Row>, before: Option<Vec<f64>>, others: &[Arc<Shown>]) -> AnyView {
    let mut columns = vec![
        Column::text("Rank", |row: &Row| row.rank).heads_row(),
        Column::number("Precision", |row: &Row| row.precision),
        Column::text("Judgement", |row: &Row| row.judgement),
    ];
    columns.extend(before.map(|before| {
        Column::number("Original", move |row: &Row| before.get(row.rank - 1).copied())
    }));
    columns.extend(others.iter().map(|shown| {
        let precision = shown.judged.as_ref().map(|judged| judged.precision.clone());
        let precision = precision.unwrap_or_default();
        Column::number(title_of(shown), move |row: &Row| precision.get(row.rank - 1).copied())
    }));
    DataTable::new("Data for precision at rank", columns, rows).tall().view()
}

fn real(rank: usize) -> f64 {
    rank as f64
}
