//! The matrix: a coefficient in every cell, with its confidence interval over queries.

use super::view::View;
use crate::ui::components::table::{self, Cell, DataTable};
use leptos::attr::custom::custom_attribute;
use leptos::ev::{self, on};
use leptos::prelude::*;
use leptos::tachys::html::style::style;
use rankscope_core::analysis::{Agreement, Column, cell_name, symbol, words};
use rankscope_core::chart::{Side, diverging};
use rankscope_core::statistics::Interval;
use std::sync::Arc;
use wasm_bindgen::JsCast;

/// The table with its legend; a skeleton until the systems are computed.
pub(super) fn matrix(view: View) -> AnyView {
    // The cell that the arrow keys are at: one tab stop instead of a hundred.
    let active = RwSignal::new((0usize, 0usize));
    let body = move || match (view.agreement.get(), view.systems.get()) {
        (Some(agreement), Some(systems)) => {
            let values = agreement.matrix(&systems);
            table(view, &agreement, &values, systems.len(), active)
        }
        _ => view! { <div class="skeleton skeleton-chart" aria-hidden="true"></div> }.into_any(),
    };
    view! {
        <section class="block" data-block="matrix" aria-labelledby="matrix-title">
            <h2 id="matrix-title">"Do the columns agree?"</h2>
            {body}
        </section>
    }
    .into_any()
}

/// A row of the matrix.
struct Line {
    place: usize,
    column: Column,
    values: Vec<Option<f64>>,
}

impl Line {
    fn value(&self, place: usize) -> Option<f64> {
        self.values.get(place).copied().flatten()
    }
}

fn table(
    view: View,
    agreement: &Arc<Agreement>,
    values: &[Vec<Option<f64>>],
    n_systems: usize,
    active: RwSignal<(usize, usize)>,
) -> AnyView {
    let columns: Vec<Column> = agreement.columns.iter().map(|(_, own)| own.clone()).collect();
    let symbol = symbol(agreement.coefficient);
    let name = match symbol {
        "ρ" => "Agreement of measures (Spearman’s ρ)",
        _ => "Agreement of measures (Kendall τ-b)",
    };
    let is_computing = move || view.intervals.with(Option::is_none);
    let note = move || {
        if is_computing() {
            "Computing confidence intervals …".to_string()
        } else {
            let n = view.intervals.with(|all| {
                let mut all = all.iter().flatten().flatten().flatten();
                all.next().map_or(0, |interval| interval.n_resamples)
            });
            format!(
                "Below each value: its 95% confidence interval, from {} resamples of the {}.",
                words::count(n),
                view.resampled(),
            )
        }
    };
    let n = columns.len();
    let lines: Vec<Line> = columns
        .iter()
        .zip(values)
        .enumerate()
        .map(|(place, (column, values))| Line {
            place,
            column: column.clone(),
            values: values.clone(),
        })
        .collect();
    let mut shown = vec![
        table::Column::text(format!("{symbol}, n = {n_systems}"), |line: &Line| {
            file_name(&line.column)
        })
        .view(|line| Cell::new(title_view(&line.column)))
        .heads_row(),
    ];
    shown.extend(columns.into_iter().enumerate().map(|(j, column)| {
        let (title, head) = (file_name(&column), title_view(&column));
        let chosen = agreement.cell;
        table::Column::number(title, move |line: &Line| line.value(j))
            .view(move |line| {
                let (i, value) = (line.place, line.value(j));
                let is_chosen = chosen == Some((i, j)) || chosen == Some((j, i));
                cell(view, (i, j), (&line.column, &column), value, is_chosen, active)
            })
            .head(head)
            .numeric(false)
    }));
    let table = DataTable::new(name, shown, lines)
        .class("matrix")
        .with(on(ev::keydown, move |ev| move_focus(&ev, active, n)));
    view! {
        <p class="prose">
            {format!("{symbol} over {}", words::counted(n_systems, "system", "systems"))}
            ": 1 if two columns rank the systems in the same order, −1 if in opposite orders. With few systems it is coarse: one swapped pair changes it a lot."
        </p>
        <p class="filter-line" role="status">
            {note}
        </p>
        {table.view()}
        <p class="ramp-key" aria-hidden="true">
            <span>"−1 opposite"</span>
            <span class="ramp-bar"></span>
            <span>"same 1"</span>
        </p>
    }
    .into_any()
}

