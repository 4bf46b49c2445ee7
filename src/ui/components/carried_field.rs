//! The field for conditions on what pictures carry, with suggestions.

use super::failure::notice;
use super::quiet_button::quiet_button;
use leptos::prelude::*;
use rankscope_core::analysis::{Suggestion, words};

#[derive(Clone, Copy)]
pub(in crate::ui) struct Typed {
    pub(in crate::ui) current: Signal<String>,
    pub(in crate::ui) text: RwSignal<String>,
    /// Suggestions with the number of pictures; `None` until known.
    pub(in crate::ui) next: Signal<Option<Vec<Suggestion>>>,
    /// Why conditions of the address are ignored.
    pub(in crate::ui) errors: Signal<Vec<String>>,
    pub(in crate::ui) choose: Callback<String>,
}

pub(in crate::ui) fn carried_field(typed: Typed) -> AnyView {
    let Typed { current, text, next, errors, choose } = typed;
    Effect::new(move |_| text.set(current.get()));
    let apply = move |ev: web_sys::SubmitEvent| {
        ev.prevent_default();
        choose.run(text.get_untracked());
    };
    let take = move |suggestion: &Suggestion| {
        text.set(suggestion.words.clone());
        // A key alone asks for nothing yet.
        if !suggestion.term.ends_with(':') {
            choose.run(suggestion.words.clone());
        }
    };
    let suggestion = move |own: Suggestion| {
        let shown = format!("{} ({})", own.term, words::count(own.n));
        view! {
            <li>
                {quiet_button(shown, move || take(&own))}
            </li>
        }
    };
    let list = move || match next.get() {
        None => view! { <p role="status">"Reading what the pictures carry …"</p> }.into_any(),
        Some(all) if all.is_empty() => {
            view! { <p role="status">"Nothing starts with this."</p> }.into_any()
        }
        Some(all) => view! {
            <ul class="carried-next" aria-label="Suggestions">
                {all.into_iter().map(suggestion).collect_view()}
            </ul>
        }
        .into_any(),
    };
    let wrong = move || errors.get().into_iter().map(notice).collect_view();
    view! {
        <form class="carried" on:submit=apply>
            <label for="carried-words">"Tag, creator, licence, date, EXIF, place"</label>
            <div class="carried-line">
                <input
                    id="carried-words"
                    type="text"
                    dir="auto"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    placeholder="tag:dog taken:2009..2012-06 exif:iso>=400"
                    prop:value=text
                    on:input:target=move |ev| text.set(ev.target().value())
                />
                <button type="submit">"Filter"</button>
            </div>
            {wrong}
            {list}
        </form>
    }
    .into_any()
}
