//! Every system by the truth and by what the chosen annotators saw.

use crate::ui::components::bump_plot;
use crate::ui::components::table::{Cell, Column, DataTable, RowView};
use crate::ui::lessons::live::title_of;
use crate::ui::state::Session;
use crate::ui::state::seen_truth::{SeenRow, SeenTruth};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use std::cmp::Ordering;

const TABLE: &str = "Systems by the truth and by what was seen";

/// The chart of both orders, and its table.
pub(super) fn outcome(session: Session, seen: &SeenTruth) -> AnyView {
    let titles: Vec<String> = seen
        .rows
        .iter()
        .map(|row| {
            let title = title_of(session, &row.system);
            if row.is_annotator { format!("◆ {title}") } else { title }
        })
        .collect();
    let by_truth: Vec<f64> = seen.rows.iter().map(|row| row.by_truth).collect();
    let by_seen: Vec<f64> = seen.rows.iter().map(|row| row.by_seen).collect();
    let names = ("By the truth", "By what was seen");
    view! {
        <div class="bias">
            {bump_plot("Both rankings", &titles, (&by_truth, &by_seen), names)}
            {table(session, seen)}
        </div>
    }
    .into_any()
}

/// A system with its title.
struct Row {
    title: String,
    seen: SeenRow,
}

fn table(session: Session, seen: &SeenTruth) -> AnyView {
    let row = |seen: &SeenRow| Row { title: title_of(session, &seen.system), seen: seen.clone() };
    let mut rows: Vec<Row> = seen.rows.iter().map(row).collect();
    rows.sort_by_key(|row| row.seen.place_by_seen);
    let columns = vec![
        Column::text("System", |row: &Row| row.title.clone())
            .view(|row| {
                let looks = row.seen.is_annotator;
                let looks = looks.then(|| view! { <span class="tag">"looks"</span> });
                Cell::new(view! { {row.title.clone()} " " {looks} })
            })
            .heads_row(),
        value("Seen", "seen", |row| row.seen.by_seen),
        place("Place by what was seen", "place-seen", |row| row.seen.place_by_seen),
        value("Truth", "truth", |row| row.seen.by_truth),
        place("Place by the truth", "place-truth", |row| row.seen.place_by_truth),
        Column::shown("Move", |row: &Row| Cell::new(move_words(&row.seen))).numeric(true),
    ];
    let caption = format!(
        "eccv:mAP@R. By what was seen it is over the {} for which something relevant was seen.",
        words::counted(seen.n_queries, "query", "queries"),
    );
    let table = DataTable::new(TABLE, columns, rows)
        .caption(caption)
        .row(|row| RowView::default().data("data-system", row.seen.system.clone()));
    view! { <div class="bias-table">{table.view()}</div> }.into_any()
}

fn value(title: &'static str, key: &'static str, of: fn(&Row) -> f64) -> Column<Row> {
    Column::number(title, of).view(move |row| {
        let value = Some(of(row));
        Cell::new(words::value(value.filter(|value| value.is_finite())))
            .data("data-measure", key)
            .exact(value)
    })
}

/// A column of places, which are counted from 0 and shown from 1.
fn place(title: &'static str, key: &'static str, of: fn(&Row) -> usize) -> Column<Row> {
    Column::number(title, move |row: &Row| of(row) + 1)
        .view(move |row| {
            let place = (of(row) + 1).to_string();
            Cell::new(place.clone()).data("data-measure", key).data("data-value", place)
        })
        .head("Place")
}

fn move_words(row: &SeenRow) -> String {
    match row.place_by_truth.cmp(&row.place_by_seen) {
        Ordering::Equal => "–".to_string(),
        Ordering::Greater => format!("↑ {}", row.place_by_truth - row.place_by_seen),
        Ordering::Less => format!("↓ {}", row.place_by_seen - row.place_by_truth),
    }
}
