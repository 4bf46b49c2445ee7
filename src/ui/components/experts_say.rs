//! What experts say, with their names where they are known.

use leptos::prelude::*;
use rankscope_core::formats::Explanation;

/// Nothing without explanations.
pub(in crate::ui) fn experts_say(said: &[Explanation]) -> Option<AnyView> {
    let item = |own: &Explanation| {
        let by =
            own.by.clone().map(|by| view! { <span class="why-expert">{format!(" ({by})")}</span> });
        view! { <li dir="auto">{own.text.clone()} {by}</li> }
    };
    let list =
        || view! { <ul class="why-said why-experts">{said.iter().map(item).collect_view()}</ul> };
    (!said.is_empty()).then(|| list().into_any())
}
