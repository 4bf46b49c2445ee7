//! The search field: the visitor's own words, or a benchmark query from the suggestions.

use crate::ui::state::address::Address;
use crate::ui::state::view::Asked;
use leptos::prelude::*;
use leptos::{ev, html};
use rankscope_core::analysis::{Dataset, named_query, suggested_queries};
use rankscope_core::benchmark::Query;
use std::sync::Arc;

const N_SUGGESTIONS: usize = 8;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Suggestion {
    id: String,
    text: String,
}

#[derive(Clone, Copy)]
struct QueryBox {
    dataset: Signal<Option<Arc<Dataset>>>,
    address: Address,
    field: NodeRef<html::Input>,
    draft: RwSignal<String>,
    /// Whether the visitor has typed since the field last followed the address.
    is_typed: StoredValue<bool>,
    /// Whether the click that has begun is the first into the field.
    is_arriving: StoredValue<bool>,
    is_open: RwSignal<bool>,
    suggestions: Memo<Vec<Suggestion>>,
    active: RwSignal<Option<usize>>,
    /// Words submitted before the queries were loaded: they may be one of them.
    early: StoredValue<Option<String>>,
    is_showing: Memo<bool>,
}

impl QueryBox {
    fn new(dataset: Signal<Option<Arc<Dataset>>>, address: Address) -> Self {
        let draft = RwSignal::new(String::new());
        let is_open = RwSignal::new(false);
        let suggestions = Memo::new(move |_| match (is_open.get(), dataset.get()) {
            (true, Some(dataset)) => draft.with(|draft| suggestions(&dataset.queries, draft)),
            _ => Vec::new(),
        });
        let is_showing =
            Memo::new(move |_| is_open.get() && suggestions.with(|all| !all.is_empty()));
        let active = RwSignal::new(None);
        let early = StoredValue::new(None);
        let is_typed = StoredValue::new(false);
        let field = NodeRef::new();
        Self {
            dataset,
            address,
            field,
            draft,
            is_typed,
            is_arriving: StoredValue::new(false),
            is_open,
            suggestions,
            active,
            early,
            is_showing,
        }
    }

    fn is_focused(self) -> bool {
        let focused = document().active_element();
        self.field.get_untracked().is_some_and(|own| own.is_same_node(focused.as_deref()))
    }

    /// Selects a text that appeared under the caret, so that typing replaces it.
    fn select(self, text: &str) {
        if let Some(field) = self.field.get_untracked().filter(|_| self.is_focused()) {
            field.set_value(text);
            field.select();
        }
    }

    /// The same for the click that brings the caret, unless the visitor has typed the text.
    fn select_on_arrival(self) {
        if self.is_arriving.get_value() && !self.is_typed.get_value() {
            self.draft.with_untracked(|text| self.select(text));
        }
    }

    /// Once the queries are loaded, looks up words that were submitted before.
    fn settle(self) {
        let Some(all) = self.dataset.get() else { return };
        let Some(words) = self.early.try_update_value(Option::take).flatten() else { return };
        let Some(id) = named_query(&all.queries, &words).map(|own| own.id.clone()) else { return };
        self.address.adjust(|state| {
            if state.asked == Some(Asked::Words(words)) {
                state.asked = Some(Asked::Stored(id));
            }
        });
    }

    fn close(self) {
        self.is_open.set(false);
        self.active.set(None);
    }

    fn choose(self, suggestion: Suggestion) {
        self.close();
        self.is_typed.set_value(false);
        self.draft.set(suggestion.text);
        self.address.ask(Some(Asked::Stored(suggestion.id)));
    }

    fn submit(self) {
        self.close();
        self.is_typed.set_value(false);
        let words = self.draft.with_untracked(|draft| draft.trim().to_string());
        self.draft.set(words.clone());
        let stored = self.dataset.get_untracked();
        self.early.set_value(stored.is_none().then(|| words.clone()));
        let stored =
            stored.and_then(|all| named_query(&all.queries, &words).map(|own| own.id.clone()));
        let asked = match stored {
            Some(id) => Some(Asked::Stored(id)),
            None => (!words.is_empty()).then_some(Asked::Words(words)),
        };
        self.address.ask(asked);
    }

    fn step(self, forward: bool) {
        self.is_open.set(true);
        let n = self.suggestions.with_untracked(Vec::len);
        if n > 0 {
            self.active.update(|active| {
                *active = Some(match (*active, forward) {
                    (None, true) => 0,
                    (None, false) => n - 1,
                    (Some(index), true) => (index + 1) % n,
                    (Some(index), false) => (index + n - 1) % n,
                });
            });
        }
    }

