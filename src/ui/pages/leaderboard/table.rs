use super::means::{Line, columns_of};
use super::ranking::{BY_TITLE, opponent, rank, ranked_by, sorting};
use super::view::{Row, View, shown_systems, title_of};
use crate::ui::components::candidates_words;
use crate::ui::components::table::{Cell, Column, DataTable, Marks, RowView};
use crate::ui::state::reverse;
use crate::ui::task::pause;
use leptos::prelude::*;
use rankscope_core::analysis::{Significance, n_draws, values_in, was_imported, words};
use rankscope_core::table::Direction;
use rankscope_core::views::Page;
use std::sync::Arc;

pub(super) fn table(view: View) -> AnyView {
    let columns = view.board.columns.get();
    let rows = view.rows.get();
    let dataset = view.dataset.get_value();
    let runs = view.runs.get();
    let systems = shown_systems(&dataset, &runs);
    let lines: Vec<Line> = systems.map(|system| Line::new(system, &rows)).collect();
    let sorting = sorting(view);
    let ranked_by = ranked_by(view, sorting);
    let rows = Arc::new(rows);
    let mut shown =
        vec![rank_column(ranked_by, rows.clone()), title_column(view, ranked_by, rows.clone())];
    shown.push(Column::saved("System id", |line: &Line| line.id.clone()));
    // Exported, since the notes above the table are not part of the file.
    shown.push(Column::saved("Note", move |line: &Line| notes(view, &line.id).join("; ")));
    for index in view.visible.get() {
        if let Some(column) = columns.get(index) {
            shown.extend(columns_of(view, &rows, index, column));
        }
    }
    let n_chosen = view
        .subset
        .with(|subset| dataset.queries.iter().filter(|query| subset.holds(query)).count());
    let means = match view.direction {
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
        reverse::Direction::Mean => {
            "Means of both directions; n in each column head is the number of queries and \
                         images together. Each dot is a mean, the line through it its 95% \
                         confidence interval, from bootstrap resamples of the queries and of the \
                         images."
                .to_string()
        }
    };
    let links = match view.direction {
        reverse::Direction::ToImages => {
            " A system’s name compares it with the best one; that of the best, with the second."
        }
        reverse::Direction::ToTexts | reverse::Direction::Mean => "",
    };
    let caption = format!("{means} The best mean of each column is bold.{links}");
    let ids: Vec<String> = lines.iter().map(|line| line.id.clone()).collect();
    DataTable::new("Leaderboard", shown, lines)
        .class("board board-ranked")
        .row(|line| RowView::default().own(was_imported(&line.id).is_some()))
        .marks(move || marks(view, ids.clone()))
        .caption(caption)
        .sorting(sorting)
        .view()
}

/// Notes next to a system's title; tracked.
fn notes(view: View, id: &str) -> Vec<String> {
    let dataset = view.dataset.get_value();
    let no_vectors = match view.direction {
        reverse::Direction::ToImages => "no stored query vectors",
        reverse::Direction::ToTexts | reverse::Direction::Mean => "no stored vectors of the texts",
    };
    let no_vectors = (!view.is_rankable(id)).then(|| no_vectors.to_string());
    let candidates = view.board.of(id).and_then(|values| values.n_candidates(&dataset));
    let candidates = candidates.map(|n| format!("{} per query", candidates_words(n)));
    let has_row = view.rows.with(|rows| rows.iter().any(|row| row.system == id));
    let stored = (has_row && !view.is_ranked(id)).then(|| "stored".to_string());
    let run = dataset.own.run(id).and(dataset.run_rankings(id)).map(|rankings| {
        let n = rankings.iter().filter(|hits| !hits.is_empty()).count();
        let lists = if dataset.is_reversed() { "images" } else { "queries" };
        match rankings.len() {
            all if all == n => format!("stored run of all {lists}"),
            all => {
                let (n, of) = (words::count(n), words::count(all));
                format!("stored run with {n} of {of} {lists}; the others count as nothing found")
            }
        }
    });
    no_vectors.into_iter().chain(candidates).chain(stored).chain(run).collect()
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

/// Links to Compare: each system with the best, and the best with the second.
fn title_column(view: View, ranked_by: Memo<Option<usize>>, rows: Arc<Vec<Row>>) -> Column<Line> {
    Column::text("System", |line: &Line| line.title.clone())
        .view(move |line| {
            let id = line.id.clone();
            let notes = Memo::new(move |_| notes(view, &id));
            let note = |note| view! { " " <span class="head-relevance">{note}</span> };
            let notes = move || notes.get().into_iter().map(note).collect_view();
            let opponent = || {
                let column = ranked_by.get()?;
                let other = opponent(&rows, &line.id, column)?;
                // Compare ranks images for texts.
                let is_of_images = view.direction == reverse::Direction::ToImages;
                let is_comparable = is_of_images && view.is_rankable(&line.id);
                is_comparable.then(|| compare_link(view, line, other, column))
            };
            let title = opponent().unwrap_or_else(|| line.title.clone().into_any());
            Cell::new((title, notes))
        })
        .heads_row()
        .sortable(BY_TITLE, Direction::Ascending)
}

fn compare_link(view: View, line: &Line, other: &str, column: usize) -> AnyView {
    let (id, against) = (line.id.clone(), other.to_string());
    let column = view.board.columns.with(|columns| columns.get(column).cloned());
    let href = move || {
        view.address.href_with(Page::Compare, |state| {
            (state.a, state.b) = (Some(id.clone()), Some(against.clone()));
            if let Some(column) = &column {
                state.measure = Some(column.measure.to_string());
                state.relevance = Some(column.relevance.clone());
            }
            (state.at, state.asked) = (None, None);
        })
    };
    let title = format!("Compare with {}", view.title(other));
    view! { <a href=href title=title>{line.title.clone()}</a> }.into_any()
}

/// Tests every pair of systems by each visible column, over the chosen queries. Means of both
/// directions mix queries and images, and are not tested.
async fn marks(view: View, ids: Vec<String>) -> Marks {
    let mut marks = Marks::default();
    let mut notes = vec!["Bold: the best value of a column.".to_string()];
    let columns = view.board.columns.get_untracked();
    let subset = view.subset.get_untracked();
    let mut outcomes = Vec::new();
    let visible = view.visible.get_untracked();
    for index in visible.into_iter().filter(|_| view.direction != reverse::Direction::Mean) {
        pause().await;
        let values = |id: &String| {
            let shown = untrack(|| view.board.shown(id, &[index]));
            let of =
                |dataset: &_| shown.as_ref().map(|shown| values_in(dataset, shown, index, &subset));
            view.dataset.with_value(|dataset| of(dataset)).unwrap_or_default()
        };
        let mut values: Vec<Vec<Option<f64>>> = ids.iter().map(values).collect();
        let n_queries = values.iter().map(Vec::len).max().unwrap_or(0);
        values.iter_mut().for_each(|values| values.resize(n_queries, None));
        let Some((column, outcome)) =
            columns.get(index).zip(Significance::default().of(&values).ok())
        else {
            continue;
        };
        if outcome.n_pairs > 0 {
            notes.push(format!("{}: {} queries.", title_of(column), outcome.n_queries));
            marks.better_than.push((title_of(column), outcome.better_than.clone()));
            outcomes.push(outcome);
        }
    }
    if !outcomes.is_empty() {
        notes.push(Significance::default().note(&outcomes));
    }
    marks.notes = notes;
    marks
}
