//! The systems tried so far, side by side.

use super::try_it::all_attempts;
use super::view::View;
use crate::ui::components::table::{Cell, Column, DataTable, RowView};
use crate::ui::state::challenges::{Challenge, Finding};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::topics::{SuggestionOutcome, TopicsReport};
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
            .filter_map(|(attempt, title)| {
                let finding = view.session.challenges.finding(&attempt)?;
                Some(Line { id: attempt.system, title, finding })
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
    view! { <h2>"All systems"</h2> {table.view()} }.into_any()
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
        let mut of = |name: &str, key: &str, read: fn(TopicsReport) -> Option<f64>| {
            let value = move |finding: &Finding| read(report(finding)?);
            columns.push(number(format!("{name} {title}"), format!("{key} {id}"), value));
        };
        of("MAP", "map", |report| report.map);
        of("Acc@50", "acc@50", |report| report.accuracy);
        of("Prevalence", "prevalence", |report| report.prevalence);
    }
    columns
}

fn tag_columns() -> Vec<Column<Line>> {
    /// What is read, of all tags and of the most frequent ones.
    type Read = fn(&SuggestionOutcome, &SuggestionOutcome) -> f64;
    let of = |title: &str, key: &str, read: Read| {
        number(title.into(), key.into(), move |finding| match finding {
            Finding::Tags { all, few } => Some(read(all, few)),
            Finding::Topics(_) => None,
        })
    };
    vec![
        of("Right by neighbours", "share all", |all, _| all.share),
        of("Right by popularity", "popularity all", |all, _| all.popularity),
        of("Neighbours, 30 tags", "share few", |_, few| few.share),
        of("Popularity, 30 tags", "popularity few", |_, few| few.popularity),
    ]
}
