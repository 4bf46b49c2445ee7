//! Placeholders of charts and blocks that are awaited.

use leptos::prelude::*;

pub fn skeleton_chart() -> AnyView {
    view! { <div class="skeleton skeleton-chart" aria-hidden="true"></div> }.into_any()
}

pub fn skeleton_block() -> AnyView {
    view! { <div class="skeleton skeleton-block" aria-hidden="true"></div> }.into_any()
}
