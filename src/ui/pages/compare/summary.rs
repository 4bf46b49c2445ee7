//! Means, differences, confidence intervals and tests of every measure.

use super::forest::ForestAxis;
use super::queries::in_page_link;
use super::row::Row;
use super::verdict::verdict;
use super::view::View;
use crate::ui::components::table::{self, Cell, DataTable, RowView};
use crate::ui::components::{measure_name, notice};
use crate::ui::state::address::Address;
use crate::ui::state::view::ViewState;
use leptos::prelude::*;
use rankscope_core::analysis::{
    Column, Comparison, OnQuery, SystemValues, Tested, definition_note, n_draws, words,
};
use rankscope_core::statistics::holm;
use std::sync::Arc;

pub(super) fn summary(view: View) -> Option<AnyView> {
    let comparison = view.comparison.get()?;
    let rows = rows(&comparison, view.shown.get().as_ref(), &view.outcomes.get());
    let chosen = rows.iter().find(|row| row.is_chosen)?;
    let same = (comparison.a.id == comparison.b.id).then(|| {
        notice("A and B are the same system, so they cannot differ. Choose another system.")
    });
    let verdict = verdict(&comparison, chosen);
    let n_pairs =
        if chosen.is_known { chosen.pairs.len() } else { comparison.dataset.queries.len() };
    let n_draws = words::count(n_draws(n_pairs));
    let axis = Arc::new(axis(&rows));
    let caption = format!(
        "A − B: mean difference over the n queries where both have a value. Confidence interval: \
         from {n_draws} bootstrap resamples of these queries. p: two-sided paired \
         randomisation test with {n_draws} random swaps of A and B. p (Holm): corrected for the {} \
         tests in this table; ≤ where no swap gave a difference as large, so that more swaps could \
         only lower it.",
        rows.len(),
    );
    let here: Vec<Column> = comparison.columns.iter().map(|(_, column)| column.clone()).collect();
    let headlines = Column::headlines_of(&comparison.dataset);
    let note = definition_note(&comparison.dataset, &here, &headlines, "the Leaderboard");
    let view = view! {
        {same}
        {verdict}
        {DataTable::new("Measures of both systems", columns(view.address, &comparison, &axis), rows)
            .class("board forest-table")
            .caption(caption)
            .row(|row| RowView::default().chosen(row.is_chosen))
            .view()}
        {note.map(notice)}
    };
    Some(view.into_any())
}

fn axis(rows: &[Row]) -> ForestAxis {
    let intervals = rows.iter().filter_map(|row| row.tested.and_then(|test| test.interval));
    let ends = intervals.flat_map(|i| [i.low, i.high]);
    ForestAxis::of(rows.iter().filter_map(Row::difference).chain(ends))
}

/// Measures that are not computed yet have a row too.
fn rows(
    comparison: &Comparison,
    both: Option<&(Arc<SystemValues>, Arc<SystemValues>)>,
    outcomes: &[Option<Tested>],
) -> Vec<Row> {
    let tested = |place: usize| outcomes.get(place).copied().flatten();
    let p_values: Vec<f64> = outcomes.iter().flatten().map(|test| test.randomisation.p).collect();
    // The correction needs the p-values of all tests in the table.
    let is_complete = !outcomes.is_empty() && p_values.len() == outcomes.len();
    let corrected = is_complete.then(|| holm(&p_values).ok()).flatten();
    // Stored values lack some columns.
    let known = |index: usize| both.filter(|(a, b)| a.is_stored(index) && b.is_stored(index));
    let row = |(place, (index, column)): (usize, &(usize, Column))| Row {
        column: column.clone(),
        pairs: known(*index).map(|(a, b)| comparison.pairs(a, b, *index)).unwrap_or_default(),
        tested: tested(place),
        p_holm: corrected.as_ref().and_then(|all| all.get(place).copied()),
        is_chosen: place == comparison.chosen,
        is_known: known(*index).is_some(),
    };
    comparison.columns.iter().enumerate().map(row).collect()
}

fn columns(
    address: Address,
    comparison: &Comparison,
    axis: &Arc<ForestAxis>,
) -> Vec<table::Column<Row>> {
    let (ends, axis) = (axis.view(), axis.clone());
    let count = |title: &'static str, is_counted: fn(&OnQuery) -> bool| {
        table::Column::number(title, move |row: &Row| row.n(is_counted)).view(move |row| {
            Cell::new(if row.is_known { words::count(row.n(is_counted)) } else { "…".into() })
        })
    };
    // What the file is of, in every row: the page around the table is not part of the file.
    let saved = |title: &str, id: String| table::Column::saved(title, move |_: &Row| id.clone());
    let interval = |row: &Row| row.tested.and_then(|test| test.interval);
    vec![
        table::Column::text("Measure", Row::name)
            .view(move |row| Cell::new(measure_link(address, row)))
            .heads_row(),
        table::Column::shown("Difference", move |row: &Row| {
            Cell::new(axis.row(row.difference(), interval(row))).class("forest-cell")
        })
        .head(view! { "A − B on one axis" })
        .note(ends),
        valued("A", "a", |row| row.mean(|on| on.a), Row::words),
        valued("B", "b", |row| row.mean(|on| on.b), Row::words),
        valued("A - B", "difference", Row::difference, |row, value| {
            value.map_or_else(|| row.placeholder().into(), words::signed)
        })
        .head("A − B"),
        table::Column::interval("Confidence interval (95%)", move |row: &Row| {
            interval(row).map(|i| (i.low, i.high))
        })
        .view(move |row| {
            let ends = interval(row);
            let ends =
                ends.map(|i| format!("{} … {}", words::signed(i.low), words::signed(i.high)));
            let without = if row.tested.is_some() { "n/a" } else { row.placeholder() };
            Cell::new(ends.unwrap_or_else(|| without.into()))
        }),
        valued("p", "p", |row| row.tested.map(|test| test.randomisation.p), Row::p_words),
        table::Column::number("p (Holm)", |row: &Row| row.p_holm)
            .view(|row| Cell::new(row.holm_words())),
        count("A better", |on| on.difference() > 0.0),
        count("Equal", |on| on.difference() == 0.0),
        count("B better", |on| on.difference() < 0.0),
        count("n", |_| true),
        saved("System A", comparison.a.id.clone()),
        saved("System B", comparison.b.id.clone()),
        table::Column::saved("Relevance", |row: &Row| row.column.relevance.clone()),
    ]
}

/// Its cells carry data attributes for scripts.
fn valued(
    title: &'static str,
    of: &'static str,
    value: fn(&Row) -> Option<f64>,
    words: fn(&Row, Option<f64>) -> String,
) -> table::Column<Row> {
    table::Column::number(title, value).view(move |row| {
        let value = value(row);
        let cell =
            Cell::new(words(row, value)).data("data-measure", row.name()).data("data-of", of);
        if row.is_known { cell.exact(value) } else { cell }
    })
}

fn measure_link(address: Address, row: &Row) -> AnyView {
    let name = row.name();
    let content = measure_name(&name);
    let change = move |state: &mut ViewState| {
        (state.measure, state.at) = (Some(name.clone()), None);
    };
    in_page_link(address, change, content, Some(row.column.measure.describe()))
}
