//! What went wrong, in plain words, with the way out.

use crate::messages::Failure;
use leptos::prelude::*;

/// A failure with a button that tries again.
pub fn failure_panel(
    failure: &Failure,
    label: &'static str,
    retry: impl Fn() + 'static,
) -> AnyView {
    let Failure { title, detail, advice } = failure.clone();
    view! {
        <div class="panel failure" role="alert">
            <h2>{title}</h2>
            <p class="detail">{detail}</p>
            <p>{advice}</p>
            <button type="button" class="primary" on:click=move |_| retry()>
                {label}
            </button>
        </div>
    }
    .into_any()
}

/// A sentence that the visitor should read, without an alarm.
pub fn notice(words: impl Into<String>) -> AnyView {
    let words = words.into();
    view! { <p class="notice">{words}</p> }.into_any()
}