fn file_name(column: &Column) -> String {
    format!("{} {}", column.measure, column.relevance_title)
}

fn title_view(column: &Column) -> AnyView {
    view! {
        <code>{column.measure.to_string()}</code>
        <span class="head-relevance">{column.relevance_title.clone()}</span>
    }
    .into_any()
}

/// Moves the focus in the matrix of `n` × `n` cells by arrow keys.
fn move_focus(ev: &web_sys::KeyboardEvent, active: RwSignal<(usize, usize)>, n: usize) {
    let (i, j) = active.get_untracked();
    let last = n.saturating_sub(1);
    let next = match ev.key().as_str() {
        "ArrowRight" => (i, (j + 1).min(last)),
        "ArrowLeft" => (i, j.saturating_sub(1)),
        "ArrowDown" => ((i + 1).min(last), j),
        "ArrowUp" => (i.saturating_sub(1), j),
        "Home" => (i, 0),
        "End" => (i, last),
        _ => return,
    };
    ev.prevent_default();
    active.set(next);
    let id = format!("cell-{}-{}", next.0, next.1);
    let button = document().get_element_by_id(&id);
    if let Some(button) = button.and_then(|b| b.dyn_into::<web_sys::HtmlElement>().ok()) {
        // An element that cannot be focused leaves the focus where it is.
        let _ = button.focus();
    }
}

/// The colour of a coefficient: class and, as a style, strength.
pub(super) fn shade(value: Option<f64>) -> (&'static str, Option<(&'static str, String)>) {
    let style = |strength: f64| Some(("--strength", format!("{strength:.1}%")));
    match value.map(diverging) {
        None => ("number tau", None),
        Some((Side::Above, strength)) => ("number tau tau-above", style(strength)),
        Some((Side::Below, strength)) => ("number tau tau-below", style(strength)),
    }
}

/// A coefficient with two decimals; −0.00 is written as 0.00.
pub(super) fn two_decimals(value: Option<f64>) -> String {
    value.map_or_else(
        || "n/a".into(),
        |value| format!("{:.2}", (value * 100.0).round() / 100.0 + 0.0).replace('-', "−"),
    )
}

fn interval_words(interval: &Interval) -> String {
    format!("{}…{}", two_decimals(Some(interval.low)), two_decimals(Some(interval.high)))
}

fn cell(
    view: View,
    (i, j): (usize, usize),
    (row, column): (&Column, &Column),
    value: Option<f64>,
    is_chosen: bool,
    active: RwSignal<(usize, usize)>,
) -> Cell {
    let (class, shade) = shade(value);
    let address = view.address;
    let name = cell_name(row, column);
    let interval = move || view.intervals.with(|all| *all.as_ref()?.get(i)?.get(j)?);
    let interval_words = move || {
        let words = interval().filter(|_| i != j).map(|interval| interval_words(&interval));
        words.unwrap_or_else(|| "\u{a0}".into())
    };
    let ends = move || interval().map(|interval| format!("{} {}", interval.low, interval.high));
    let described = format!(
        "{} between {} ({}) and {} ({})",
        two_decimals(value),
        row.measure,
        row.relevance_title,
        column.measure,
        column.relevance_title
    );
    let button = view! {
        <button
            type="button"
            id=format!("cell-{i}-{j}")
            class="cell"
            tabindex=move || if active.get() == (i, j) { "0" } else { "-1" }
            aria-label=described
            aria-pressed=if is_chosen { "true" } else { "false" }
            on:focus=move |_| active.set((i, j))
            on:click=move |_| {
                let name = name.clone();
                address.change(|state| {
                    state.cell = (state.cell.as_ref() != Some(&name)).then_some(name);
                });
            }
        >
            {two_decimals(value)}
            <span class="cell-interval">{interval_words}</span>
        </button>
    };
    let cell = Cell::new(button)
        .class(class)
        .with(style(shade))
        .data("data-row", row.name())
        .data("data-column", column.name())
        .exact(value)
        .with(custom_attribute("data-interval", ends));
    if is_chosen { cell.class("tau-chosen") } else { cell }
}
