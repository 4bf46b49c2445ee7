//! Every system by the truth and by the pooled judgements of the chosen annotators.

use crate::tr;
use crate::ui::components::bump_plot;
use crate::ui::components::table::{Cell, Column, DataTable, RowView};
use crate::ui::language::number;
use crate::ui::lessons::live::title_of;
use crate::ui::state::Session;
use crate::ui::state::pooled_scores::{PooledScore, PooledScores};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use std::cmp::Ordering;

const TABLE: &str = "Systems by the truth and by pooled judgements";

pub(super) fn outcome(session: Session, pooled: &PooledScores) -> AnyView {
    let title = |row: &PooledScore| {
        let title = title_of(session, &row.system);
        if row.is_annotator { format!("◆ {title}") } else { title }
    };
    let titles: Vec<String> = pooled.rows.iter().map(title).collect();
    let by_truth: Vec<f64> = pooled.rows.iter().map(|row| row.by_truth).collect();
    let by_pool: Vec<f64> = pooled.rows.iter().map(|row| row.by_pool).collect();
    let columns = [(tr!("By the truth"), by_truth), (tr!("By pooled judgements"), by_pool)];
    view! {
        <div class="bias">
            {bump_plot("Both rankings", &titles, &columns)}
            {table(session, pooled)}
        </div>
    }
    .into_any()
}

struct Row {
    title: String,
    score: PooledScore,
}

fn table(session: Session, pooled: &PooledScores) -> AnyView {
    let row =
        |score: &PooledScore| Row { title: title_of(session, &score.system), score: score.clone() };
    let mut rows: Vec<Row> = pooled.rows.iter().map(row).collect();
    rows.sort_by_key(|row| row.score.place_by_pool);
    let columns = vec![
        Column::text("System", |row: &Row| row.title.clone())
            .view(|row| {
                let tag = row.score.is_annotator;
                let tag = tag.then(|| view! { <span class="tag">{tr!("annotator")}</span> });
                Cell::new(view! { {row.title.clone()} " " {tag} })
            })
            .head(tr!("System"))
            .heads_row(),
        value("Pooled", "seen", |row| row.score.by_pool).head(tr!("Pooled")),
        place("Rank by pooled judgements", "place-seen", |row| row.score.place_by_pool),
        value("Truth", "truth", |row| row.score.by_truth).head(tr!("Truth")),
        place("Rank by the truth", "place-truth", |row| row.score.place_by_truth),
        Column::shown("Change", |row: &Row| Cell::new(move_words(&row.score)))
            .head(tr!("Change"))
            .numeric(true),
    ];
    let caption = tr!(
        "eccv:mAP@R. With pooled judgements, the mean is over the {n} {n?query|queries} with a relevant picture in the pool.",
        n = pooled.n_queries,
    );
    let table = DataTable::new(TABLE, columns, rows)
        .label(tr!("Systems by the truth and by pooled judgements"))
        .caption(caption)
        .row(|row| RowView::default().data("data-system", row.score.system.clone()));
    view! { <div class="bias-table">{table.view()}</div> }.into_any()
}

fn value(title: &'static str, key: &'static str, of: fn(&Row) -> f64) -> Column<Row> {
    Column::number(title, of).view(move |row| {
        let value = Some(of(row));
        Cell::new(number(&words::value(value.filter(|value| value.is_finite()))))
            .data("data-measure", key)
            .exact(value)
    })
}

/// A column of ranks, counted from 0 and shown from 1.
fn place(title: &'static str, key: &'static str, of: fn(&Row) -> usize) -> Column<Row> {
    Column::number(title, move |row: &Row| of(row) + 1)
        .view(move |row| {
            let place = (of(row) + 1).to_string();
            Cell::new(place.clone()).data("data-measure", key).data("data-value", place)
        })
        .head(tr!("Rank"))
}

fn move_words(row: &PooledScore) -> String {
    match row.place_by_truth.cmp(&row.place_by_pool) {
        Ordering::Equal => "–".to_string(),
        Ordering::Greater => format!("↑ {}", row.place_by_truth - row.place_by_pool),
        Ordering::Less => format!("↓ {}", row.place_by_pool - row.place_by_truth),
    }
}
