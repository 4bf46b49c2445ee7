//! The way past a long list for those who go from one control to the next.

use leptos::html;
use leptos::prelude::*;

/// `list` with a button before it that leads behind it, and is seen while it has the focus.
pub fn skippable(list: impl IntoAny) -> AnyView {
    let end = NodeRef::<html::Span>::new();
    let skip = move |_| {
        if let Some(end) = end.get_untracked() {
            // On failure the focus stays where it is.
            let _ = end.focus();
        }
    };
    view! {
        <button type="button" class="quiet skip-list" on:click=skip>
            "Skip the results"
        </button>
        {list.into_any()}
        <span class="visually-hidden" tabindex="-1" node_ref=end>
            "End of the results"
        </span>
    }
    .into_any()
}
