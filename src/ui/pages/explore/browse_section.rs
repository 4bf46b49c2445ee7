//! The collapsible section with the list of the benchmark's queries.

use crate::ui::pages::apart::list_apart;
use crate::ui::state::Session;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use std::sync::Arc;

/// The collapsible list; open if the address says so. `None` for a benchmark without queries.
pub(super) fn browse_section(session: Session, dataset: &Arc<Dataset>) -> Option<AnyView> {
    if dataset.queries.is_empty() {
        return None;
    }
    let details = NodeRef::<html::Details>::new();
    let is_open = Memo::new(move |_| session.address.state.with(|state| state.browse));
    let on_toggle = move |_| {
        let is_now = details.get_untracked().is_some_and(|details| details.open());
        session.address.adjust(|state| state.browse = is_now);
    };
    let for_body = dataset.clone();
    let body = move || is_open.get().then(|| list_apart(session, for_body.clone()));
    let n = words::counted(dataset.queries.len(), "query", "queries");
    let view = view! {
        <details
            class="browse"
            node_ref=details
            prop:open=move || is_open.get()
            on:toggle=on_toggle
        >
            <summary>{format!("Browse the benchmark’s {n}")}</summary>
            {body}
        </details>
    };
    Some(view.into_any())
}
