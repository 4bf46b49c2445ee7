//! The systems tried so far, side by side.

use super::try_it::all_attempts;
use super::view::View;
use crate::ui::components::table::{Cell, Column, DataTable, RowView};
use crate::ui::state::challenges::{Challenge, Finding};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use std::sync::Arc;

#[derive(Clone)]
struct Line {
    id: String,
    title: String,
    finding: Arc<Finding>,
}

/// Empty until two systems have been tried.
pub(super) fn systems(view: View) -> AnyView {
    let table = move || {
        let attempt = view.attempt.get();
        let lines: Vec<Line> = all_attempts(&attempt, view)
            .into_iter()
            .filter_map(|(own, title)| {
                let finding = view.session.challenges.finding(&own)?;
                Some(Line { id: own.system, title, finding })
            })
            .collect();
        (lines.len() > 1).then(|| table(view, attempt.challenge, &attempt.system, lines))
    };
    table.into_any()
}

fn table(view: View, challenge: Challenge, current: &str, lines: Vec<Line>) -> AnyView {
    let mut columns = vec![Column::text("System", |line: &Line| line.title.clone()).heads_row()];
    match challenge {
        Challenge::Suggestion => columns.extend(tag_columns()),
        _ => columns.extend(topic_columns(view, &lines)),
    }
    let current = current.to_string();
    let table = DataTable::new("All systems", columns, lines).row(move |line: &Line| {
        RowView::default().data("data-system", line.id.clone()).chosen(line.id == current)
    });
    view! {
        <h2>"All systems"</h2>
        {table.view()}
    }
    .into_any()
}

fn number(
    title: String,
    key: String,
    of: impl Fn(&Finding) -> Option<f64> + Clone + Send + Sync + 'static,
) -> Column<Line> {
    let value = of.clone();
    Column::number(title, move |line: &Line| of(&line.finding)).view(move |line| {
        let value = value(&line.finding);
        let cell = Cell::new(words::value(value)).data("data-system", line.id.clone());
        cell.data("data-measure", key.clone()).exact(value)
    })
}

fn topic_columns(view: View, lines: &[Line]) -> Vec<Column<Line>> {
    let Some(Finding::Topics(senses)) = lines.first().map(|line| &*line.finding) else {
        return Vec::new();
    };
    let mut columns = Vec::new();
    for (place, sense) in senses.iter().enumerate() {
        let (id, title) = (&sense.relevance, view.sense(&sense.relevance));
        let report = move |finding: &Finding| match finding {
            Finding::Topics(senses) => senses.get(place).map(|sense| sense.report()),
            Finding::Tags { .. } => None,
        };
        let map = move |finding: &Finding| report(finding)?.map;
        let accuracy = move |finding: &Finding| report(finding)?.accuracy;
        let prevalence = move |finding: &Finding| report(finding)?.prevalence;
        columns.push(number(format!("MAP {title}"), format!("map {id}"), map));
        columns.push(number(format!("Acc@50 {title}"), format!("acc@50 {id}"), accuracy));
        let name = format!("Prevalence {title}");
        columns.push(number(name, format!("prevalence {id}"), prevalence));
    }
    columns
}

fn tag_columns() -> Vec<Column<Line>> {
    let of = |title: &str, key: &str, of: fn(&Finding) -> Option<f64>| {
        number(title.into(), key.into(), of)
    };
    vec![
        of("Right by neighbours", "share all", |finding| match finding {
            Finding::Tags { all, .. } => Some(all.share),
            Finding::Topics(_) => None,
        }),
        of("Right by popularity", "popularity all", |finding| match finding {
            Finding::Tags { all, .. } => Some(all.popularity),
            Finding::Topics(_) => None,
        }),
        of("Neighbours, 30 tags", "share few", |finding| match finding {
            Finding::Tags { few, .. } => Some(few.share),
            Finding::Topics(_) => None,
        }),
        of("Popularity, 30 tags", "popularity few", |finding| match finding {
            Finding::Tags { few, .. } => Some(few.popularity),
            Finding::Topics(_) => None,
        }),
    ]
}
