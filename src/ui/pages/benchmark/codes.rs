//! Compares rankings by codes alone, and by candidates, with exact rankings: overlap, and the change of
//! every measure.

use crate::ui::components::table::{self, Cell, DataTable};
use crate::ui::components::{
    board_status, candidates_words, measure_name, picker, quiet_button_unless, titled_section,
};
use crate::ui::pages::choices::{id_and_title, relevance_picker_with_id};
use crate::ui::state::Session;
use crate::ui::state::board::Board;
use leptos::prelude::*;
use rankscope_core::analysis::{Column, Dataset, SystemValues, words};
use rankscope_core::metrics::Mean;
use rankscope_core::ranking::overlap_at;
use std::sync::Arc;

/// At least this many hits of each ranking are kept.
const CUTOFFS: [usize; 2] = [10, 100];

/// `None` if no system has stored query vectors.
pub(super) fn codes(session: Session) -> Option<AnyView> {
    let systems = session.dataset().map(|dataset| rankable(&dataset)).unwrap_or_default();
    let (first, n_systems) = (systems.first()?.0.clone(), systems.len());
    let options = StoredValue::new(systems);
    let chosen = RwSignal::new(first);
    // Show what was computed on an earlier visit to this page.
    let boards = [session.codes_board, session.exhaustive_board];
    let known = boards.map(|board| board.systems.get_untracked()).into_iter().flatten();
    let wanted = RwSignal::new(known.map(|values| values.system.clone()).collect::<Vec<String>>());
    // First the rankings that pages show, then their references: one computation to watch and to
    // cancel.
    Effect::new(move |_| {
        let (ids, Some(dataset)) = (wanted.get(), session.dataset()) else { return };
        let is_shown = ids.iter().all(|id| session.board.of(id).is_some());
        if !ids.is_empty() && is_shown {
            for (board, ids) in references(session, ids) {
                untrack(|| board.want(&dataset, &ids));
            }
        }
    });
    let want = move |ids: Vec<String>| {
        if let Some(dataset) = untrack(|| session.dataset()) {
            session.board.want(&dataset, &ids);
            wanted.set(ids);
        }
    };
    let is_running = move || {
        !wanted.with(Vec::is_empty)
            && [session.board, session.codes_board, session.exhaustive_board]
                .into_iter()
                .any(|board| board.task.is_running())
    };
    let title = move || {
        let title = |all: &Vec<(String, String)>| {
            let of_chosen = all.iter().find(|(id, _)| chosen.with(|chosen| chosen == id));
            of_chosen.map(|(_, title)| title.clone())
        };
        options.with_value(title).unwrap_or_default()
    };
    let one = move || {
        let mut ids = wanted.get_untracked();
        ids.retain(|id| chosen.with_untracked(|chosen| chosen != id));
        ids.push(chosen.get_untracked());
        want(ids);
    };
    let all =
        move || want(options.with_value(|all| all.iter().map(|(id, _)| id.clone()).collect()));
    let list = Memo::new(move |_| options.get_value());
    let all_button = (n_systems > 1).then(|| {
        let words = format!("Compare all {}", words::counted(n_systems, "system", "systems"));
        quiet_button_unless(is_running, words, all)
    });
    let body = view! {
        <p class="prose">{move || explanation(session)}</p>
        <div class="pickers">
            {picker("System", list, chosen, move |id| chosen.set(id))}
            {relevance_picker_with_id(session, "codes-relevance")}
        </div>
        <p class="buttons">
            {quiet_button_unless(is_running, view! { "Compare " {title} }, one)} {all_button}
        </p>
        {move || status(session, wanted)}
        {move || table(session)}
    };
    Some(titled_section("codes-title", "Search by codes alone", body))
}

/// Ids and titles of systems with stored query vectors. Runs have none, and search engines have other
/// codes.
fn rankable(dataset: &Dataset) -> Vec<(String, String)> {
    let systems = dataset.own.systems.iter();
    id_and_title(systems.filter(|system| system.queries.is_some() && system.remote.is_none()))
}

