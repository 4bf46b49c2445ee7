//! Links in a frame open the whole page in a new tab: the frame is too small for it, and its
//! reader should find the article unchanged.

use gloo::events::{EventListener, EventListenerOptions};
use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlAnchorElement, Url};

/// Changes each link when it is followed, before the router or the link's own handler sees that.
pub(super) fn open_apart() {
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
