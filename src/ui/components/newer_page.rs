//! A later build of the page is there.

use crate::ui::state::offline::{Kept, Offline};
use leptos::prelude::*;

/// Says that a later build of the page waits, with a button that takes it into use.
pub fn newer_page(offline: Offline) -> Option<AnyView> {
    if offline.kept.get() != Kept::Newer {
        return None;
    }
    let view = view! {
        <p class="newer-page" role="status">
            "A newer version of this page is ready. "
            <button type="button" class="quiet" on:click=move |_| offline.use_newer()>
                "Use it now"
            </button>
        </p>
    };
    Some(view.into_any())
}
