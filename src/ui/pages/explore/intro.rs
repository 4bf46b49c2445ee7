use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::views::Page;

/// Nothing once the address names a query. `index.html` has the same text, which shows before the page
/// loads.
pub(super) fn intro(session: Session) -> AnyView {
    let address = session.address;
    let is_shown = Memo::new(move |_| address.may_open.get());
    let link = |href: Signal<String>, title: String, words: &'static str| {
        view! { <li><a href=href><strong>{title}</strong> " " <span>{words}</span></a></li> }
    };
    let starts = move || {
        let title = address.opening.with(|opening| opening.as_ref()?.title().map(str::to_owned));
        let opening = title.map(|title| {
            let href = Signal::derive(move || address.opening_href(None));
            link(href, title, "the view below, as a link")
        });
        let edit = Signal::derive(move || address.opening_href(Some("-".into())));
        let agreement = Signal::derive(move || address.href(Page::Agreement));
        let learn = Signal::derive(move || address.href(Page::Learn));
        view! {
            <ul class="starts" aria-label="Starting points">
                {opening}
                {link(edit, "Change one rank".into(), "and see what each measure does")}
                {link(agreement, "Do measures agree?".into(), "which systems swap places")}
                {link(learn, "Teach it".into(), "lessons with live results")}
            </ul>
        }
    };
    let view = move || {
        is_shown.get().then(|| {
            view! {
                <section class="intro" aria-label="Introduction">
                    <div>
                        <h2>"See what a text-to-image search finds, and how good it is"</h2>
                        <p>"Every result with its judgement, every measure down to its terms."</p>
                    </div>
                    {move || address.is_opening.get().then(starts)}
                </section>
            }
        })
    };
    view.into_any()
}
