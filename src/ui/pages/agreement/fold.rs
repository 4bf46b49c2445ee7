//! Sections that few visits need: folded until somebody opens them, a link leads to them, or the address
//! has something of theirs.

use crate::ui::pages::contents::{Section, bring};
use crate::ui::state::Session;
use crate::ui::state::view::ViewState;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::views::Page;

pub(super) const LAB: Section =
    Section::new("lab-title", "Annotator lab").answering("who gains by proposing?");
pub(super) const VOTES: Section =
    Section::new("votes-title", "Do people agree?").answering("does the rule matter?");
pub(super) const ALIKE: Section =
    Section::new("alike-title", "How alike are the systems?").answering("without judgements");
pub(super) const DEFINITIONS: Section =
    Section::new("definitions-title", "Do the definitions agree?")
        .answering("precision and recall");
pub(super) const PUBLISHED: Section =
    Section::new("published-title", "A table of models and measures")
        .answering("yours or a paper’s");
pub(super) const AUDIT: Section =
    Section::new("audit-title", "Audit a number").answering("what a printed mean allows");

/// What a folded section has in the address.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    pub(super) is_there: fn(&ViewState) -> bool,
    /// Set when the visitor opens the section.
    pub(super) open: Option<fn(&mut ViewState)>,
}

/// `name` is that of a block. `body` is made when the section is first opened, and stays.
pub(super) fn folded(
    name: &'static str,
    session: Session,
    section: Section,
    kept: Kept,
    body: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    let address = session.address;
    let details = NodeRef::<html::Details>::new();
    let is_wanted = Memo::new(move |_| {
        address.state.with(|state| {
            let embed = state.embed.as_ref().and_then(|embed| embed.block(Page::Agreement).ok());
            (kept.is_there)(state) || embed.is_some_and(|block| block.name == name)
        })
    });
    let was_opened = RwSignal::new(is_wanted.get_untracked());
    // Whoever folds it leaves its choices in the address: another choice opens it again.
    Effect::new(move |was_wanted: Option<bool>| {
        let is_wanted = is_wanted.get();
        if is_wanted {
            was_opened.set(true);
        }
        // Back, or a button in the section, closes it. A table that was dropped elsewhere on the page
        // opens it, and is led to.
        match (details.get(), was_wanted) {
            (Some(details), Some(true)) if !is_wanted => details.set_open(false),
            (Some(details), Some(false)) if is_wanted && !details.open() => bring(section.id),
            _ => (),
        }
        is_wanted
    });
    let on_toggle = move |_| {
        let is_open = details.get_untracked().is_some_and(|own| own.open());
        if is_open {
            was_opened.set(true);
        }
        let is_there = address.state.with_untracked(|state| (kept.is_there)(state));
        if let Some(open) = kept.open.filter(|_| is_open && !is_there) {
            address.change(open);
        }
    };
    let is_made = Memo::new(move |_| was_opened.get());
    let body = move || is_made.get().then(&body);
    let content = view! {
        <details
            class="fold"
            open=was_opened.get_untracked()
            node_ref=details
            on:toggle=on_toggle
        >
            <summary>
                <h2 id=section.id>{section.title}</h2>
            </summary>
            {body}
        </details>
    };
    view! {
        <section class="block" data-block=name aria-labelledby=section.id>
            {content}
        </section>
    }
    .into_any()
}
