use leptos::prelude::*;

/// Marks `body` as a block that can be shown alone, or as part of several; `names` is
/// space-separated, from [`rankscope_core::embed::blocks`]. The mark takes no room in the layout;
/// a view of one element sets the attribute itself.
pub fn alone(names: &'static str, body: impl IntoAny) -> AnyView {
    view! {
        <div class="alone" data-block=names>
            {body.into_any()}
        </div>
    }
    .into_any()
}
