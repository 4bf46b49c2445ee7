//! *Copy link*: the address, and what does not work elsewhere.

use super::not_carried::not_carried;
use crate::ui::components::{CopyField, copy_field};
use crate::ui::state::Session;
use leptos::prelude::*;
use web_sys::Url;

pub(super) fn section(session: Session) -> AnyView {
    let text = Signal::derive(move || link(session));
    let field =
        CopyField { id: "share-link", label: "Address", action: "Copy link", rows: 1, text };
    view! {
        <section aria-labelledby="share-link-title">
            <h3 id="share-link-title">"Copy link"</h3>
            <p class="share-words">
                "The link opens this page with the same choices: query, systems, measures, filters."
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
    let (host, what) = match page {
        Some(host) => (host, "This page is served"),
        None => (local_host(&session.base_url.get())?, "This benchmark is read"),
    };
    let view = view! {
        <p class="share-note">
            {format!("{what} from this machine ({host}), so the link works here alone. ")}
            "To give it to others, make a folder for any web host with "
            <code>"rankscope publish DIR -o site"</code> "."
        </p>
    };
    Some(view.into_any())
}

/// Host and port of a local address; `None` for any other.
fn local_host(url: &str) -> Option<String> {
    let url = Url::new(url).ok()?;
    let name = url.hostname();
    let is_local = name == "localhost"
        || name.ends_with(".localhost")
        || name.starts_with("127.")
        || name == "[::1]";
    is_local.then(|| url.host())
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
            <p>"Not in the link, because only this browser has it:"</p>
            <ul>{items}</ul>
            {in_visit.then(|| {
                view! { <p>"“Save this visit”, below, takes along imported runs and judgements, and what you judged and voted."</p> }
            })}
        </div>
    };
    Some(view.into_any())
}
