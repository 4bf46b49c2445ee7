//! The name of a measure, with its protocol as a small tag.

use leptos::prelude::*;

/// `eccv:R@5` as R@5 with the tag eccv. The colon takes no room, but is read, copied and found.
pub fn measure_name(name: &str) -> AnyView {
    let Some((protocol, own)) = name.split_once(':') else {
        return view! { <code>{name.to_string()}</code> }.into_any();
    };
    let (protocol, own) = (protocol.to_string(), own.to_string());
    view! {
        <code class="measure">
            <span class="protocol">{protocol}<span class="protocol-colon">":"</span></span>
            {own}
        </code>
    }
    .into_any()
}
