//! A small heat map: A − B by value of each property of the queries. A tile lists its queries.

use super::view::View;
use crate::ui::components::{capitalised, titled_section, with_measures};
use leptos::prelude::*;
use rankscope_core::analysis::{
    Dataset, FacetDifference, Property, Subset, facet_differences, properties, words,
};

/// Values of a property that are shown, the most frequent.
const MOST_VALUES: usize = 24;

/// `None` if queries have no properties.
pub(super) fn facets(view: View, dataset: &Dataset) -> Option<AnyView> {
    let mut all = properties(dataset);
    for property in &mut all {
        kept(property);
    }
    // The order of the differences.
    all.sort_by_key(|property| property.name == rankscope_core::analysis::SPLIT);
    if all.is_empty() {
        return None;
    }
    let differences = Memo::new(move |_| {
        let (comparison, (a, b)) = (view.comparison.get()?, view.whole.get()?);
        let (column, _) = comparison.column()?;
        let pairs = comparison.pairs(&a, &b, *column);
        Some(facet_differences(&comparison.dataset, &pairs, &view.subset.get()))
    });
    let most = Memo::new(move |_| {
        differences.with(|all| {
            let sizes = all.iter().flatten().map(|own| own.difference.abs());
            sizes.fold(0.0, f64::max)
        })
    });
    let map = Map { view, differences, most };
    let caption = move || {
        let measure = view.comparison.with(|c| {
            let (_, column) = c.as_ref()?.column()?;
            Some(column.measure.to_string())
        });
        with_measures(&format!(
            "The mean of A − B in {} over the queries of each kind: blue and + where A is ahead, \
             orange and − where B is. n counts the queries. Choose a kind to see only its queries on \
             this page; choose it again to see all.",
            measure.unwrap_or_default()
        ))
    };
    let rows = all.into_iter().map(|property| map.row(property)).collect_view();
    let body = view! {
        <p class="prose filter-line">{caption}</p>
        <ul class="facet-map">{rows}</ul>
    };
    Some(titled_section("facets-title", "Where they differ", body))
}

/// Only the most frequent values, in their order.
fn kept(property: &mut Property) {
    let mut counts: Vec<usize> = property.values.iter().map(|(_, n)| *n).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    if let Some(least) = counts.get(MOST_VALUES - 1).copied() {
        property.values.retain(|(_, n)| *n >= least);
        property.values.truncate(MOST_VALUES);
    }
}

#[derive(Clone, Copy)]
struct Map {
    view: View,
    /// `None` until values are loaded.
    differences: Memo<Option<Vec<FacetDifference>>>,
    /// The largest difference, to either side.
    most: Memo<f64>,
}

impl Map {
    fn row(self, Property { name, values }: Property) -> AnyView {
        let (title, is_short) = (capitalised(&name), values.len() <= 2);
        let tiles = values.into_iter().map(|(value, _)| self.tile(&name, value)).collect_view();
        view! {
            <li class:facet-short=is_short>
                <h3>{title.clone()}</h3>
                <div class="facet-tiles" role="group" aria-label=title>
                    {tiles}
                </div>
            </li>
        }
        .into_any()
    }

    /// Keeps its place until it has a value, and if it has none.
    fn tile(self, facet: &str, value: String) -> AnyView {
        let Self { view, differences, most } = self;
        let key = (facet.to_string(), value.clone());
        let own = Memo::new(move |_| {
            differences.with(|all| {
                let is_own = |one: &&FacetDifference| one.facet == key.0 && one.value == key.1;
                all.as_ref()?.iter().find(is_own).cloned()
            })
        });
        let key = (facet.to_string(), value.clone());
        let chosen = Memo::new(move |_| {
            view.subset.with(|subset| subset.values(&key.0).any(|value| value == key.1))
        });
        let key = (facet.to_string(), value.clone());
        let choose = move |_| {
            let wanted = (!chosen.get_untracked()).then(|| key.1.clone());
            view.address.change(|state| {
                let only = Subset::parse(state.only.as_deref().unwrap_or_default());
                state.only = only.with(&key.0, wanted).words();
            });
        };
        let class = move || match own.with(|own| own.as_ref().map(|own| own.difference)) {
            Some(by) if by < 0.0 => "facet-tile tau-below",
            Some(by) if by > 0.0 => "facet-tile tau-above",
            _ => "facet-tile",
        };
        let strength = move || {
            let by = own.with(|own| own.as_ref().map_or(0.0, |own| own.difference.abs()));
            let most = most.get();
            format!("{:.1}%", if most > 0.0 { 100.0 * by / most } else { 0.0 })
        };
        let shown = move || match own.get() {
            Some(own) => words::signed(own.difference),
            None if differences.with(Option::is_none) => "…".to_string(),
            None => "n/a".to_string(),
        };
        let n = move || own.with(|own| own.as_ref().map_or(0, |own| own.n));
        view! {
            <button
                type="button"
                class=class
                style=("--strength", strength)
                aria-pressed=move || chosen.get().to_string()
                data-facet=facet.to_string()
                data-category=value.clone()
                data-n=move || n().to_string()
                data-value=move || words::exact(own.get().map(|own| own.difference))
                on:click=choose
            >
                <span>{value.clone()}</span>
                " "
                <strong>
                    <span class="visually-hidden">"A − B "</span>
                    {shown}
                </strong>
                " "
                <span class="head-n">{move || format!("n = {}", words::count(n()))}</span>
            </button>
        }
        .into_any()
    }
}
