//! How far columns of the leaderboard agree on the order of the systems.

use crate::chart::{Side, diverging};
use crate::statistics::tau_b_matrix;
use crate::ui::column::Column;
use crate::ui::tally::SystemValues;
use crate::ui::words;
use leptos::prelude::*;
use std::sync::Arc;

/// Kendall's τ-b between any two columns, as a table with coloured cells. `shown` are the
/// places of the columns in each system's means.
pub fn agreement_table(
    systems: &[Arc<SystemValues>],
    columns: &[Column],
    shown: &[usize],
) -> AnyView {
    let matrix = agreement(systems, shown);
    let columns: Vec<Column> =
        shown.iter().filter_map(|index| columns.get(*index).cloned()).collect();
    let heads = columns.iter().map(|column| {
        view! {
            <th scope="col">
                <code>{column.measure.to_string()}</code>
                <span class="head-relevance">{column.relevance_title.clone()}</span>
            </th>
        }
    });
    let heads = heads.collect_view();
    let rows = columns.iter().zip(&matrix).map(|(row, taus)| {
        let cells = columns.iter().zip(taus).map(|(column, tau)| cell(row, column, *tau));
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
    let n = words::counted(systems.len(), "system", "systems");
    let name = "Agreement of measures (Kendall τ-b)";
    view! {
        <section class="agreement" aria-labelledby="agreement-title">
            <h2 id="agreement-title">"Do the columns agree?"</h2>
            <p class="prose">
                "Kendall’s τ-b between the columns over "{n.clone()}
                ": 1 where two columns put the systems in the same order, −1 where in opposite orders. "
                "Few systems make τ coarse: one exchanged pair moves it far."
            </p>
            <div class="scroller" tabindex="0" role="region" aria-label="Agreement of measures, scrollable">
                <table class="matrix" aria-label=name>
                    <thead>
                        <tr>
                            <th scope="col">{format!("τ-b, n = {}", systems.len())}</th>
                            {heads}
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <p class="ramp-key" aria-hidden="true">
                <span>"−1 opposite"</span>
                <span class="ramp-bar"></span>
                <span>"same 1"</span>
            </p>
        </section>
    }
    .into_any()
}

fn cell(row: &Column, column: &Column, tau: Option<f64>) -> AnyView {
    let (class, style) = match tau.map(diverging) {
        None => ("number tau", String::new()),
        Some((Side::Above, strength)) => {
            ("number tau tau-above", format!("--strength:{strength:.1}%"))
        }
        Some((Side::Below, strength)) => {
            ("number tau tau-below", format!("--strength:{strength:.1}%"))
        }
    };
    // −0.00 is written as 0.00.
    let words = tau
        .map_or_else(|| "n/a".into(), |tau| format!("{:.2}", (tau * 100.0).round() / 100.0 + 0.0));
    view! {
        <td
            class=class
            style=style
            data-row=row.name()
            data-column=column.name()
            data-value=words::exact(tau)
        >
            {words}
        </td>
    }
    .into_any()
}

/// Kendall's τ-b between columns over systems; `columns` are places in each system's means.
fn agreement(systems: &[Arc<SystemValues>], columns: &[usize]) -> Vec<Vec<Option<f64>>> {
    let mean = |system: &Arc<SystemValues>, column: usize| {
        system.mean(column).map_or(f64::NAN, |mean| mean.mean)
    };
    let values: Vec<Vec<f64>> = columns
        .iter()
        .map(|column| systems.iter().map(|system| mean(system, *column)).collect())
        .collect();
    tau_b_matrix(&values)
}
