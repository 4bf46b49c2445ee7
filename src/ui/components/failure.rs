use leptos::prelude::*;
use rankscope_messages::Failure;

pub fn failure_panel(
    failure: &Failure,
    label: impl IntoAny,
    retry: impl Fn() + 'static,
) -> AnyView {
    let Failure { title, detail, advice } = failure.clone();
    view! {
        <div class="panel failure" role="alert">
            <h2>{title}</h2>
            <p class="detail">{detail}</p>
            <p>{advice}</p>
            <button type="button" class="primary" on:click=move |_| retry()>
                {label.into_any()}
            </button>
        </div>
    }
    .into_any()
}

/// A failure as one paragraph, for places too small for a panel.
pub(in crate::ui) fn failure_text(failure: &Failure) -> String {
    let is_ended = |part: &str| part.ends_with(['.', '!', '?', '…']);
    let sentence = |part: &String| if is_ended(part) { part.clone() } else { format!("{part}.") };
    let parts = [&failure.title, &failure.detail, &failure.advice];
    let sentences = parts.into_iter().filter(|part| !part.is_empty()).map(sentence);
    sentences.collect::<Vec<_>>().join(" ")
}

pub fn notice(words: impl Into<String>) -> AnyView {
    let words = words.into();
    view! { <p class="notice">{words}</p> }.into_any()
}
