//! The leaderboard's table: means with confidence intervals, sortable by every column.

use super::marks::marks;
use super::means::columns_of;
use super::ranking::{BY_TITLE, opponent, rank, ranked_by, sorting};
use super::view::{Row, View};
use crate::ui::components::candidates_words;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::state::reverse;
use leptos::prelude::*;
use rankscope_core::analysis::{n_draws, words};
use rankscope_core::benchmark::System;
use rankscope_core::metrics::Mean;
use rankscope_core::table::Direction;
use rankscope_core::views::Page;
use std::collections::HashMap;
use std::sync::Arc;

/// A system and its means.
pub(super) struct Line {
    pub(super) id: String,
    title: String,
    /// Notes after the title.
    notes: Vec<String>,
    /// By index of the column in the board.
    pub(super) means: HashMap<usize, Mean>,
    /// The text of a cell without a mean.
    pub(super) placeholder: &'static str,
    /// Whether all of it has been computed, even if no mean has a value.
    pub(super) is_known: bool,
}

impl Line {
    pub(super) fn mean(&self, index: usize) -> Option<f64> {
        self.means.get(&index).map(|mean| mean.mean)
    }
}

pub(super) fn table(view: View) -> AnyView {
    let columns = view.board.columns.get();
    let rows = view.rows.get();
    let task = view.board.task;
    let is_running = Memo::new(move |_| task.is_running()).get() || view.is_other_running();
    let is_running = is_running || view.is_judging.get();
    let dataset = view.dataset.get_value();
    let runs = view.runs.get();
    let is_shown = |own: &&System| dataset.own.run(&own.id).is_none() || runs.contains(&own.id);
    let systems = dataset.manifest.systems.iter().filter(is_shown);
    let lines: Vec<Line> = systems.map(|own| line(view, own, &rows, is_running)).collect();
    let sorting = sorting(view);
    let ranked_by = ranked_by(view, sorting);
    let rows = Arc::new(rows);
    let mut shown =
        vec![rank_column(ranked_by, rows.clone()), title_column(view, ranked_by, rows.clone())];
    shown.push(Column::saved("System id", |line: &Line| line.id.clone()));
    // Exported, since the note above the table is not part of the file.
    if lines.iter().any(|line| !line.notes.is_empty()) {
        shown.push(Column::saved("Note", |line: &Line| line.notes.join("; ")));
    }
    for index in view.visible.get() {
        if let Some(column) = columns.get(index) {
            shown.extend(columns_of(view.intervals, &rows, index, column));
        }
    }
    let n_chosen = view
        .subset
        .with(|subset| dataset.queries.iter().filter(|query| subset.holds(query)).count());
    let caption = format!(
        "{} The best mean of each column is bold.{}",
        match view.direction {
            reverse::Direction::ToImages => format!(
                "Means over the queries with a relevant image; n in each column head is how many \
                 of the {} have one. Each dot is a mean, the line through it its 95% confidence \
                 interval, from {} bootstrap resamples of these queries; point at it for the numbers.",
                words::counted(n_chosen, "query", "queries"),
                words::count(n_draws(n_chosen)),
            ),
            reverse::Direction::ToTexts => format!(
                "Means over the images with a relevant text under the column’s definition, n in its \
                 head, of {} texts ranked for each. Each dot is a mean, the line through it its 95% \
                 confidence interval, from bootstrap resamples of these images.",
                words::count(dataset.n_images()),
            ),
            reverse::Direction::Mean => "Means of both directions; n in each column head is the number of \
                                queries and images together. Each dot is a mean, the line through it its \
                                95% confidence interval, from bootstrap resamples of the queries and of \
                                the images."
                .to_string(),
        },
        match view.direction {
            reverse::Direction::ToImages =>
                " A system’s name compares it with the best one; that of the best, with the second.",
            reverse::Direction::ToTexts | reverse::Direction::Mean => "",
        }
    );
    let ids: Vec<String> = lines.iter().map(|line| line.id.clone()).collect();
    DataTable::new("Leaderboard", shown, lines)
        .class("board board-ranked")
        .marks(move || marks(view, ids.clone()))
        .caption(caption)
        .sorting(sorting)
        .view()
}

