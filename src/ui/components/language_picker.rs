//! The choice of the page's language, and the notice that its words could not be loaded.

use crate::ui::language::{language, language_failure, store_language};
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_languages::Language;

/// Shown as the language's code; its entries are in their own languages. The page opens again with the
/// choice in its address.
pub fn language_picker(session: Session) -> AnyView {
    let current = language();
    let item = |language: Language| {
        let (code, is_current) = (language.code(), language == current);
        view! { <option value=code lang=code selected=is_current>{language.own_name()}</option> }
    };
    let choose = move |ev| {
        let Some(language) = Language::from_tag(&event_target_value(&ev)) else { return };
        store_language(language);
        let page = session.address.page.get_untracked();
        let mut state = session.address.state.get_untracked();
        state.lang = Some(language.code().into());
        // If the browser refuses, the page is as it was.
        let _ = window().location().assign(&session.address.href_of(page, &state));
    };
    // English as well, for whoever cannot read what the page is in.
    view! {
        <span class="language">
            <span aria-hidden="true">{current.code()}</span>
            <select aria-label="Language" lang="en" on:change=choose>
                {Language::ALL.map(item).into_iter().collect_view()}
            </select>
        </span>
    }
    .into_any()
}

pub fn language_note() -> Option<AnyView> {
    let error = language_failure()?;
    let words = "The page is in English, since the words of your language could not be loaded.";
    let view = view! {
        <p class="newer-page" role="status">
            {words} " " {error} " Reload the page to try again."
        </p>
    };
    Some(view.into_any())
}
