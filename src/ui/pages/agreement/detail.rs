//! The details of a cell: the ranks of the systems under both columns, which systems swap places,
//! and on which queries.

use super::cell_plot::{self, cell_plot};
use super::matrix::two_decimals;
use super::view::View;
use crate::ui::components::table::{self, Cell, DataTable, RowView};
use crate::ui::components::{alone, bump_plot, notice};
use crate::ui::state::address::Address;
use crate::ui::state::reverse::Direction;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::{Agreement, Column, SystemValues, words};
use rankscope_core::chart::places_from_top;
use rankscope_core::statistics::{
    DiscordantPair, discordant_pairs, kendall_tau_b, pearson, spearman,
};
use rankscope_core::views::Page;
use std::sync::Arc;

/// The name of the bump plot.
const BUMP: &str = "Ranks of the systems under both columns";

/// The section; a hint until a cell is selected.
pub(super) fn detail(view: View) -> AnyView {
    let heading = NodeRef::<html::H2>::new();
    let cell = Memo::new(move |_| view.agreement.with(|a| a.as_ref().and_then(|a| a.cell)));
    // Move the focus when the visitor selects a cell, not when the page is opened.
    Effect::new(move |last: Option<Option<(usize, usize)>>| {
        let (now, is_first) = (cell.get(), last.is_none());
        if !is_first && now.is_some() && now != last.flatten() {
            request_animation_frame(move || {
                if let Some(heading) = heading.try_get_untracked().flatten() {
                    // An element that cannot be focused leaves the focus where it is.
                    let _ = heading.focus();
                }
            });
        }
        now
    });
    let body = move || {
        let (agreement, systems) = (view.agreement.get()?, view.systems.get()?);
        let Some((i, j)) = agreement.cell else {
            return Some(alone("cell", notice("Select a cell to see the systems behind it.")));
        };
        let (x, y) = (&agreement.columns.get(i)?.1, &agreement.columns.get(j)?.1);
        Some(details(view, &agreement, &systems, (i, j), (x, y), heading))
    };
    body.into_any()
}

fn details(
    view: View,
    agreement: &Arc<Agreement>,
    systems: &[Arc<SystemValues>],
    (i, j): (usize, usize),
    (x_column, y_column): (&Column, &Column),
    heading: NodeRef<html::H2>,
) -> AnyView {
    let (x, y) = (agreement.means(systems, i), agreement.means(systems, j));
    let titles: Vec<String> = systems
        .iter()
        .map(|values| {
            let system = agreement.dataset.manifest.system(&values.system);
            system.map_or_else(|| values.system.clone(), |system| system.title.clone())
        })
        .collect();
    let named = |column: &Column| format!("{} ({})", column.measure, column.relevance_title);
    let (x_name, y_name) = (named(x_column), named(y_column));
    let tau = kendall_tau_b(&x, &y);
    let counted = tau.map_or_else(String::new, |tau| {
        format!(
            "{} in the same order, {} in opposite orders. ",
            words::counted(
                usize::try_from(tau.n_concordant).unwrap_or(usize::MAX),
                "pair of systems",
                "pairs of systems"
            ),
            words::count(tau.n_discordant),
        )
    });
    // In a separate closure: the interval arrives later, and redrawing the rest would lose the
    // focus.
    let interval = move || {
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
    let coefficients = format!(
        "τ-b {}, ρ {}, r {} over {}.",
        two_decimals(tau.map(|tau| tau.tau_b)),
        two_decimals(spearman(&x, &y)),
        two_decimals(pearson(&x, &y)),
        words::counted(systems.len(), "system", "systems"),
    );
    let n_of = |place: usize| {
        let index = agreement.columns.get(place).map_or(usize::MAX, |(index, _)| *index);
        systems.first().and_then(|system| system.mean(index)).map_or(0, |mean| mean.n)
    };
    let (query, queries) = match view.direction.get() {
        Direction::ToImages => ("query", "queries"),
        Direction::ToTexts => ("image", "images"),
        Direction::Mean => ("query or image", "queries and images"),
    };
    let queries = format!(
        " Means over {} and {}.",
        words::counted(n_of(i), query, queries),
        words::counted(n_of(j), query, queries),
    );
    let pairs = discordant_pairs(&x, &y).unwrap_or_default();
    view! {
        <section class="block" data-block="cell" aria-labelledby="cell-title">
            <h2 id="cell-title" tabindex="-1" node_ref=heading>
                {format!("{x_name} and {y_name}")}
            </h2>
            <p class="prose">{coefficients} " " {counted} {interval} {queries}</p>
            <div class="pair">
                {cell_plot(view.address, titles.clone(), (x.clone(), y.clone()), (x_name.clone(), y_name.clone()))}
                {bump_plot(BUMP, &titles, (&x, &y), (&x_name, &y_name))}
            </div>
            {means_table(&titles, (&x, &y), (&x_name, &y_name))}
            {discordant(view, systems, &titles, &pairs, (x_column, y_column))}
        </section>
    }
    .into_any()
}

/// A system with its means and ranks under both columns.
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
            <summary>"Data for both charts"</summary>
            {DataTable::new(cell_plot::NAME, columns, rows).view()}
        </details>
    }
    .into_any()
}

