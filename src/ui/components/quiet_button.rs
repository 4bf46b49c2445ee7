//! Buttons of low emphasis.

use leptos::prelude::*;

pub fn quiet_button(label: impl IntoAny, act: impl Fn() + 'static) -> AnyView {
    view! { <button type="button" class="quiet" on:click=move |_| act()>{label.into_any()}</button> }
        .into_any()
}

/// A quiet button that is disabled while `is_disabled` says so.
pub fn quiet_button_unless(
    is_disabled: impl Fn() -> bool + Send + 'static,
    label: impl IntoAny,
    act: impl Fn() + 'static,
) -> AnyView {
    view! {
        <button type="button" class="quiet" disabled=is_disabled on:click=move |_| act()>
            {label.into_any()}
        </button>
    }
    .into_any()
}
