use crate::ui::state::offline::{Offline, OfflineState};
use leptos::prelude::*;

pub fn newer_page(offline: Offline) -> Option<AnyView> {
    if offline.state.get() != OfflineState::UpdateReady {
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