/// Two systems that swap places, the better one by the first column first: their ids, their titles,
/// and first − second under both columns.
struct Pair {
    ids: [String; 2],
    titles: [String; 2],
    differences: [f64; 2],
}

impl Pair {
    fn of(pair: &DiscordantPair, systems: &[Arc<SystemValues>], titles: &[String]) -> Option<Self> {
        let is_first_better = pair.x_difference < 0.0;
        let (a, b) = if is_first_better { (pair.i, pair.j) } else { (pair.j, pair.i) };
        let sign = if is_first_better { -1.0 } else { 1.0 };
        Some(Self {
            ids: [systems.get(a)?.system.clone(), systems.get(b)?.system.clone()],
            titles: [titles.get(a)?.clone(), titles.get(b)?.clone()],
            differences: [sign * pair.x_difference, sign * pair.y_difference],
        })
    }
}

fn discordant(
    view: View,
    systems: &[Arc<SystemValues>],
    titles: &[String],
    pairs: &[DiscordantPair],
    (x, y): (&Column, &Column),
) -> AnyView {
    if pairs.is_empty() {
        return notice("No two systems swap places between these columns.");
    }
    let rows: Vec<Pair> = pairs.iter().filter_map(|pair| Pair::of(pair, systems, titles)).collect();
    let columns = vec![
        table::Column::text("First", |pair: &Pair| pair.titles[0].clone()).heads_row(),
        table::Column::text("Second", |pair: &Pair| pair.titles[1].clone()).heads_row(),
        difference(view, x, 0, "a"),
        difference(view, y, 1, "b"),
    ];
    let caption = match view.direction.get() {
        Direction::ToImages => {
            "First − second under each column, strongest disagreement first. Each difference links to the queries that decide it."
        }
        Direction::ToTexts | Direction::Mean => {
            "First − second under each column, strongest disagreement first."
        }
    };
    DataTable::new("Systems that swap places", columns, rows)
        .caption(caption)
        .row(|pair| {
            RowView::default()
                .data("data-first", pair.ids[0].clone())
                .data("data-second", pair.ids[1].clone())
        })
        .view()
}

/// The difference under the column at `place`, with a link to the queries that decide it: Compare
/// has those from texts to images.
fn difference(
    view: View,
    column: &Column,
    place: usize,
    order: &'static str,
) -> table::Column<Pair> {
    let head = view! {
        <code>{column.measure.to_string()}</code>
        <span class="head-relevance">{column.relevance_title.clone()}</span>
    };
    let title = format!("{} {}", column.measure, column.relevance_title);
    let column = column.clone();
    table::Column::number(title, move |pair: &Pair| pair.differences[place])
        .view(move |pair| {
            let is_of_queries = view.direction.get() == Direction::ToImages;
            let link = is_of_queries.then(|| queries_link(view.address, pair, &column, order));
            Cell::new(view! { {words::signed(pair.differences[place])} " " {link} })
        })
        .head(head)
}

/// A link to the pair's queries on Compare, ordered by their difference under the column.
fn queries_link(address: Address, pair: &Pair, column: &Column, order: &'static str) -> AnyView {
    let [title_a, title_b] = &pair.titles;
    let label = format!("Queries that decide {} between {title_a} and {title_b}", column.measure);
    let ([id_a, id_b], column) = (pair.ids.clone(), column.clone());
    let href = move || {
        address.href_with(Page::Compare, |state| {
            (state.a, state.b) = (Some(id_a.clone()), Some(id_b.clone()));
            state.measure = Some(column.measure.to_string());
            state.relevance = Some(column.relevance.clone());
            state.order = Some(order.into());
            (state.asked, state.at, state.find) = (None, None, None);
        })
    };
    view! {
        <a href=href aria-label=label>
            "queries"
        </a>
    }
    .into_any()
}
