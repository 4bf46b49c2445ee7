use leptos::prelude::*;

/// A button without emphasis.
pub fn quiet_button(
    label: impl IntoView + 'static,
    act: impl FnMut(web_sys::MouseEvent) + 'static,
) -> impl IntoView {
    view! {
        <button type="button" class="quiet" on:click=act>
            {label}
        </button>
    }
}
