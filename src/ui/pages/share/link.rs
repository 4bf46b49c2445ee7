//! *Copy link*: the address, and what does not work elsewhere.

use super::in_view::in_view;
use crate::ui::components::{CopyField, copy_field};
use crate::ui::local_host::local_host;
use crate::ui::state::Session;
use crate::ui::state::view::Asked;
use crate::{around, tr};
use leptos::prelude::*;
use rankscope_core::analysis::{HAND_JUDGED, is_derived};
use rankscope_core::views::Page;
use rankscope_transfer::is_on_this_machine;

pub(super) fn section(session: Session) -> AnyView {
    let text = Signal::derive(move || link(session));
    let field = CopyField {
        id: "share-link",
        label: tr!("Address"),
        action: tr!("Copy link"),
        rows: 1,
        text,
    };
    view! {
        <section aria-labelledby="share-link-title">
            <h3 id="share-link-title">{tr!("Copy link")}</h3>
            <p class="share-words">
                {tr!("The link opens this page with the same choices: query, systems, measures, filters.")}
            </p>
            {copy_field(field)}
            {move || of_this_machine(session)}
            {move || left_behind(session)}
        </section>
    }
    .into_any()
}

pub(super) fn link(session: Session) -> String {
    let address = session.address;
    let origin = window().location().origin().unwrap_or_default();
    let path = address.state.with(|state| address.href_of(address.page.get(), state));
    format!("{origin}{path}")
}

/// Warns if the page or benchmark is served from this machine.
fn of_this_machine(session: Session) -> Option<AnyView> {
    let page = local_host(&window().location().href().ok()?);
    let works = match page {
        Some(host) => tr!(
            "This page is served from this machine ({host}), so the link works here alone.",
            host,
        ),
        None => tr!(
            "This benchmark is read from this machine ({host}), so the link works here alone.",
            host = local_host(&session.base_url.get())?,
        ),
    };
    let [before, after] =
        around!("To give it to others, make a folder for any web host with {command}."; command);
    let view = view! {
        <p class="share-note">
            {works} " " {before} <code dir="ltr">"rankscope publish DIR -o site"</code> {after}
        </p>
    };
    Some(view.into_any())
}

/// What the view needs and only this browser has.
fn left_behind(session: Session) -> Option<AnyView> {
    let missing = not_carried(session);
    if missing.is_empty() {
        return None;
    }
    let in_visit = missing.iter().any(|what| what.in_visit);
    let items = missing.into_iter().map(|what| view! { <li>{what.words}</li> }).collect_view();
    let view = view! {
        <div class="share-note">
            <p>{tr!("Not in the link, because only this browser has it:")}</p>
            <ul>{items}</ul>
            {in_visit.then(|| {
                view! { <p>{tr!("“Save this visit”, below, includes imported runs and judgements, and what you judged and voted.")}</p> }
            })}
        </div>
    };
    Some(view.into_any())
}

#[derive(Debug, Clone)]
struct NotCarried {
    words: String,
    /// Whether a saved visit includes it.
    in_visit: bool,
}

/// Tracked.
fn not_carried(session: Session) -> Vec<NotCarried> {
    let state = session.address.state.get();
    let page = session.address.page.get();
    let mut missing = Vec::new();
    let here_alone = |words: String| NotCarried { words, in_visit: false };
    let in_visit = |words: String| NotCarried { words, in_visit: true };
    if session.base_url.with(|url| is_on_this_machine(url)) {
        let title = session.title().unwrap_or_default();
        missing.push(here_alone(tr!(
            "the benchmark {title}, a folder that was opened from this machine",
            title,
        )));
    }
    if let (Some(Asked::Picture(number)), true) =
        (&state.asked, matches!(page, Page::Explore | Page::Topics))
    {
        missing.push(here_alone(match session.own_pictures.get(*number) {
            Some(picture) => tr!("your picture, {name}", name = picture.name),
            None => tr!("your picture"),
        }));
    }
    if let (Some(dataset), Some(seen)) = (session.outline(), in_view(session)) {
        let is_seen = |id: &String| {
            let mut ids = seen.system_ids.iter().chain(&seen.relevance_ids);
            // The id of a fused system names its parts.
            ids.any(|seen| seen == id || is_derived(seen) && seen.contains(id.as_str()))
        };
        let imports = dataset.imported.iter();
        let imports = imports.filter(|import| import.computed.is_none() && is_seen(&import.id));
        missing.extend(
            imports.map(|import| in_visit(tr!("the imported file {file}", file = import.file))),
        );
        if seen.relevance_ids.iter().any(|id| id == HAND_JUDGED) {
            missing.push(in_visit(tr!("your judgements, made at the judging desk")));
        }
    }
    if page == Page::Explore && state.judged.is_some() {
        missing.push(in_visit(tr!("your judgements of this query")));
    }
    let has_class_votes =
        state.lesson.as_deref().is_some_and(|lesson| lesson.starts_with("preference"));
    if has_class_votes {
        missing.push(in_visit(tr!("the votes of the class")));
    }
    if page == Page::Judge && state.sheet.is_some() {
        missing.push(here_alone(tr!("your answers to the sheet, which you save on its page")));
    }
    if page == Page::Guides && state.study.as_deref() == Some("ballot") {
        missing.push(in_visit(tr!("the votes of the ballot")));
    }
    missing
}
