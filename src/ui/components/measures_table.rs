//! The table of one query's measures.

use super::explanation::explanation;
use super::measure_name::measure_name;
use super::table::{Cell, Column, DataTable, RowView};
use super::what_if::LEAST_CHANGE;
use crate::ui::state::shown::{Judged, Shown};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use rankscope_core::metrics::{Explanation, Measure};
use std::collections::BTreeSet;
use std::sync::Arc;

const NAME: &str = "Measures of this query";

/// A measure and, in what-if mode, its value before the visitor's changes.
struct Row {
    measure: Measure,
    explained: Option<Explanation>,
    before: Option<f64>,
}

impl Row {
    fn value(&self) -> Option<f64> {
        self.explained.as_ref().map(|explained| explained.value)
    }

    fn change(&self) -> Option<f64> {
        self.value().zip(self.before).map(|(now, before)| now - before)
    }
}

#[derive(Clone, Copy)]
struct State {
    open: RwSignal<BTreeSet<String>>,
    highlight: RwSignal<Option<usize>>,
}

impl State {
    fn is_open(self, name: &str) -> Memo<bool> {
        let name = name.to_string();
        Memo::new(move |_| self.open.with(|open| open.contains(&name)))
    }

    fn toggle(self, name: &str) {
        self.open.update(|open| {
            if !open.remove(name) {
                open.insert(name.to_string());
            }
        });
    }
}

/// In what-if mode with the original values. `open` holds the names of the explained measures.
pub fn measures_table(
    shown: &Shown,
    judged: &Judged,
    open: RwSignal<BTreeSet<String>>,
    highlight: RwSignal<Option<usize>>,
) -> AnyView {
    let original = shown.original.as_ref().map(|original| &original.judged.measures);
    let is_changed = original.is_some();
    let rows: Vec<Row> = judged
        .measures
        .iter()
        .enumerate()
        .map(|(index, own)| {
            let before = original.and_then(|all| all.get(index)?.explained.as_ref());
            Row {
                measure: own.measure,
                explained: own.explained.clone(),
                before: before.map(|explained| explained.value),
            }
        })
        .collect();
    let state = State { open, highlight };
    let mut columns = columns(state);
    if is_changed {
        columns.extend(change_columns());
    }
    let (dataset, n_columns) = (shown.choice.dataset.clone(), if is_changed { "5" } else { "3" });
    let class = if is_changed { "measures measures-changed" } else { "measures" };
    DataTable::new(NAME, columns, rows)
        .class(class)
        .row(move |row| match &row.explained {
            Some(explained) => {
                let name = row.measure.to_string();
                RowView::default().below(below(state, &name, explained, &dataset, n_columns))
            }
            None => RowView::default(),
        })
        .view()
}

fn columns(state: State) -> Vec<Column<Row>> {
    let judged = |row: &Row| row.explained.as_ref().map(|explained| explained.judged);
    vec![
        Column::text("Measure", |row: &Row| row.measure.to_string())
            .view(|row| {
                Cell::new(view! {
                    {measure_name(&row.measure.to_string())}
                    <span class="describe">{row.measure.describe_one()}</span>
                })
            })
            .heads_row(),
        Column::shown("Judged", move |row: &Row| {
            let share = judged(row).map(|own| format!("{} of {}", own.n_judged, own.n_hits));
            Cell::new(share.unwrap_or_else(|| "n/a".into()))
        })
        .hint("How many of the results the measure uses are judged")
        .numeric(true),
        Column::saved("Results", move |row: &Row| judged(row).map(|own| own.n_hits)),
        Column::saved("Judged", move |row: &Row| judged(row).map(|own| own.n_judged)),
        Column::number("Value", Row::value).view(move |row| {
            let content = match row.value() {
                Some(_) => value_button(state, row),
                None => words::value(None).into_any(),
            };
            Cell::new(content).data("data-measure", row.measure.to_string()).exact(row.value())
        }),
    ]
}

fn value_button(state: State, row: &Row) -> AnyView {
    let name = row.measure.to_string();
    let is_open = state.is_open(&name);
    let words = format!(", how {name} is computed");
    view! {
        <button
            type="button"
            class="value"
            aria-expanded=move || if is_open.get() { "true" } else { "false" }
            on:click=move |_| state.toggle(&name)
        >
            {words::value(row.value())}
            <span class="visually-hidden">{words}</span>
        </button>
    }
    .into_any()
}

fn below(
    state: State,
    name: &str,
    explained: &Explanation,
    dataset: &Arc<Dataset>,
    n_columns: &'static str,
) -> AnyView {
    let is_open = state.is_open(name);
    let (explained, dataset) = (explained.clone(), dataset.clone());
    let row = move || {
        is_open.get().then(|| {
            let content = explanation(&dataset, &explained, state.highlight);
            view! {
                <tr class="explained-row">
                    <td colspan=n_columns>{content}</td>
                </tr>
            }
        })
    };
    row.into_any()
}

fn change_columns() -> [Column<Row>; 2] {
    [
        Column::number("Original", |row: &Row| row.before).view(|row| {
            Cell::new(words::value(row.before)).data("data-before", words::exact(row.before))
        }),
        Column::number("Change", Row::change).view(|row| {
            let change = row.change();
            let cell = Cell::new(change.map_or_else(|| "n/a".into(), words::signed))
                .data("data-difference", words::exact(change));
            match change {
                Some(by) if by > LEAST_CHANGE => cell.class("for-a"),
                Some(by) if by < -LEAST_CHANGE => cell.class("for-b"),
                _ => cell,
            }
        }),
    ]
}
