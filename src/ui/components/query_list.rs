//! What lists of queries share: the field that searches them, and the way to more rows.

use crate::ui::state::address::Address;
use crate::ui::words;
use leptos::prelude::*;

/// A labelled field for `find` of the address. It changes with every key, so that it makes no
/// entries in the browser's history.
pub fn find_field(address: Address, id: &'static str, label: &'static str) -> AnyView {
    let find = Memo::new(move |_| address.state.with(|state| state.find.clone()));
    view! {
        <div class="picker">
            <label class="picker-label" for=id>
                {label}
            </label>
            <input
                id=id
                type="search"
                class="find"
                autocomplete="off"
                prop:value=move || find.get().unwrap_or_default()
                on:input=move |ev| {
                    let typed = event_target_value(&ev);
                    address
                        .adjust(|state| state.find = (!typed.trim().is_empty()).then_some(typed));
                }
            />
        </div>
    }
    .into_any()
}

/// A button for `step` more rows; nothing where all of them are shown.
pub fn more_rows(
    n_shown: RwSignal<usize>,
    step: usize,
    n_rows: impl Fn() -> usize + Send + 'static,
) -> impl IntoView {
    move || {
        let n_left = n_rows().saturating_sub(n_shown.get());
        (n_left > 0).then(|| {
            view! {
                <button
                    type="button"
                    class="quiet"
                    on:click=move |_| n_shown.update(|n| *n += step)
                >
                    {format!("Show {} more of {}", step.min(n_left), words::count(n_left))}
                </button>
            }
        })
    }
}
