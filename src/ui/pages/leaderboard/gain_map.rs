//! The heat map of what re-ranking gains by category: the re-ranked mean less the mean as found.

use super::stage::Counted;
use super::view::View;
use crate::ui::components::picker;
use crate::ui::components::table::{self, Cell, DataTable};
use leptos::prelude::*;
use leptos::tachys::html::style::style;
use rankscope_core::analysis::{Order, Property, SystemValues, properties, words};
use std::sync::Arc;

/// The pickers and the map; `None` if queries have no properties.
pub(super) fn gain_map(view: View) -> Option<AnyView> {
    let all = view.dataset.with_value(|dataset| properties(dataset));
    if all.is_empty() {
        return None;
    }
    let names: Vec<(String, String)> =
        all.iter().map(|property| (property.name.clone(), property.name.clone())).collect();
    let all = StoredValue::new(all);
    let chosen = Memo::new(move |_| {
        let wanted = view.address.state.with(|state| state.facet.clone());
        all.with_value(|all| {
            let named = all.iter().find(|property| Some(&property.name) == wanted.as_ref());
            named.or_else(|| all.first()).cloned()
        })
    });
    let current = Memo::new(move |_| chosen.get().map(|p| p.name).unwrap_or_default());
    let names = Memo::new(move |_| names.clone());
    let measures = Memo::new(move |_| {
        let orders = Counted::of(view).map(|counted| counted.orders);
        let columns = orders.map(|orders| orders.stage.columns.clone()).unwrap_or_default();
        let named = |column: &rankscope_core::analysis::Column| {
            let title = format!("{}, {}", column.measure, column.relevance_title);
            (column.measure.to_string(), title)
        };
        columns.iter().map(named).collect::<Vec<_>>()
    });
    let measure = RwSignal::new(0usize);
    let of_measure = Memo::new(move |_| {
        let place = measure.get();
        measures.with(|all| all.get(place).or(all.first()).map(|(id, _)| id.clone()))
    });
    let current_measure = Memo::new(move |_| of_measure.get().unwrap_or_default());
    let address = view.address;
    let map = view! {
        <h3>"Gain by category"</h3>
        <div class="pickers pickers-tight">
            {picker("Gain by", names, current, move |name| {
                address.change(|state| state.facet = Some(name));
            })}
            {picker("Gain in", measures, current_measure, move |id| {
                let place = measures.with_untracked(|all| all.iter().position(|(own, _)| *own == id));
                measure.set(place.unwrap_or(0));
            })}
        </div>
        {move || {
            let place = measures.with(|all| measure.get().min(all.len().saturating_sub(1)));
            chosen.get().and_then(|property| table(view, place, &property))
        }}
    };
    Some(map.into_any())
}

/// What a re-ranker gains in each category.
struct Line {
    system: String,
    title: String,
    /// As found and re-ranked.
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
        let own = counted.orders.all.iter().find(|own| own.order == *order)?;
        Some(own.values.clone())
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
            .note(
                view! { " " <span class="head-n">{words::counted(*n, "query", "queries")}</span> },
            )
    }));
    let named = counted.orders.stage.columns.get(column)?;
    let caption = format!(
        "The mean of {} ({}) after re-ranking less the mean as found, over the queries of each “{}”. \
         Below each gain: as found → re-ranked. Blue gains, orange loses.",
        named.measure, named.relevance_title, property.name
    );
    let view = view! {
        <p class="prose filter-line">{caption}</p>
        {DataTable::new("Gain by category", columns, lines).class("matrix").view()}
    };
    Some(view.into_any())
}
