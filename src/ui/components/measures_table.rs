//! The table of one query's measures.

use super::measure_name::measure_name;
use super::table::{Cell, Column, DataTable};
use super::value_button::value_button;
use super::what_if::LEAST_CHANGE;
use crate::ui::state::address::Address;
use crate::ui::state::shown::{Judged, Shown};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::metrics::{Explanation, Measure};

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

/// In what-if mode with the original values.
pub fn measures_table(address: Address, shown: &Shown, judged: &Judged) -> AnyView {
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
    let system = shown.choice.system.as_ref().map(|system| system.id.clone()).unwrap_or_default();
    let mut columns = columns(address, system);
    if is_changed {
        columns.extend(change_columns());
    }
    let class = if is_changed { "measures measures-changed" } else { "measures" };
    DataTable::new(NAME, columns, rows).class(class).view()
}

fn columns(address: Address, system: String) -> Vec<Column<Row>> {
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
            let words = words::value(row.value());
            let content = match row.value() {
                Some(_) => value_button(address, (row.measure, &system, None), words),
                None => words.into_any(),
            };
            Cell::new(content).data("data-measure", row.measure.to_string()).exact(row.value())
        }),
    ]
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
