//! The filter of queries: a menu with a picker for each facet, and chips for what is chosen.

use super::facet_pickers::{Facets, capitalised, facet_pickers};
use super::focus::focus_summary;
use super::menu::menu;
use super::quiet_button::quiet_button;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::{Subset, words};

/// Nothing without facets. `n_chosen` of `n` queries pass.
pub fn query_filter(facets: Facets, n_chosen: Signal<usize>, n: usize) -> AnyView {
    if facets.properties.with_untracked(Vec::is_empty) {
        return ().into_any();
    }
    let area = NodeRef::<html::Div>::new();
    let summary = move || match n_chosen.get() {
        chosen if chosen == n => format!("all {}", words::count(n)),
        chosen => format!("{} of {}", words::count(chosen), words::count(n)),
    };
    let menu = menu("Queries", "query-filter-label", "Queries", summary, move |menu| {
        view! {
            <div class="buttons">
                <button
                    type="button"
                    class="quiet"
                    on:click=move |_| facets.choose.run(Subset::default())
                >
                    "All queries"
                </button>
                {quiet_button("Close", move || menu.close())}
            </div>
            {facet_pickers(facets)}
        }
        .into_any()
    });
    view! {
        <div class="query-filter" node_ref=area>
            {menu}
            {chips(facets, area)}
        </div>
    }
    .into_any()
}

fn chips(facets: Facets, area: NodeRef<html::Div>) -> AnyView {
    let pairs = Memo::new(move |_| {
        let owned = |(name, value): (&str, &str)| (name.to_string(), value.to_string());
        facets.chosen.with(|chosen| chosen.pairs().map(owned).collect::<Vec<_>>())
    });
    let chip = move |(name, value): (String, String)| {
        let words = format!("{}: {value}", capitalised(&name));
        let label = format!("Remove {words}");
        let remove = move |_| {
            facets.choose.run(facets.chosen.get_untracked().with(&name, None));
            // The chip is gone; the menu's button is the nearest that stays.
            if let Some(area) = area.get_untracked() {
                focus_summary(&area);
            }
        };
        view! {
            <li>
                <button
                    type="button"
                    class="chip"
                    aria-label=label
                    on:click=remove
                >
                    {words}
                    <span aria-hidden="true">"×"</span>
                </button>
            </li>
        }
    };
    let list = move || {
        let pairs = pairs.get();
        (!pairs.is_empty()).then(|| {
            view! {
                <ul class="chips" aria-label="Only these queries">
                    {pairs.into_iter().map(chip).collect_view()}
                </ul>
            }
        })
    };
    list.into_any()
}
