//! A pair of columns in detail: the systems' ranks under both, and which systems swap places.

use super::cell_plot::{self, cell_plot};
use super::swaps::swaps;
use super::view::View;
use crate::ui::components::coefficient::two_decimals;
use crate::ui::components::table::{self, DataTable};
use crate::ui::components::{alone, bump_plot, focus_later, measure_name, notice};
use crate::ui::pages::choices::system_title;
use crate::ui::state::reverse::Direction;
use leptos::prelude::*;
use rankscope_core::analysis::{Agreement, Column, SystemValues, words};
use rankscope_core::chart::places_from_top;
use rankscope_core::statistics::{discordant_pairs, kendall_tau_b, pearson, spearman};
use std::sync::Arc;

const BUMP: &str = "Ranks of the systems under both columns";

/// The pair in the address, or the one that agrees least.
pub(super) fn detail(view: View) -> AnyView {
    // The focus goes there when the visitor chooses a pair, not when the page is opened.
    Effect::new(move |last: Option<Option<(usize, usize)>>| {
        let now = view.cell.get();
        if last.is_some_and(|last| last != now) && view.has_chosen.get_value() {
            view.has_chosen.set_value(false);
            focus_later("cell-title");
        }
        now
    });
    let body = move || {
        let (Some(agreement), Some(systems)) = (view.agreement.get(), view.systems.get()) else {
            return placeholder();
        };
        let column = |place: usize| agreement.columns.get(place).map(|(_, column)| column);
        let pair = view.cell.get().and_then(|(i, j)| Some(((i, j), (column(i)?, column(j)?))));
        match pair {
            Some((places, columns)) => details(view, &agreement, &systems, places, columns),
            None => alone(
                "cell",
                notice("No two columns have a coefficient: there is nothing to show in detail."),
            ),
        }
    };
    body.into_any()
}

/// As long as the words on an interval.
const AWAITED: &str =
    " 95% confidence interval from 2,000 resamples of the 1,000 queries: 0.00 … 0.00.";

fn placeholder() -> AnyView {
    view! {
        <div class="cell-placeholder" aria-hidden="true">
            <div class="skeleton skeleton-line"></div>
            <div class="skeleton skeleton-line"></div>
            <div class="skeleton skeleton-chart"></div>
        </div>
    }
    .into_any()
}