fn line(view: View, system: &System, rows: &[Row], is_running: bool) -> Line {
    let dataset = view.dataset.get_value();
    let row = rows.iter().find(|row| row.system == system.id);
    let is_rankable = view.is_rankable(&system.id);
    let no_vectors = (!is_rankable).then(|| match view.direction {
        reverse::Direction::ToImages => "no stored query vectors".to_string(),
        reverse::Direction::ToTexts | reverse::Direction::Mean => {
            "no stored vectors of the texts".to_string()
        }
    });
    let candidates = view.board.of(&system.id).and_then(|values| values.n_candidates(&dataset));
    let candidates = candidates.map(|n| format!("{} per query", candidates_words(n)));
    let is_known = view.is_computed(&system.id);
    let is_stored = row.is_some() && !view.is_ranked(&system.id);
    let stored = is_stored.then(|| "stored".to_string());
    let run = dataset.own.run(&system.id).and(dataset.run_rankings(&system.id)).map(|rankings| {
        let n = rankings.iter().filter(|hits| !hits.is_empty()).count();
        let (n, of) = (words::count(n), words::count(rankings.len()));
        format!("stored run with {n} of {of} queries; the others count as nothing found")
    });
    Line {
        id: system.id.clone(),
        title: system.title.clone(),
        notes: no_vectors.into_iter().chain(candidates).chain(stored).chain(run).collect(),
        means: row.map(|row| row.means.clone()).unwrap_or_default(),
        placeholder: match is_known {
            false if is_rankable && is_running => "…",
            false if is_rankable => "–",
            _ => "n/a",
        },
        is_known,
    }
}

fn rank_column(ranked_by: Memo<Option<usize>>, rows: Arc<Vec<Row>>) -> Column<Line> {
    Column::shown("Rank", move |line: &Line| {
        let rank = ranked_by.get().and_then(|column| rank(&rows, &line.id, column));
        Cell::new(rank.map_or_else(|| "–".into(), |rank| rank.to_string())).class("rank-column")
    })
    .head(view! {
        <span aria-hidden="true">"#"</span>
        <span class="visually-hidden">"Rank"</span>
    })
}

/// A system's title, which leads to Compare: it beside the best system, the best beside the second.
fn title_column(view: View, ranked_by: Memo<Option<usize>>, rows: Arc<Vec<Row>>) -> Column<Line> {
    Column::text("System", |line: &Line| line.title.clone())
        .view(move |line| {
            let notes = line.notes.iter().cloned();
            let notes = notes.map(|note| view! { " " <span class="head-relevance">{note}</span> });
            let opponent = || {
                let column = ranked_by.get()?;
                let other = opponent(&rows, &line.id, column)?;
                // Compare ranks images for texts.
                let is_of_images = view.direction == reverse::Direction::ToImages;
                let is_comparable = is_of_images && view.is_rankable(&line.id);
                is_comparable.then(|| compare_link(view, line, other, column))
            };
            let title = opponent().unwrap_or_else(|| line.title.clone().into_any());
            Cell::new((title, notes.collect_view()))
        })
        .heads_row()
        .sortable(BY_TITLE, Direction::Ascending)
}

fn compare_link(view: View, line: &Line, other: &str, column: usize) -> AnyView {
    let (own, against) = (line.id.clone(), other.to_string());
    let column = view.board.columns.with(|columns| columns.get(column).cloned());
    let href = move || {
        view.address.href_with(Page::Compare, |state| {
            (state.a, state.b) = (Some(own.clone()), Some(against.clone()));
            if let Some(column) = &column {
                state.measure = Some(column.measure.to_string());
                state.relevance = Some(column.relevance.clone());
            }
            (state.at, state.asked) = (None, None);
        })
    };
    view! {
        <a href=href title=format!("Compare with {}", view.title(other))>
            {line.title.clone()}
        </a>
    }
    .into_any()
}
