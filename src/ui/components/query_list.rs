//! What lists of queries share: the search field and the button for more rows.

use super::quiet_button::quiet_button;
use crate::ui::state::address::Address;
use leptos::prelude::*;
use rankscope_core::analysis::words;

/// For `find` in the address, replaced at every key press so that the history does not fill up.
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
                dir="auto"
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

/// Buttons that show `step` more rows, or all; empty once all are shown.
pub fn more_rows(
    n_shown: RwSignal<usize>,
    step: usize,
    n_rows: impl Fn() -> usize + Send + 'static,
) -> impl IntoView {
    move || {
        let n = n_rows();
        let n_left = n.saturating_sub(n_shown.get());
        let all = (n_left > step).then(|| {
            view! {
                {quiet_button(format!("Show all {}", words::count(n)), move || n_shown.set(n))}
            }
        });
        (n_left > 0).then(|| {
            view! {
                <div class="buttons">
                    <button
                        type="button"
                        class="quiet"
                        on:click=move |_| n_shown.update(|n| *n += step)
                    >
                        {format!("Show {} more ({} left)", step.min(n_left), words::count(n_left))}
                    </button>
                    {all}
                </div>
            }
        })
    }
}
