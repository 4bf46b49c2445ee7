//! The list of a page's sections, and the way to one of them.

use gloo::timers::future::TimeoutFuture;
use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDetailsElement, HtmlElement};

/// A minute: lists may take their time.
const N_LOOKS: u32 = 400;
const LOOK_MS: u32 = 150;
/// For as many, the router may not have changed the address yet.
const N_WAITING: u32 = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Section {
    /// Of its heading.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// What it answers, in a few words; may be empty.
    pub(super) answers: &'static str,
}

impl Section {
    pub(super) const fn new(id: &'static str, title: &'static str) -> Self {
        Self { id, title, answers: "" }
    }

    pub(super) const fn answering(self, answers: &'static str) -> Self {
        Self { answers, ..self }
    }
}

pub(super) fn contents(sections: Signal<Vec<Section>>) -> AnyView {
    let item = |Section { id, title, answers }: Section| {
        // The router would treat `#id` as a page.
        let go = move |event: web_sys::MouseEvent| {
            event.prevent_default();
            bring(id);
        };
        let answers =
            (!answers.is_empty()).then(|| view! { <span class="describe">{answers}</span> });
        view! { <li><a href=format!("#{id}") on:click=go>{title}</a>{answers}</li> }
    };
    view! {
        <nav class="contents" aria-label="Contents">
            <ol>{move || sections.get().into_iter().map(item).collect_view()}</ol>
        </nav>
    }
    .into_any()
}

/// The id after # in the page's address.
fn named_section() -> Option<String> {
    let hash = window().location().hash().ok()?;
    hash.strip_prefix('#').filter(|id| !id.is_empty()).map(String::from)
}

/// Brings the section that the address names once it is there and nothing above it moves it, unless the
/// visitor has gone on by then. Ends with the reactive owner that calls it.
pub(super) fn bring_named() {
    // Where only what is after # changes, the page stays.
    let listener = window_event_listener(leptos::ev::hashchange, |_| {
        if let Some(id) = named_section() {
            bring(&id);
        }
    });
    on_cleanup(move || listener.remove());
    let is_over = Rc::new(Cell::new(false));
    let ended = StoredValue::new_local(is_over.clone());
    on_cleanup(move || {
        ended.try_with_value(|is_over| is_over.set(true));
    });
    leptos::task::spawn_local(async move {
        let mut last = None;
        for look in 0..N_LOOKS {
            TimeoutFuture::new(LOOK_MS).await;
            let is_elsewhere = window().scroll_y().is_ok_and(|y| y > 0.0);
            // The router changes the address after the page.
            let id = named_section();
            if is_over.get() || is_elsewhere || id.is_none() && look > N_WAITING {
                return;
            }
            let heading = id.as_ref().and_then(|id| document().get_element_by_id(id));
            let area = heading.map(|own| own.get_bounding_client_rect());
            // Hidden while lists arrive, it has none.
            let place = area.filter(|area| area.height() > 0.0).map(|area| area.top().to_bits());
            if place.is_some() && place == last {
                bring(&id.unwrap_or_default());
                return;
            }
            last = place;
        }
    });
}

/// Scrolls to a heading and moves the focus there; unfolds its section.
pub(super) fn bring(id: &str) {
    let heading = document().get_element_by_id(id);
    let Some(heading) = heading.and_then(|h| h.dyn_into::<HtmlElement>().ok()) else { return };
    let fold = heading.closest("details").ok().flatten();
    if let Some(fold) = fold.and_then(|fold| fold.dyn_into::<HtmlDetailsElement>().ok()) {
        fold.set_open(true);
    }
    heading.scroll_into_view_with_bool(true);
    // Neither can fail: the attribute name is valid, and a heading with it takes the focus.
    let _ = heading.set_attribute("tabindex", "-1");
    let _ = heading.focus();
}
