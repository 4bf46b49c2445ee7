//! The leaderboard's table: means with confidence intervals, sortable by every column.

use super::marks::marks;
use super::view::{Row, View, title_of};
use crate::ui::components::table::{Cell, Column, DataTable, SortedBy, Sorting};
use crate::ui::components::{candidates_words, measure_name};
use crate::ui::state::address::Address;
use crate::ui::state::reverse;
use leptos::prelude::*;
use rankscope_core::analysis::{self, n_draws, words};
use rankscope_core::benchmark::System;
use rankscope_core::metrics::Mean;
use rankscope_core::statistics::Interval;
use rankscope_core::table::Direction;
use std::collections::HashMap;

/// The name of the title column in the address.
const BY_TITLE: &str = "system";

/// The sort order in the address: `system` or `-system`; a column's name for best first, or `-` and
/// its name for worst first. Without one, rows are in the manifest's order.
fn sorting(address: Address) -> Sorting {
    let first = |column: &str| match column {
        BY_TITLE => Direction::Ascending,
        _ => Direction::Descending,
    };
    let current = Memo::new(move |_| {
        let order = address.state.with(|state| state.order.clone())?;
        let (column, is_turned) = match order.strip_prefix('-') {
            Some(name) => (name.to_string(), true),
            None => (order, false),
        };
        let first = first(&column);
        let direction = if is_turned { first.reversed() } else { first };
        Some(SortedBy { column, direction })
    });
    let choose = Callback::new(move |by: Option<SortedBy>| {
        let order = by.map(
            |SortedBy { column, direction }| {
                if direction == first(&column) { column } else { format!("-{column}") }
            },
        );
        address.change(|state| state.order = order);
    });
    Sorting { current: current.into(), choose }
}

/// A system and its means.
struct Line {
    id: String,
    title: String,
    /// Notes after the title.
    notes: Vec<String>,
    /// By index of the column in the board.
    means: HashMap<usize, Mean>,
    /// The text of a cell without a mean.
    placeholder: &'static str,
    /// Whether all of it has been computed, even if no mean has a value.
    is_known: bool,
}

impl Line {
    fn mean(&self, index: usize) -> Option<f64> {
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
    let mut shown = vec![title_column()];
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
        "{} The best mean of each column is bold.",
        match view.direction {
            reverse::Direction::ToImages => format!(
                "Means over the queries with a relevant image; n in each column head is how many \
                 of the {} have one. Below each mean: its 95% confidence interval, from {} \
                 bootstrap resamples of these queries.",
                words::counted(n_chosen, "query", "queries"),
                words::count(n_draws(n_chosen)),
            ),
            reverse::Direction::ToTexts => format!(
                "Means over the images with a relevant text under the column’s definition, n in its \
                 head, of {} texts ranked for each. Below each mean: its 95% confidence interval, \
                 from bootstrap resamples of these images.",
                words::count(dataset.n_images()),
            ),
            reverse::Direction::Mean => "Means of both directions; n in each column head is the number of \
                                queries and images together. Below each mean: its 95% confidence \
                                interval, from bootstrap resamples of the queries and of the images."
                .to_string(),
        }
    );
    let ids: Vec<String> = lines.iter().map(|line| line.id.clone()).collect();
    DataTable::new("Leaderboard", shown, lines)
        .class("board")
        .marks(move || marks(view, ids.clone()))
        .caption(caption)
        .sorting(sorting(view.address))
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

fn title_column() -> Column<Line> {
    Column::text("System", |line: &Line| line.title.clone())
        .view(|line| {
            let notes = line.notes.iter().cloned();
            let notes = notes.map(|note| view! { " " <span class="head-relevance">{note}</span> });
            Cell::new((line.title.clone(), notes.collect_view()))
        })
        .heads_row()
        .sortable(BY_TITLE, Direction::Ascending)
}

/// A column's means and, in exports only, their intervals and numbers of queries.
fn columns_of(
    intervals: RwSignal<HashMap<(String, usize), Interval>>,
    rows: &[Row],
    index: usize,
    column: &analysis::Column,
) -> [Column<Line>; 3] {
    let title = title_of(column);
    let n = rows.iter().find_map(|row| row.means.get(&index)).map(|mean| mean.n);
    let n = n.map_or_else(|| "n = …".to_string(), |n| format!("n = {}", words::count(n)));
    let best = rows.iter().filter_map(|row| row.means.get(&index)).map(|mean| mean.mean);
    let best = best.max_by(f64::total_cmp);
    let (measure, relevance) = (column.measure.to_string(), column.relevance.clone());
    let means = Column::number(title.clone(), move |line: &Line| line.mean(index))
        .view(move |line| {
            let cell = mean_cell(line, index, best, intervals)
                .data("data-system", line.id.clone())
                .data("data-measure", measure.clone())
                .data("data-relevance", relevance.clone());
            let mean = line.mean(index);
            if line.is_known || mean.is_some() { cell.exact(mean) } else { cell }
        })
        .head(measure_name(&column.measure.to_string()))
        .note(view! {
            <span class="head-relevance">{column.relevance_title.clone()}</span>
            <span class="head-n">{n}</span>
        })
        .hint(column.measure.describe())
        .best_in_bold()
        .sortable(column.name(), Direction::Descending);
    let ends = move |line: &Line| {
        let key = (line.id.clone(), index);
        intervals.with_untracked(|all| all.get(&key).map(|own| (own.low, own.high)))
    };
    [
        means,
        Column::interval(title.clone(), ends),
        Column::saved(format!("{title} n"), move |line: &Line| {
            line.means.get(&index).map(|mean| mean.n)
        }),
    ]
}

fn mean_cell(
    line: &Line,
    index: usize,
    best: Option<f64>,
    intervals: RwSignal<HashMap<(String, usize), Interval>>,
) -> Cell {
    let mean = line.mean(index);
    let words = mean.map_or_else(|| line.placeholder.to_string(), |mean| words::value(Some(mean)));
    let is_best = mean.is_some() && mean == best;
    let key = (line.id.clone(), index);
    let interval = move || {
        let interval = intervals.with(|all| all.get(&key).copied());
        let words = interval.map(|i| format!("{:.3}…{:.3}", i.low, i.high));
        words.unwrap_or_else(|| "\u{a0}".into())
    };
    let cell = Cell::new(view! {
        {words}
        {is_best.then(|| view! { <span class="visually-hidden">" (best)"</span> })}
        <span class="mean-interval">{interval}</span>
    });
    if is_best { cell.class("best") } else { cell }
}
