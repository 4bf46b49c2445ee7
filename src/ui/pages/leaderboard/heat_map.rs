//! A measure by category: every system on the queries with each value of a facet.

use super::{View, mean_over};
use crate::ui::components::{picker, table_tools};
use crate::ui::subset::{Property, properties};
use crate::ui::words;
use leptos::prelude::*;

/// The section; nothing where queries have no properties to tell them apart.
pub(super) fn heat_map(view: View) -> Option<AnyView> {
    let all = view.dataset.with_value(|dataset| properties(dataset));
    if all.is_empty() {
        return None;
    }
    let names: Vec<(String, String)> =
        all.iter().map(|property| (property.name.clone(), property.name.clone())).collect();
    let all = StoredValue::new(all);
    let chosen = Memo::new(move |_| {
        let wanted = view.session.address.state.with(|state| state.facet.clone());
        all.with_value(|all| {
            let named = all.iter().find(|property| Some(&property.name) == wanted.as_ref());
            named.or_else(|| all.first()).cloned()
        })
    });
    let current = Memo::new(move |_| chosen.get().map(|p| p.name).unwrap_or_default());
    let options = Memo::new(move |_| names.clone());
    let address = view.session.address;
    let view = view! {
        <section class="block" aria-labelledby="heat-title">
            <h2 id="heat-title">"By category"</h2>
            <div class="pickers pickers-tight">
                {picker("Categories", options, current, move |name| {
                    address.change(|state| state.facet = Some(name));
                })}
            </div>
            {move || chosen.get().map(|property| table(view, &property))}
        </section>
    };
    Some(view.into_any())
}

fn table(view: View, property: &Property) -> Option<AnyView> {
    let (index, column) = view.shown_column()?;
    let (subset, systems) = (view.subset.get(), view.session.board.systems.get());
    let heads = property.values.iter().map(|(value, n)| {
        view! {
            <th scope="col">
                {value.clone()} <span class="head-n">{format!("{} queries", words::count(*n))}</span>
            </th>
        }
    });
    let heads = heads.collect_view();
    let means: Vec<Vec<Option<f64>>> = view.dataset.with_value(|dataset| {
        systems
            .iter()
            .map(|system| {
                let of = |(value, _): &(String, usize)| {
                    let subset = subset.clone().with(&property.name, Some(value.clone()));
                    mean_over(view.session, dataset, system, index, &subset).map(|mean| mean.mean)
                };
                property.values.iter().map(of).collect()
            })
            .collect()
    });
    let all = || means.iter().flatten().flatten().copied();
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
    // From the least to the greatest of the table, so that what differs is seen.
    let strength = |value: f64| {
        if high > low { 100.0 * (value - low) / (high - low) } else { 50.0 }
    };
    let rows = systems.iter().zip(&means).map(|(system, means)| {
        let cells = property.values.iter().zip(means).map(|((value, _), mean)| {
            let style = mean.map(|mean| format!("--strength:{:.1}%", strength(mean)));
            view! {
                <td
                    class="number tau tau-above"
                    style=style
                    data-system=system.system.clone()
                    data-category=value.clone()
                    data-value=words::exact(*mean)
                >
                    {words::value(*mean)}
                </td>
            }
        });
        let cells = cells.collect_view();
        view! {
            <tr>
                <th scope="row">{view.title(&system.system)}</th>
                {cells}
            </tr>
        }
    });
    let rows = rows.collect_view();
    let caption = format!(
        "{} ({}) over the queries of each category, whatever is chosen above for “{}”; the darker \
         the blue, the greater the value.",
        column.measure, column.relevance_title, property.name
    );
    let view = view! {
        <p class="prose filter-line">{caption}</p>
        <div class="scroller" tabindex="0" role="region" aria-label="By category, scrollable">
            <table class="matrix" aria-label="By category">
                <thead>
                    <tr>
                        <th scope="col">"System"</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {table_tools("By category")}
    };
    Some(view.into_any())
}
