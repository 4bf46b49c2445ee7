//! What the answers mean, in the words of the scale and of who made the round.

use super::scale_words::words_of;
use crate::page_tr;
use leptos::prelude::*;
use rankscope_core::analysis::Scale;

pub(super) fn guidelines(scale: Scale, own: &str, is_open: bool) -> AnyView {
    let answers = scale.answers().iter().map(|(answer, _)| {
        let (words, meaning) = words_of(scale, answer);
        view! {
            <dt>{words}</dt>
            <dd>{meaning}</dd>
        }
    });
    let answers = answers.collect_view();
    let own = (!own.is_empty()).then(|| {
        let own = own.to_owned();
        view! { <p class="sheet-guidelines" dir="auto">{own}</p> }
    });
    view! {
        <details class="sheet-meanings" open=is_open>
            <summary>{page_tr!("What the answers mean")}</summary>
            {own}
            <dl>{answers}</dl>
            <p>
                {page_tr!("Keys: the letter or digit on a button answers, Backspace takes the last answer back, ← and → move.")}
            </p>
        </details>
    }
    .into_any()
}
