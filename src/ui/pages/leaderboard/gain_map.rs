//! What re-ranking gains by category: the re-ranked mean minus the mean as found.

use super::charts::column_option;
use super::heat_map::{FacetChoice, head_n};
use super::stage::Counted;
use super::view::View;
use crate::ui::components::table::{self, Cell, DataTable};
use crate::ui::components::{picker, with_measures};
use leptos::prelude::*;
use leptos::tachys::html::style::style;
use rankscope_core::analysis::{Column, Order, Property, SystemValues, words};
use std::sync::Arc;

/// `None` if queries have no properties.
pub(super) fn gain_map(view: View) -> Option<AnyView> {
    let FacetChoice { chosen, picker: by_facet } = FacetChoice::new(view, "Gain by")?;
    let measures =
        Memo::new(move |_| stage_columns(view).iter().map(column_option).collect::<Vec<_>>());
    let current_measure = Memo::new(move |_| {
        let place = shown_place(view);
        measures.with(|all| all.get(place).map(|(name, _)| name.clone()).unwrap_or_default())
    });
    let map = view! {
        <h3>"Gain by category"</h3>
        <div class="pickers pickers-tight">
            {by_facet}
            {picker("Gain in", measures, current_measure, move |name| choose(view, &name))}
        </div>
        {move || chosen.get().and_then(|property| table(view, shown_place(view), &property))}
    };
    Some(map.into_any())
}

/// The columns of the orders shown; tracked.
fn stage_columns(view: View) -> Arc<Vec<Column>> {
    Counted::of(view).map(|counted| counted.orders.stage.columns).unwrap_or_default()
}

/// The column that the charts show, or its measure under another definition.
fn shown_place(view: View) -> usize {
    let columns = stage_columns(view);
    let Some((_, shown)) = view.shown_column() else { return 0 };
    let place = columns.iter().position(|column| *column == shown);
    let same = || columns.iter().position(|column| column.measure == shown.measure);
    place.or_else(same).unwrap_or(0)
}

/// Shows the column in the charts too; candidates may have only its measure.
fn choose(view: View, name: &str) {
    let columns = untrack(|| stage_columns(view));
    let Some(chosen) = columns.iter().find(|column| column.name() == name) else { return };
    let visible = view.visible.get_untracked();
    let shown = view.board.columns.with_untracked(|all| {
        let visible: Vec<&Column> = visible.iter().filter_map(|index| all.get(*index)).collect();
        let same = visible.iter().find(|column| **column == chosen);
        let same = same.or_else(|| visible.iter().find(|column| column.measure == chosen.measure));
        same.map(|column| column.name())
    });
    view.address.change(|state| state.measure = shown);
}

struct Line {
    system: String,
    title: String,
    /// As found and re-ranked, by category.
    means: Vec<Option<(f64, f64)>>,
}

impl Line {
    fn gain(&self, place: usize) -> Option<f64> {
        self.means.get(place).copied().flatten().map(|(found, reranked)| reranked - found)
    }
}

fn table(view: View, column: usize, property: &Property) -> Option<AnyView> {
    let counted = Counted::of(view)?;
    let of_order = |order: &Order| -> Option<Arc<SystemValues>> {
        Some(counted.orders.all.iter().find(|ordered| ordered.order == *order)?.values.clone())
    };
    let found = of_order(&Order::AsFound)?;
    let subset = view.subset.get();
    let mean_in = |values: &SystemValues, value: &str| {
        let subset = subset.clone().with(&property.name, Some(value.to_string()));
        counted.mean(values, column, &subset)
    };
    // Categories without a measured query are left out: candidates are of some queries only.
    let categories: Vec<(String, usize)> = property
        .values
        .iter()
        .filter_map(|(value, _)| Some((value.clone(), mean_in(&found, value)?.n)))
        .collect();
    let line = |order: &Order| {
        let (system, title) = match order {
            Order::By(id) => (id.clone(), format!("By {}", view.title(id))),
            Order::Best => ("best".to_string(), "Best possible".to_string()),
            Order::AsFound | Order::Random => return None,
        };
        let values = of_order(order)?;
        let both = |(value, _): &(String, usize)| {
            Some((mean_in(&found, value)?.mean, mean_in(&values, value)?.mean))
        };
        Some(Line { system, title, means: categories.iter().map(both).collect() })
    };
    let lines: Vec<Line> =
        counted.orders.all.iter().filter_map(|ordered| line(&ordered.order)).collect();
    let gains = lines.iter().flat_map(|line| (0..categories.len()).filter_map(|at| line.gain(at)));
    let most = gains.map(f64::abs).fold(0.0, f64::max);
    let strength = move |gain: f64| if most > 0.0 { 100.0 * gain.abs() / most } else { 0.0 };
    let mut columns =
        vec![table::Column::text("Re-ranked", |line: &Line| line.title.clone()).heads_row()];
    columns.extend(categories.iter().enumerate().map(|(place, (value, n))| {
        let category = value.clone();
        let gain = move |line: &Line| line.gain(place);
        table::Column::number(value.clone(), gain)
            .view(move |line| {
                let gain = line.gain(place);
                let both = line.means.get(place).copied().flatten();
                let shade = gain.map(|gain| ("--strength", format!("{:.1}%", strength(gain))));
                let side =
                    if gain.is_some_and(|gain| gain < 0.0) { "tau-below" } else { "tau-above" };
                let shown = gain.map_or_else(|| words::value(None), words::signed);
                let from = both.map(|(found, reranked)| {
                    let both = [found, reranked].map(|mean| words::value(Some(mean)));
                    view! { <span class="mean-interval">{both.join(" → ")}</span> }
                });
                Cell::new(view! { {shown} {from} })
                    .class("number tau")
                    .class(side)
                    .with(style(shade))
                    .data("data-gain-by", line.system.clone())
                    .data("data-category", category.clone())
                    .exact(gain)
            })
            .numeric(false)
            .note(head_n(words::counted(*n, "query", "queries")))
    }));
    let named = counted.orders.stage.columns.get(column)?;
    let caption = format!(
        "The mean of {} ({}) after re-ranking less the mean as found, over the queries of each “{}”. \
         Below each gain: as found → re-ranked. Blue gains, orange loses.",
        named.measure, named.relevance_title, property.name
    );
    let view = view! {
        <p class="prose filter-line">{with_measures(&caption)}</p>
        {DataTable::new("Gain by category", columns, lines).class("matrix").view()}
    };
    Some(view.into_any())
}
