use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::views::Page;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};

/// The first result that does not answer, and any if all do.
const WRONG: [&str; 2] =
    [".answer-results .why-mark:has(.mark-not-relevant)", ".answer-results .why-mark"];

/// Nothing once the address names a query. `index.html` has the same text, which shows before the page
/// loads; what the results show replaces it.
pub(super) fn intro(session: Session) -> AnyView {
    let address = session.address;
    let is_shown = Memo::new(move |_| address.may_open.get());
    let title = move || {
        let headline = session.headline.get();
        headline
            .unwrap_or_else(|| "See what a text-to-image search finds, and how good it is".into())
    };
    let subtitle = move || {
        let named = address.opening.with(|own| own.as_ref()?.title().map(str::to_owned));
        let named = named.filter(|_| session.headline.with(Option::is_some));
        let first = "Every result with its judgement, every measure down to its terms.";
        named.map_or_else(|| first.to_string(), |title| words::sentence(&title))
    };
    // `None` without judgements.
    let has_wrong = move || {
        let shown = session.shown.get()?;
        let mut grades = shown.judged.as_ref()?.list.grades().iter().take(shown.k);
        Some(grades.any(|grade| grade.is_some_and(|grade| grade < 1)))
    };
    let why = move || match has_wrong() {
        Some(false) => "Why is this right?",
        _ => "Why is this wrong?",
    };
    let starts = move || {
        let leaderboard = Signal::derive(move || address.href(Page::Leaderboard));
        view! {
            <ul class="starts" class:awaited=move || !address.is_opening.get() aria-label="Starting points">
                <li class:awaited=move || has_wrong().is_none()>
                    <button type="button" on:click=move |_| ask_why()>
                        {why}
                    </button>
                </li>
                <li>
                    <a href=leaderboard>"Who wins overall?"</a>
                </li>
                <li>
                    <button type="button" on:click=move |_| empty_query()>
                        "Try your own words"
                    </button>
                </li>
            </ul>
        }
    };
    let view = move || {
        is_shown.get().then(|| {
            view! {
                <section class="intro" aria-label="Introduction">
                    <div>
                        <h2>{title}</h2>
                        <p>{subtitle}</p>
                    </div>
                    {starts()}
                </section>
            }
        })
    };
    view.into_any()
}

/// Opens the reason of the first wrong result, as a click on its mark does.
fn ask_why() {
    let find = |selector| document().query_selector(selector).ok().flatten();
    let mark = WRONG.into_iter().find_map(find);
    if let Some(mark) = mark.and_then(|own| own.dyn_into::<HtmlElement>().ok()) {
        // Brings it into view; on failure it opens all the same.
        let _ = mark.focus();
        mark.click();
    }
}

/// Empties the query's field as typing does, and focuses it.
fn empty_query() {
    let field = document().get_element_by_id("query");
    let Some(field) = field.and_then(|own| own.dyn_into::<HtmlInputElement>().ok()) else { return };
    field.set_value("");
    if let Ok(input) = web_sys::Event::new("input") {
        // Nobody cancels it.
        let _ = field.dispatch_event(&input);
    }
    // On failure the focus stays where it is.
    let _ = field.focus();
}
