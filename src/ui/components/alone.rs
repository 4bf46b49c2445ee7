//! Marks a part of a page as a block that can be shown alone.

use leptos::prelude::*;

/// Marks `body` as the block of this name, or as part of several, with spaces between their names:
/// those of [`rankscope_core::embed::blocks`]. The mark takes no room in the layout; a view that is
/// one element takes the attribute itself.
pub fn alone(names: &'static str, body: impl IntoAny) -> AnyView {
    view! {
        <div class="alone" data-block=names>
            {body.into_any()}
        </div>
    }
    .into_any()
}
