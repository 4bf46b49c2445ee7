use crate::ui::state::imports::Imports;
use leptos::prelude::*;
use std::time::Duration;

/// A live region announces changes, not its initial content: the words follow it.
const AFTER: Duration = Duration::from_millis(100);

pub fn visit_note(imports: Imports) -> Option<AnyView> {
    let words = imports.restored.get()?;
    let said = RwSignal::new(String::new());
    set_timeout(
        move || {
            // It may be dismissed by now.
            let _ = said.try_set(words);
        },
        AFTER,
    );
    let view = view! {
        <section class="visit-note" aria-label="Restored visit">
            <p role="status">{said}</p>
            <button type="button" class="quiet" on:click=move |_| imports.restored.set(None)>
                "Dismiss"
                <span class="visually-hidden">" the note on the visit"</span>
            </button>
        </section>
    };
    Some(view.into_any())
}