    fn on_key(self, ev: &web_sys::KeyboardEvent) {
        match ev.key().as_str() {
            "ArrowDown" => {
                ev.prevent_default();
                self.step(true);
            }
            "ArrowUp" => {
                ev.prevent_default();
                self.step(false);
            }
            "Escape" if self.is_open.get_untracked() => {
                ev.prevent_default();
                self.close();
            }
            "Enter" => {
                let chosen = self.active.get_untracked().and_then(|index| {
                    self.suggestions.with_untracked(|all| all.get(index).cloned())
                });
                if let Some(suggestion) = chosen {
                    ev.prevent_default();
                    self.choose(suggestion);
                }
            }
            _ => {}
        }
    }

    fn item(self, (index, suggestion): (usize, Suggestion)) -> impl IntoView {
        let (id, text) = (suggestion.id.clone(), suggestion.text.clone());
        let is_active = move || self.active.get() == Some(index);
        view! {
            <li
                id=format!("suggestion-{index}")
                role="option"
                class:active=is_active
                aria-selected=move || if is_active() { "true" } else { "false" }
                on:mousedown=move |ev| ev.prevent_default()
                on:click=move |_| self.choose(suggestion.clone())
            >
                <bdi>{text}</bdi> " " <span class="suggestion-id">{id}</span>
            </li>
        }
    }

    fn input(self) -> impl IntoView {
        let placeholder = move || {
            let has_none =
                self.dataset.with(|all| all.as_ref().is_some_and(|all| all.queries.is_empty()));
            if has_none {
                "Describe a picture"
            } else {
                "Describe a picture, or choose a benchmark query"
            }
        };
        let pointed = move || {
            let active = self.active.get().filter(|_| self.is_showing.get());
            active.map(|index| format!("suggestion-{index}"))
        };
        view! {
            <input
                node_ref=self.field
                id="query"
                class="query-input"
                type="text"
                dir="auto"
                role="combobox"
                autocomplete="off"
                placeholder=placeholder
                aria-autocomplete="list"
                aria-controls="query-suggestions"
                aria-expanded=move || if self.is_showing.get() { "true" } else { "false" }
                aria-activedescendant=pointed
                prop:value=move || self.draft.get()
                on:input=move |ev| {
                    self.draft.set(event_target_value(&ev));
                    self.is_typed.set_value(true);
                    self.active.set(None);
                    self.is_open.set(true);
                }
                on:keydown=move |ev| self.on_key(&ev)
                on:pointerdown=move |_| self.is_arriving.set_value(!self.is_focused())
                on:click=move |_| self.select_on_arrival()
                on:blur=move |_| self.close()
            />
        }
    }
}

fn suggestions(queries: &[Query], typed: &str) -> Vec<Suggestion> {
    let rows = suggested_queries(queries, typed, N_SUGGESTIONS).into_iter();
    let suggestion = |query: &Query| Suggestion { id: query.id.clone(), text: query.text.clone() };
    rows.filter_map(|row| queries.get(row).map(suggestion)).collect()
}

/// `asked` is the text of the query in the address; `tools` are shown inside the field.
pub fn query_box(
    dataset: Signal<Option<Arc<Dataset>>>,
    asked: Signal<Option<String>>,
    address: Address,
    tools: AnyView,
) -> AnyView {
    let own = QueryBox::new(dataset, address);
    Effect::new(move |_| own.settle());
    // The field follows the address; nothing else overwrites what is typed.
    let follow = move || {
        own.draft.set(asked.get_untracked().unwrap_or_default());
        own.is_typed.set_value(false);
    };
    Effect::new(move |had_none: Option<bool>| {
        let has_none = asked.with(Option::is_none);
        // A query that the page opens with comes late, and there is none while the lists load again:
        // neither must take what is typed already.
        let is_replaced = had_none == Some(false) && !has_none;
        if is_replaced || !own.is_typed.get_value() {
            let before = own.draft.get_untracked();
            follow();
            let now = own.draft.get_untracked();
            if had_none == Some(true) && now != before {
                own.select(&now);
            }
        }
        has_none
    });
    // Also back and forward between views of the same query.
    let listener = window_event_listener(ev::popstate, move |_| follow());
    on_cleanup(move || listener.remove());
    let items = move || {
        let all = own.suggestions.get().into_iter().enumerate();
        all.map(|item| own.item(item)).collect_view()
    };
    view! {
        <form
            class="query-form"
            role="search"
            on:submit=move |ev| {
                ev.prevent_default();
                own.submit();
            }
        >
            <label class="query-label visually-hidden" for="query">
                "Query"
            </label>
            <div class="query-field">
                <div class="query-entry">{own.input()} {tools}</div>
                <button type="submit" class="primary">
                    "Search"
                </button>
                <ul
                    id="query-suggestions"
                    class="suggestions"
                    role="listbox"
                    aria-label="Benchmark queries"
                    hidden=move || !own.is_showing.get()
                >
                    {items}
                </ul>
            </div>
        </form>
    }
    .into_any()
}
