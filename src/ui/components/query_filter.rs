//! The filter of queries: a menu with a picker for each facet and a field for conditions, and chips for
//! what is chosen.

use super::facet_pickers::{Facets, capitalised, facet_pickers};
use super::focus::focus_summary;
use super::menu::menu;
use super::quiet_button::quiet_button;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::{Subset, words};

const FIELD: &str = "query-condition";

/// Conditions on values, relevant pictures and words, as one text.
#[derive(Clone)]
pub struct Condition {
    pub text: Signal<String>,
    pub choose: Callback<String>,
    /// What is wrong, or awaited; empty otherwise.
    pub said: Signal<String>,
    pub is_wrong: Signal<bool>,
    pub offered: Vec<String>,
}

/// `n_chosen` of `n` queries pass.
pub fn query_filter(
    facets: Facets,
    condition: Condition,
    n_chosen: Signal<usize>,
    n: usize,
) -> AnyView {
    let (text, choose) = (condition.text, condition.choose);
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
                    on:click=move |_| {
                        facets.choose.run(Subset::default());
                        choose.run(String::new());
                    }
                >
                    "All queries"
                </button>
                {quiet_button("Close", move || menu.close())}
            </div>
            {facet_pickers(facets)}
            {condition_field(&condition)}
        }
        .into_any()
    });
    view! {
        <div class="query-filter" node_ref=area>
            {menu}
            {chips(facets, (text, choose), area)}
        </div>
    }
    .into_any()
}

fn condition_field(condition: &Condition) -> AnyView {
    let Condition { text, choose, said, is_wrong, offered } = condition.clone();
    let list = format!("{FIELD}-offered");
    let note = format!("{FIELD}-note");
    let offered = offered.into_iter().map(|text| view! { <option value=text></option> });
    view! {
        <div class="picker condition-picker">
            <label class="picker-label" for=FIELD>
                "Only where"
            </label>
            <input
                id=FIELD
                type="text"
                dir="auto"
                placeholder="inquire:AP@50(base) < 0.5"
                autocomplete="off"
                spellcheck="false"
                list=list.clone()
                prop:value=move || text.get()
                aria-invalid=move || is_wrong.get().then_some("true")
                aria-describedby=note.clone()
                on:change=move |ev| choose.run(event_target_value(&ev))
            />
            <datalist id=list>{offered.collect_view()}</datalist>
            <p id=note class="picker-note" role="status">
                {move || match said.get() {
                    said if said.is_empty() => {
                        "A measure of a system, n_relevant or n_words, compared with a number; or FACET in (a, b). Several joined by and, each with not before it if you like."
                            .to_string()
                    }
                    said => said,
                }}
            </p>
        </div>
    }
    .into_any()
}

fn chips(
    facets: Facets,
    (text, choose): (Signal<String>, Callback<String>),
    area: NodeRef<html::Div>,
) -> AnyView {
    let pairs = Memo::new(move |_| {
        let owned = |(name, value): (&str, &str)| (name.to_string(), value.to_string());
        facets.chosen.with(|chosen| chosen.pairs().map(owned).collect::<Vec<_>>())
    });
    let chip = move |words: String, remove: Callback<()>| {
        let label = format!("Remove {words}");
        let remove = move |_| {
            remove.run(());
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
    let of_pair = move |(name, value): (String, String)| {
        let words = format!("{}: {value}", capitalised(&name));
        let remove = move |()| {
            let chosen = facets.chosen.get_untracked();
            let others = chosen.values(&name).filter(|own| *own != value);
            let others: Vec<String> = others.map(str::to_owned).collect();
            facets.choose.run(chosen.with(&name, others));
        };
        chip(words, Callback::new(remove))
    };
    let list = move || {
        let (pairs, text) = (pairs.get(), text.get());
        (!pairs.is_empty() || !text.is_empty()).then(|| {
            let conditions = (!text.is_empty())
                .then(|| chip(text, Callback::new(move |()| choose.run(String::new()))));
            view! {
                <ul class="chips" aria-label="Only these queries">
                    {pairs.into_iter().map(of_pair).collect_view()} {conditions}
                </ul>
            }
        })
    };
    list.into_any()
}
