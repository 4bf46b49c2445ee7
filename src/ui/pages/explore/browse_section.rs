use crate::ui::pages::apart::list_apart;
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use std::sync::Arc;

const ID: &str = "browse";

fn is_open(session: Session) -> Memo<bool> {
    Memo::new(move |_| session.address.state.with(|state| state.browse))
}

/// Nothing for a benchmark without queries.
pub(super) fn browse_button(session: Session) -> AnyView {
    let n = Memo::new(move |_| session.outline().map(|dataset| dataset.queries.len()));
    let is_open = is_open(session);
    let toggle = move |_| session.address.adjust(|state| state.browse = !state.browse);
    let words = move || match n.get() {
        Some(n) => format!("Browse {}", words::counted(n, "query", "queries")),
        None => "Browse queries".to_string(),
    };
    let button = move || {
        (n.get() != Some(0)).then(|| {
            view! {
                <button
                    type="button"
                    class="browse-button"
                    aria-expanded=move || if is_open.get() { "true" } else { "false" }
                    aria-controls=ID
                    on:click=toggle
                >
                    {words}
                </button>
            }
        })
    };
    button.into_any()
}

/// `None` for a benchmark without queries.
pub(super) fn browse_section(session: Session, dataset: &Arc<Dataset>) -> Option<AnyView> {
    if dataset.queries.is_empty() {
        return None;
    }
    let (is_open, dataset) = (is_open(session), dataset.clone());
    let body = move || is_open.get().then(|| list_apart(session, dataset.clone()));
    let is_hidden = move || !is_open.get();
    let view = view! {
        <section id=ID class="browse" aria-label="The benchmark’s queries" hidden=is_hidden>{body}</section>
    };
    Some(view.into_any())
}
