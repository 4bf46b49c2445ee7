//! The matrix: a coefficient in every cell, and the interval that it has over queries.

use super::View;
use crate::ui::column::Column;
use crate::ui::components::table_tools;
use crate::ui::state::agreement::{Agreement, cell_name, sign};
use crate::ui::words;
use leptos::prelude::*;
use rankscope_core::chart::{Side, diverging};
use rankscope_core::statistics::Interval;
use std::sync::Arc;
use wasm_bindgen::JsCast;

/// The table with its key; a skeleton until the systems are there.
pub(super) fn matrix(view: View) -> AnyView {
    // Which cell the arrow keys are at: one stop for the tabulator, not a hundred.
    let active = RwSignal::new((0usize, 0usize));
    let body = move || match (view.agreement.get(), view.systems.get()) {
        (Some(agreement), Some(systems)) => {
            let values = agreement.matrix(&systems);
            table(view, &agreement, &values, systems.len(), active)
        }
        _ => view! { <div class="skeleton skeleton-chart" aria-hidden="true"></div> }.into_any(),
    };
    view! {
        <section class="block" aria-labelledby="matrix-title">
            <h2 id="matrix-title">"Do the columns agree?"</h2>
            {body}
        </section>
    }
    .into_any()
}

fn table(
    view: View,
    agreement: &Arc<Agreement>,
    values: &[Vec<Option<f64>>],
    n_systems: usize,
    active: RwSignal<(usize, usize)>,
) -> AnyView {
    let columns: Vec<&Column> = agreement.columns.iter().map(|(_, column)| column).collect();
    let n = columns.len();
    let heads = columns.iter().map(|column| {
        view! {
            <th scope="col">
                <code>{column.measure.to_string()}</code>
                <span class="head-relevance">{column.relevance_title.clone()}</span>
            </th>
        }
    });
    let heads = heads.collect_view();
    let rows = columns.iter().zip(values).enumerate().map(|(i, (row, values))| {
        let cells = columns.iter().zip(values).enumerate();
        let cells = cells.map(|(j, (column, value))| {
            cell(view, agreement, (i, j), (row, column), *value, active)
        });
        let cells = cells.collect_view();
        view! {
            <tr>
                <th scope="row">
                    <code>{row.measure.to_string()}</code>
                    <span class="head-relevance">{row.relevance_title.clone()}</span>
                </th>
                {cells}
            </tr>
        }
    });
    let rows = rows.collect_view();
    let on_key = move |ev: web_sys::KeyboardEvent| {
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
    };
    let sign = sign(agreement.coefficient);
    let name = match sign {
        "ρ" => "Agreement of measures (Spearman’s ρ)",
        _ => "Agreement of measures (Kendall τ-b)",
    };
    let is_drawing = move || view.intervals.with(Option::is_none);
    let note = move || {
        if is_drawing() {
            "Intervals are on their way …"
        } else {
            "Below each value: 95 % of 2,000 resamples of the queries."
        }
    };
    view! {
        <p class="prose">
            {format!("{sign} over {}", words::counted(n_systems, "system", "systems"))}
            ": 1 where two columns put the systems in the same order, −1 where in opposite orders. Few systems make it coarse: one exchanged pair moves it far."
        </p>
        <p class="filter-line" role="status">
            {note}
        </p>
        <div class="scroller" role="region" aria-label="Agreement of measures, scrollable" tabindex="0">
            <table class="matrix" aria-label=name on:keydown=on_key>
                <thead>
                    <tr>
                        <th scope="col">{format!("{sign}, n = {n_systems}")}</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {table_tools(name)}
        <p class="ramp-key" aria-hidden="true">
            <span>"−1 opposite"</span>
            <span class="ramp-bar"></span>
            <span>"same 1"</span>
        </p>
    }
    .into_any()
}

/// Colour of a coefficient: class and strength.
pub(super) fn shade(value: Option<f64>) -> (&'static str, String) {
    match value.map(diverging) {
        None => ("number tau", String::new()),
        Some((Side::Above, strength)) => {
            ("number tau tau-above", format!("--strength:{strength:.1}%"))
        }
        Some((Side::Below, strength)) => {
            ("number tau tau-below", format!("--strength:{strength:.1}%"))
        }
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
    agreement: &Arc<Agreement>,
    (i, j): (usize, usize),
    (row, column): (&Column, &Column),
    value: Option<f64>,
    active: RwSignal<(usize, usize)>,
) -> AnyView {
    let (class, style) = shade(value);
    let address = view.session.address;
    let name = cell_name(row, column);
    let interval = move || {
        let words = view.intervals.with(|all| {
            let interval = all.as_ref()?.get(i)?.get(j)?.as_ref()?;
            (i != j).then(|| interval_words(interval))
        });
        words.unwrap_or_else(|| "\u{a0}".into())
    };
    let ends = move || {
        view.intervals.with(|all| {
            let interval = all.as_ref()?.get(i)?.get(j)?.as_ref()?;
            Some(format!("{} {}", interval.low, interval.high))
        })
    };
    let is_chosen = agreement.cell == Some((i, j)) || agreement.cell == Some((j, i));
    let described = format!(
        "{} of {} ({}) and {} ({})",
        two_decimals(value),
        row.measure,
        row.relevance_title,
        column.measure,
        column.relevance_title
    );
    view! {
        <td
            class=class
            class:tau-chosen=is_chosen
            style=style
            data-row=row.name()
            data-column=column.name()
            data-value=words::exact(value)
            data-interval=ends
        >
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
                <span class="cell-interval">{interval}</span>
            </button>
        </td>
    }
    .into_any()
}
