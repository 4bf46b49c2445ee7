//! Sections of a page, each under its heading.

use leptos::prelude::*;

/// A section that can be shown alone, as one of [`rankscope_core::embed::blocks`] by this name.
pub fn block(
    name: &'static str,
    id: &'static str,
    title: &'static str,
    body: impl IntoAny,
) -> AnyView {
    section(Some(name), id, title, body.into_any())
}

/// A section that is shown on its page only.
pub fn titled_section(id: &'static str, title: &'static str, body: impl IntoAny) -> AnyView {
    section(None, id, title, body.into_any())
}

fn section(
    block: Option<&'static str>,
    id: &'static str,
    title: &'static str,
    body: AnyView,
) -> AnyView {
    view! {
        <section class="block" data-block=block aria-labelledby=id>
            <h2 id=id>{title}</h2>
            {body}
        </section>
    }
    .into_any()
}
