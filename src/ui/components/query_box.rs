//! The search field: own words, or a query of the benchmark from the suggestions.

use crate::ui::dataset::Dataset;
use crate::ui::state::address::Address;
use crate::ui::state::view::Asked;
use leptos::prelude::*;
use std::sync::Arc;

const N_SUGGESTIONS: usize = 8;

/// A suggested query.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Suggestion {
    id: String,
    text: String,
}

/// A combobox over the benchmark's queries. `asked` is what the address asks, in words.
pub fn query_box(
    dataset: Signal<Option<Arc<Dataset>>>,
    asked: Signal<Option<String>>,
    address: Address,
) -> AnyView {
    let draft = RwSignal::new(String::new());
    let is_open = RwSignal::new(false);
    let active = RwSignal::new(None::<usize>);

    // What the address asks is what the field says; nothing else overwrites it.
    Effect::new(move |_| draft.set(asked.get().unwrap_or_default()));

    let suggestions = Memo::new(move |_| {
        if !is_open.get() {
            return Vec::new();
        }
        let typed = draft.with(|draft| draft.to_lowercase());
        let parts: Vec<&str> = typed.split_whitespace().collect();
        let Some(dataset) = dataset.get() else { return Vec::new() };
        let matches = dataset.queries.iter().filter(|query| {
            let text = query.text.to_lowercase();
            parts.iter().all(|part| text.contains(*part))
        });
        let suggestion = |query: &crate::benchmark::Query| Suggestion {
            id: query.id.clone(),
            text: query.text.clone(),
        };
        matches.take(N_SUGGESTIONS).map(suggestion).collect::<Vec<_>>()
    });
    let is_showing = Memo::new(move |_| is_open.get() && suggestions.with(|all| !all.is_empty()));

    let close = move || {
        is_open.set(false);
        active.set(None);
    };
    let choose = move |suggestion: Suggestion| {
        close();
        draft.set(suggestion.text);
        address.ask(Some(Asked::Stored(suggestion.id)));
    };
    let submit = move || {
        close();
        let words = draft.with_untracked(|draft| draft.trim().to_string());
        let stored = dataset
            .get_untracked()
            .and_then(|dataset| dataset.query_of_text(&words).map(|query| query.id.clone()));
        let asked = match stored {
            Some(id) => Some(Asked::Stored(id)),
            None => (!words.is_empty()).then_some(Asked::Words(words)),
        };
        address.ask(asked);
    };
    let step = move |forward: bool| {
        is_open.set(true);
        let n = suggestions.with_untracked(Vec::len);
        if n > 0 {
            active.update(|active| {
                *active = Some(match (*active, forward) {
                    (None, true) => 0,
                    (None, false) => n - 1,
                    (Some(index), true) => (index + 1) % n,
                    (Some(index), false) => (index + n - 1) % n,
                });
            });
        }
    };
    let on_key = move |ev: web_sys::KeyboardEvent| match ev.key().as_str() {
        "ArrowDown" => {
            ev.prevent_default();
            step(true);
        }
        "ArrowUp" => {
            ev.prevent_default();
            step(false);
        }
        "Escape" if is_open.get_untracked() => {
            ev.prevent_default();
            close();
        }
        "Enter" => {
            let chosen = active
                .get_untracked()
                .and_then(|index| suggestions.with_untracked(|all| all.get(index).cloned()));
            if let Some(suggestion) = chosen {
                ev.prevent_default();
                choose(suggestion);
            }
        }
        _ => {}
    };
    let items = move || {
        let item = |(index, suggestion): (usize, Suggestion)| {
            let text = suggestion.text.clone();
            let is_active = move || active.get() == Some(index);
            view! {
                <li
                    id=format!("suggestion-{index}")
                    role="option"
                    class:active=is_active
                    aria-selected=move || if is_active() { "true" } else { "false" }
                    on:mousedown=move |ev| ev.prevent_default()
                    on:click=move |_| choose(suggestion.clone())
                >
                    {text}
                </li>
            }
        };
        suggestions.get().into_iter().enumerate().map(item).collect_view()
    };
    let pointed = move || {
        active.get().filter(|_| is_showing.get()).map(|index| format!("suggestion-{index}"))
    };

    view! {
        <form
            class="query-form"
            role="search"
            on:submit=move |ev| {
                ev.prevent_default();
                submit();
            }
        >
            <label class="query-label" for="query">
                "Query"
            </label>
            <div class="query-field">
                <input
                    id="query"
                    type="text"
                    role="combobox"
                    autocomplete="off"
                    placeholder="Describe a picture, or choose one of the benchmark’s queries"
                    aria-autocomplete="list"
                    aria-controls="query-suggestions"
                    aria-expanded=move || if is_showing.get() { "true" } else { "false" }
                    aria-activedescendant=pointed
                    prop:value=move || draft.get()
                    on:input=move |ev| {
                        draft.set(event_target_value(&ev));
                        active.set(None);
                        is_open.set(true);
                    }
                    on:keydown=on_key
                    on:blur=move |_| close()
                />
                <button type="submit" class="primary">
                    "Search"
                </button>
                <ul
                    id="query-suggestions"
                    class="suggestions"
                    role="listbox"
                    aria-label="Queries of the benchmark"
                    hidden=move || !is_showing.get()
                >
                    {items}
                </ul>
            </div>
        </form>
    }
    .into_any()
}
