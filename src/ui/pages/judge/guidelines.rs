//! What the answers mean, in the words of the scale and of who made the round.

use leptos::prelude::*;
use rankscope_core::analysis::Scale;

pub(super) fn guidelines(scale: Scale, own: &str, is_open: bool) -> AnyView {
    let answers = scale.answers().iter().filter_map(|(answer, _)| {
        let (words, meaning) = scale.words(answer)?;
        Some(view! {
            <dt>{words}</dt>
            <dd>{meaning}</dd>
        })
    });
    let answers = answers.collect_view();
    let own = (!own.is_empty()).then(|| {
        let own = own.to_owned();
        view! { <p class="sheet-guidelines">{own}</p> }
    });
    view! {
        <details class="sheet-meanings" open=is_open>
            <summary>"What the answers mean"</summary>
            {own}
            <dl>{answers}</dl>
            <p>
                "Keys: the letter or digit on a button answers, " <kbd>"Backspace"</kbd>
                " takes the last answer back, " <kbd>"←"</kbd> " and " <kbd>"→"</kbd> " move."
            </p>
        </details>
    }
    .into_any()
}