fn explanation(session: Session) -> String {
    let n_sampled =
        session.dataset().map_or(0, |dataset| session.exhaustive_board.query_rows(&dataset).len());
    format!(
        "Rankings of a gallery in memory are always exact: a search scores the int8 codes first, \
         with an error bound, and then rescores every image that could be in the top k from its \
         stored vector. This section shows what the codes alone would find, over all queries of \
         the benchmark: the share of the exact top 10 and top 100, and how much each mean would \
         change. A gallery on disk is ranked by candidates. Here these rankings are compared with \
         a search of all rows, for {} spread evenly over the benchmark.",
        words::counted(n_sampled, "query", "queries"),
    )
}

fn status(session: Session, wanted: RwSignal<Vec<String>>) -> Option<AnyView> {
    let dataset = session.dataset()?;
    let ids = wanted.get();
    if ids.is_empty() {
        return None;
    }
    if ids.iter().any(|id| session.board.of(id).is_none()) {
        return Some(board_status(session.engine.module, session.board, &dataset, wanted.into()));
    }
    let status = |(board, ids): (Board, Vec<String>)| {
        let ids = Signal::derive(move || ids.clone());
        board_status(session.engine.module, board, &dataset, ids)
    };
    Some(references(session, ids).into_iter().map(status).collect_view().into_any())
}

/// Systems by the board that they are compared with: codes alone for a gallery in memory, all rows for
/// one on disk.
fn references(session: Session, ids: Vec<String>) -> Vec<(Board, Vec<String>)> {
    let is_on_disk = |id: &String| session.board.of(id).is_some_and(|v| v.n_scored.is_some());
    let (on_disk, in_memory): (Vec<_>, Vec<_>) = ids.into_iter().partition(is_on_disk);
    let both = [(session.codes_board, in_memory), (session.exhaustive_board, on_disk)];
    both.into_iter().filter(|(_, ids)| !ids.is_empty()).collect()
}

/// A system's exact ranking and the other one.
struct Both {
    title: String,
    exact: Arc<SystemValues>,
    coded: Arc<SystemValues>,
    /// How the other ranking was found.
    by: String,
    /// The queries in both rankings.
    query_rows: Vec<u32>,
}

impl Both {
    /// Over the queries in both rankings.
    fn mean(
        &self,
        of: &SystemValues,
        index: usize,
        column: &Column,
        dataset: &Dataset,
    ) -> Option<f64> {
        let mut values = vec![None; dataset.queries.len()];
        for row in &self.query_rows {
            if let Some(place) = values.get_mut(*row as usize) {
                *place = of.value(index, *row as usize);
            }
        }
        column.measure.mean(&values, dataset.folds.as_deref()).map(|mean| mean.mean)
    }
}

