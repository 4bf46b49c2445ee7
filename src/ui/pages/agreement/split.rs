//! The queries on which two measures choose different winners.

use super::matrix::{file_name, title_view};
use super::swap::Swap;
use super::view::View;
use crate::ui::components::more_rows;
use crate::ui::components::table::{Cell, Column, DataTable, RowView, Rows};
use crate::ui::state::reverse::Direction;
use crate::ui::state::view::Asked;
use leptos::prelude::*;
use rankscope_core::analysis::{Column as Measured, words};
use rankscope_core::views::Page;

/// Rows shown at first, and added at a time.
const N_ROWS: usize = 10;

/// A query with first − second under both columns.
#[derive(Clone)]
struct Row {
    id: String,
    text: String,
    differences: [f64; 2],
}

/// Clearest differences first. Folded until the visitor chooses a pair of systems.
pub(super) fn split(view: View, swap: &Swap, columns: &[Measured; 2], is_open: bool) -> AnyView {
    let [first, second] = &swap.titles;
    let is_of_queries = view.direction.get() == Direction::ToImages;
    let unit = if is_of_queries { ("query", "queries") } else { ("image", "images") };
    let n = swap.split.split.len();
    let found = match swap.split.n {
        0 => format!(
            "{first} or {second}? No {} has a value by both columns: what one definition judges, the \
             other does not.",
            unit.0
        ),
        of => format!(
            "{first} or {second}? On {} of {} the two measures choose different winners.",
            words::count(n),
            words::counted(of, unit.0, unit.1),
        ),
    };
    if n == 0 || !is_of_queries {
        return view! { <p class="prose" role="status">{found}</p> }.into_any();
    }
    view! {
        <details class="data" open=is_open>
            <summary>
                {format!("Queries with different winners: {}", words::count(n))}
            </summary>
            <p class="prose" role="status">{found}</p>
            {table(view, swap, columns)}
        </details>
    }
    .into_any()
}

fn table(view: View, swap: &Swap, columns: &[Measured; 2]) -> AnyView {
    let Some(agreement) = view.agreement.get() else { return ().into_any() };
    let queries = swap.split.split.iter().filter_map(|split| {
        let query = agreement.dataset.queries.get(split.query_row as usize)?;
        let (id, text) = (query.id.clone(), query.text.clone());
        Some(Row { id, text, differences: split.differences })
    });
    let rows: Vec<Row> = queries.collect();
    let (n, all) = (rows.len(), rows.clone());
    let n_shown = RwSignal::new(N_ROWS);
    let shown = Rows::reactive(move || rows.iter().take(n_shown.get()).cloned().collect());
    let [a, b] = swap.ids().map(str::to_string);
    let (measure, relevance) = (columns[0].measure.to_string(), columns[0].relevance.clone());
    let address = view.address;
    let lists = move |row: &Row| {
        let (a, b, id) = (a.clone(), b.clone(), row.id.clone());
        let (measure, relevance) = (measure.clone(), relevance.clone());
        let href = move || {
            address.href_with(Page::Compare, |state| {
                (state.a, state.b) = (Some(a.clone()), Some(b.clone()));
                (state.measure, state.relevance) = (Some(measure.clone()), Some(relevance.clone()));
                state.asked = Some(Asked::Stored(id.clone()));
                (state.order, state.at, state.find) = (None, None, None);
            })
        };
        Cell::new(view! { <a href=href dir="auto">{row.text.clone()}</a> })
    };
    let mut shown_columns = vec![
        Column::text("Query", |row: &Row| row.text.clone()).view(lists).heads_row(),
        Column::saved("Query id", |row: &Row| row.id.clone()),
    ];
    shown_columns.extend(columns.iter().enumerate().map(|(of, column)| {
        Column::number(file_name(column), move |row: &Row| row.differences[of])
            .view(move |row| {
                Cell::new(words::signed(row.differences[of])).exact(Some(row.differences[of]))
            })
            .head(title_view(column))
    }));
    DataTable::new("Queries with different winners", shown_columns, shown)
        .saved_rows(all)
        .class("split")
        .caption("First − second under each column. A query links to both lists.")
        .row(|row| RowView::default().data("data-query", row.id.clone()))
        .more(more_rows(n_shown, N_ROWS, move || n))
        .view()
}
