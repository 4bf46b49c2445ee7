//! One block of the page alone, as a frame in an article or on a slide shows it (`embed` in the
//! address). A style rule ([`rule`]) hides everything else, so that all that the block needs goes on, and
//! screen readers meet nothing else.
//!
//! Around the block: a line that says what it shows and leads to the whole page ([`foot`]), links that
//! open the page in a new tab, and messages that tell the framing page how tall the block is.

mod foot;
mod rule;

use super::theme::Theme;
use crate::ui::state::Session;
use gloo::events::{EventListener, EventListenerOptions};
use leptos::prelude::*;
use rankscope_core::embed::{FixedTheme, UnknownBlock};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event, HtmlAnchorElement, ResizeObserver, Url, Window};

pub(super) use foot::foot;

/// Keeps the document in step with the address: which block is shown, and in which theme.
pub(super) fn show_embed(session: Session) {
    let address = session.address;
    let embed = Memo::new(move |_| address.state.with(|state| state.embed.clone()));
    let name = Memo::new(move |_| {
        let page = address.page.get();
        embed.with(|embed| embed.as_ref()?.block(page).ok()).map(|block| block.name)
    });
    // What is found in the sheet from before, to be taken out again.
    Effect::new(move |rule: Option<Option<u32>>| {
        rule.flatten().inspect(|place| rule::remove(*place));
        if let Some(root) = document().document_element() {
            // Cannot fail: the names are fixed and valid.
            let _ = match embed.with(Option::is_some) {
                true => root.set_attribute("data-embed", name.get().unwrap_or_default()),
                false => root.remove_attribute("data-embed"),
            };
        }
        rule::insert(name.get()?)
    });
    Effect::new(move |_| {
        let Some(embed) = embed.get() else { return };
        match embed.theme {
            Some(FixedTheme::Light) => Theme::Light,
            Some(FixedTheme::Dark) => Theme::Dark,
            None => Theme::stored(),
        }
        .show();
    });
    // A frame is made for one block: it does not become the whole page, nor the reverse.
    if embed.with_untracked(Option::is_some) {
        open_links_apart();
        tell_parent();
    }
}

pub(super) fn unknown_block(unknown: &UnknownBlock) -> AnyView {
    view! {
        <h1>{unknown.page.name()}</h1>
        <p class="notice" role="status">
            {unknown.to_string()}
        </p>
    }
    .into_any()
}

/// Posts `{ rankscope: { height } }` to the parent, in CSS pixels, now and whenever it changes: a
/// frame does not size itself. Nothing else is ever sent. Does nothing outside a frame.
fn tell_parent() {
    let window = window();
    let parent = window.parent().ok().flatten().filter(|parent| *parent != window);
    let (Some(parent), Some(root)) = (parent, document().document_element()) else { return };
    let observed = root.clone();
    let mut told = 0.0;
    let tell = move || {
        let height = observed.get_bounding_client_rect().height().ceil();
        #[expect(clippy::float_cmp, reason = "whole numbers")]
        if height != told {
            told = height;
            post(&parent, height);
        }
    };
    // It lives as long as the page, and so does the observer while it has something to observe.
    let tell = Closure::<dyn FnMut()>::new(tell).into_js_value();
    if let Ok(observer) = ResizeObserver::new(tell.unchecked_ref()) {
        observer.observe(&root);
    }
}

fn post(parent: &Window, height: f64) {
    let message = js_sys::JSON::parse(&format!("{{\"rankscope\":{{\"height\":{height}}}}}"));
    // To whichever page it is: who may frame this one is for its host to say, and a height is no
    // secret.
    let _ = message.and_then(|message| parent.post_message(&message, "*"));
}

/// Links open the whole page in a new tab, so that the reader finds the article unchanged. Each
/// link changes when it is followed, before the router or its own handler sees that.
fn open_links_apart() {
    let first = EventListenerOptions::run_in_capture_phase();
    // Listens until the page closes.
    EventListener::new_with_options(&document(), "click", first, open_in_tab).forget();
}

fn open_in_tab(ev: &Event) {
    let target = ev.target().and_then(|target| target.dyn_into::<Element>().ok());
    let link = target.and_then(|target| target.closest("a[href]").ok().flatten());
    let Some(link) = link.and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok()) else {
        return;
    };
    ev.stop_propagation();
    if let Ok(url) = Url::new(&link.href()) {
        url.search_params().delete("embed");
        url.search_params().delete("theme");
        link.set_href(&url.href());
    }
    link.set_target("_blank");
    link.set_rel("noopener");
}