fn table(session: Session) -> Option<AnyView> {
    let dataset = session.dataset()?;
    let choice = session.search.choice;
    let relevance = choice.with(|choice| Some(choice.as_ref()?.relevance()?.id.clone()))?;
    let title = |values: &SystemValues| Some(dataset.own.system(&values.system)?.title.clone());
    let (codes, exhaustive) = (session.codes_board, session.exhaustive_board);
    let in_memory = |coded: Arc<SystemValues>| {
        let exact = session.board.of(&coded.system)?;
        let (title, by) = (title(&exact)?, "codes".to_string());
        Some(Both { title, exact, coded, by, query_rows: codes.query_rows(&dataset) })
    };
    let on_disk = |exact: Arc<SystemValues>| {
        let coded = session.board.of(&exact.system)?;
        let (title, by) = (title(&exact)?, candidates_words(coded.n_scored?));
        Some(Both { title, exact, coded, by, query_rows: exhaustive.query_rows(&dataset) })
    };
    let in_memory = codes.systems.get().into_iter().filter_map(in_memory);
    let on_disk = exhaustive.systems.get().into_iter().filter_map(on_disk);
    let rows: Vec<Both> = in_memory.chain(on_disk).collect();
    if rows.is_empty() {
        return None;
    }
    // The chosen measures come after these on the board, and are not computed by codes.
    let columns = Column::all_of(&dataset, &[]).into_iter().enumerate();
    let columns: Vec<(usize, Column)> =
        columns.filter(|(_, column)| column.relevance == relevance).collect();
    let lines: Vec<Line> = rows.iter().map(|row| Line::of(row, &columns, &dataset)).collect();
    let title = columns.first().map(|(_, column)| column.relevance_title.clone());
    let caption = format!(
        "Ranking by codes alone, or by candidates, compared with exact ranking. Overlap: the mean \
         share of the exact top k that the other top k contains; 1 if they are the same. Δ: the \
         mean of the ranking by codes or candidates minus the exact mean, under the definition of \
         relevance “{}”. Exact means by the vectors as stored: if these are int8 already, codes \
         lose almost nothing.",
        title.unwrap_or_default(),
    );
    let shown = table_columns(columns.into_iter().map(|(_, column)| column).collect());
    let table = DataTable::new("Codes alone", shown, lines).class("board").caption(caption);
    Some(table.view())
}

struct Line {
    system: String,
    title: String,
    by: String,
    n_queries: usize,
    /// By cutoff.
    overlaps: Vec<Option<f64>>,
    /// By column.
    deltas: Vec<Option<f64>>,
}

impl Line {
    fn of(row: &Both, columns: &[(usize, Column)], dataset: &Dataset) -> Self {
        let delta = |(index, column): &(usize, Column)| {
            let exact = row.mean(&row.exact, *index, column, dataset)?;
            Some(row.mean(&row.coded, *index, column, dataset)? - exact)
        };
        Self {
            system: row.coded.system.clone(),
            title: row.title.clone(),
            by: row.by.clone(),
            n_queries: row.query_rows.len(),
            overlaps: CUTOFFS.iter().map(|k| overlap(row, *k)).collect(),
            deltas: columns.iter().map(delta).collect(),
        }
    }
}

fn table_columns(columns: Vec<Column>) -> Vec<table::Column<Line>> {
    let mut shown = vec![
        table::Column::text("System", |line: &Line| line.title.clone()).heads_row(),
        table::Column::text("Ranked by", |line: &Line| line.by.clone()),
        table::Column::number("Queries", |line: &Line| line.n_queries),
    ];
    shown.extend(CUTOFFS.iter().enumerate().map(|(place, k)| {
        let name = format!("overlap@{k}");
        let overlap = move |line: &Line| line.overlaps.get(place).copied().flatten();
        table::Column::number(name.clone(), overlap).view(move |line| {
            Cell::new(words::value(overlap(line)))
                .data("data-system", line.system.clone())
                .data("data-measure", name.clone())
                .exact(overlap(line))
        })
    }));
    shown.extend(columns.into_iter().enumerate().map(|(place, column)| {
        let (measure, relevance) = (column.measure.to_string(), column.relevance.clone());
        let delta = move |line: &Line| line.deltas.get(place).copied().flatten();
        table::Column::number(format!("Δ {measure}"), delta)
            .head(view! { "Δ " {measure_name(&measure)} })
            .hint(column.measure.describe())
            .view(move |line| {
                Cell::new(delta(line).map_or_else(|| "n/a".into(), words::signed))
                    .data("data-system", line.system.clone())
                    .data("data-measure", measure.clone())
                    .data("data-relevance", relevance.clone())
                    .exact(delta(line))
            })
    }));
    shown
}

fn overlap(row: &Both, k: usize) -> Option<f64> {
    let share = |query: &u32| overlap_at(row.exact.hits(*query), row.coded.hits(*query), k);
    let shares = row.query_rows.iter().map(share);
    Mean::of(shares).map(|mean| mean.mean)
}