fn details(
    view: View,
    agreement: &Arc<Agreement>,
    systems: &[Arc<SystemValues>],
    (i, j): (usize, usize),
    (x_column, y_column): (&Column, &Column),
) -> AnyView {
    let (x, y) = (agreement.means(systems, i), agreement.means(systems, j));
    let titles: Vec<String> =
        systems.iter().map(|values| system_title(&agreement.dataset, &values.system)).collect();
    let named = |column: &Column| format!("{} ({})", column.measure, column.relevance_title);
    let (x_name, y_name) = (named(x_column), named(y_column));
    let tau = kendall_tau_b(&x, &y);
    let counted = tau.map_or_else(String::new, |tau| {
        let n = usize::try_from(tau.n_concordant).unwrap_or(usize::MAX);
        format!(
            "{} in the same order, {} in opposite orders. ",
            words::counted(n, "pair of systems", "pairs of systems"),
            words::count(tau.n_discordant),
        )
    });
    // In a separate closure: the interval arrives later, and redrawing the rest would lose the
    // focus.
    let interval_words = move || {
        let interval = view.intervals.with(|all| *all.as_ref()?.get(i)?.get(j)?)?;
        Some(format!(
            " 95% confidence interval from {} resamples of the {}: {} … {}.",
            words::count(interval.n_resamples),
            match view.direction.get() {
                Direction::ToImages => words::counted(interval.n, "query", "queries"),
                _ => view.resampled().to_string(),
            },
            two_decimals(Some(interval.low)),
            two_decimals(Some(interval.high)),
        ))
    };
    // Its room is kept for it.
    let interval = move || match interval_words() {
        Some(words) => words.into_any(),
        None => view! { <span class="awaited" aria-hidden="true">{AWAITED}</span> }.into_any(),
    };
    let coefficients = format!(
        "τ-b {}, ρ {}, r {} over {}.",
        two_decimals(tau.map(|tau| tau.tau_b)),
        two_decimals(spearman(&x, &y)),
        two_decimals(pearson(&x, &y)),
        words::counted(systems.len(), "system", "systems"),
    );
    let index = |place: usize| agreement.columns.get(place).map_or(usize::MAX, |(index, _)| *index);
    let n_of = |place: usize| {
        systems.first().and_then(|system| system.mean(index(place))).map_or(0, |mean| mean.n)
    };
    let (query, queries) = match view.direction.get() {
        Direction::ToImages => ("query", "queries"),
        Direction::ToTexts => ("image", "images"),
        Direction::Mean => ("query or image", "queries and images"),
    };
    let of = [n_of(i), n_of(j)].map(|n| words::counted(n, query, queries));
    let queries = match of {
        [one, other] if one == other => format!(" Means over {one}."),
        [one, other] => format!(" Means over {one} and {other}."),
    };
    let pairs = discordant_pairs(&x, &y).unwrap_or_default();
    let columns = [index(i), index(j)];
    // What tells the columns apart is enough above the rankings, where there is little room.
    let heads = match x_column.measure == y_column.measure {
        true => (x_column.relevance_title.clone(), y_column.relevance_title.clone()),
        false => (x_column.measure.to_string(), y_column.measure.to_string()),
    };
    // Chosen by a link, or before another pair was.
    let has_axes = view.address.state.with_untracked(|state| state.axes.is_some());
    view! {
        <section class="block" data-block="cell" aria-labelledby="cell-title">
            <h2 id="cell-title" class="cell-title" tabindex="-1">
                {heading(x_column)} " and " {heading(y_column)}
            </h2>
            <p class="prose">{coefficients} " " {counted} {interval} {queries}</p>
            <div class="pair">
                <div class="alone slide-part">
                    {bump_plot(BUMP, &titles, &[(heads.0, x.clone()), (heads.1, y.clone())])}
                </div>
            </div>
            <details class="data" open=has_axes>
                <summary>"As points"</summary>
                {cell_plot(view.address, titles.clone(), (x.clone(), y.clone()), (x_name.clone(), y_name.clone()))}
            </details>
            {means_table(&titles, (&x, &y), (&x_name, &y_name))}
            {swaps(view, systems, &titles, &pairs, (columns, [x_column, y_column]))}
        </section>
    }
    .into_any()
}

fn heading(column: &Column) -> AnyView {
    view! {
        {measure_name(&column.measure.to_string())}
        " ("
        {column.relevance_title.clone()}
        ")"
    }
    .into_any()
}

struct Means {
    title: String,
    means: (f64, f64),
    places: (usize, usize),
}

fn means_table(titles: &[String], (x, y): (&[f64], &[f64]), names: (&str, &str)) -> AnyView {
    let (from, to) = (places_from_top(x), places_from_top(y));
    let means = x.iter().copied().zip(y.iter().copied());
    let places = from.into_iter().zip(to).map(|(from, to)| (from + 1, to + 1));
    let rows: Vec<Means> = titles
        .iter()
        .zip(means.zip(places))
        .map(|(title, (means, places))| Means { title: title.clone(), means, places })
        .collect();
    let columns = vec![
        table::Column::text("System", |row: &Means| row.title.clone()).heads_row(),
        table::Column::number(names.0, |row: &Means| row.means.0),
        table::Column::number(format!("Rank by {}", names.0), |row: &Means| row.places.0)
            .head("Rank"),
        table::Column::number(names.1, |row: &Means| row.means.1),
        table::Column::number(format!("Rank by {}", names.1), |row: &Means| row.places.1)
            .head("Rank"),
    ];
    view! {
        <details class="data">
            <summary>"Means and ranks"</summary>
            {DataTable::new(cell_plot::NAME, columns, rows).view()}
        </details>
    }
    .into_any()
}
