//! A value that opens: a button, and the card of the page that shows how the value comes about. What is
//! open is in the address.

use super::card_place::{CardSize, place_card};
use super::focus::focus_later;
use crate::ui::state::address::Address;
use leptos::prelude::*;
use leptos::{ev, html};
use rankscope_address::opened_value::OpenedValue;
use rankscope_core::metrics::Measure;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

const CARD: &str = "value-card";
/// While it closes or opens.
const CLOSING: &str = "data-closing";
/// Labels the card.
pub(in crate::ui) const TITLE: &str = "value-title";
const SIZE: CardSize = CardSize { rem: 36.0, px: 480.0 };

/// A measure's value for a query, of the system's list.
pub(in crate::ui) fn value_button(
    address: Address,
    (measure, system, query): (Measure, &str, Option<&str>),
    words: String,
) -> AnyView {
    let query = query.map(str::to_string);
    let named = OpenedValue { measure, system: system.to_string(), query }.to_string();
    let opens = named.clone();
    let label = format!("{words}, how {measure} is computed");
    let press = move |ev: web_sys::MouseEvent| {
        let button = ev.current_target().and_then(|own| own.dyn_into::<Element>().ok());
        let (Some(card), Some(button)) = (card(), button) else { return };
        let is_named = address.state.with_untracked(|own| own.opened.as_ref() == Some(&named));
        // A press outside the card closes it before this is called.
        if is_named && (is_open(&card) || card.has_attribute(CLOSING)) {
            // It fails only where it is closed already.
            let _ = card.hide_popover();
            return;
        }
        place_card(&card, &button, SIZE);
        address.adjust(|state| state.opened = Some(named.clone()));
        show(&card);
    };
    view! {
        <button
            type="button"
            class="value"
            aria-haspopup="dialog"
            aria-label=label
            data-opens=opens
            on:click=press
        >
            {words}
        </button>
    }
    .into_any()
}

fn is_open(card: &Element) -> bool {
    card.matches(":popover-open").unwrap_or(false)
}

fn card() -> Option<HtmlElement> {
    document().get_element_by_id(CARD)?.dyn_into().ok()
}

/// The card of all values of a page. It closes at a click outside, except in what-if mode. `is_ready` says
/// that the values are there: then it opens the one that a link names.
pub(in crate::ui) fn value_card(
    address: Address,
    is_ready: Signal<bool>,
    content: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    let element = NodeRef::<html::Div>::new();
    let named = Memo::new(move |_| address.state.with(|state| state.opened.clone()));
    Effect::new(move |_| {
        let (named, is_ready, card) = (named.get(), is_ready.get(), element.get());
        let Some(card) = card else { return };
        match named {
            None if is_open(&card) => {
                // It fails only where it is closed already.
                let _ = card.hide_popover();
            }
            Some(named) if is_ready && !is_open(&card) => open_later(named),
            _ => {}
        }
    });
    let close = move || address.adjust(|state| state.opened = None);
    // The press that closes it may open it again, for another value.
    let toggles = move |_: web_sys::Event| {
        // Cannot fail: the attribute's name is valid.
        let _ = card().map(|card| card.set_attribute(CLOSING, ""));
        let close_unless_open = move || {
            let Some(card) = card() else { return };
            let _ = card.remove_attribute(CLOSING);
            if !is_open(&card) {
                close();
            }
        };
        set_timeout(close_unless_open, Duration::ZERO);
    };
    let kind =
        move || if address.state.with(|state| state.edit.is_some()) { "manual" } else { "auto" };
    // The browser does so only where a click outside closes it as well.
    let keys = window_event_listener(ev::keydown, move |ev| {
        if ev.key() == "Escape" && card().is_some_and(|card| is_open(&card)) {
            close();
        }
    });
    on_cleanup(move || keys.remove());
    let is_named = Memo::new(move |_| named.with(Option::is_some));
    view! {
        <div
            id=CARD
            class="why value-card"
            popover=kind
            role="dialog"
            aria-labelledby=TITLE
            node_ref=element
            on:beforetoggle=toggles
        >
            {move || is_named.get().then(&content)}
        </div>
    }
    .into_any()
}

/// Once the page has drawn the button of the value.
fn open_later(named: String) {
    request_animation_frame(move || {
        // A press of the button has opened it by then.
        let Some(card) = card().filter(|card| !is_open(card)) else { return };
        let quoted = named.replace('\\', "\\\\").replace('"', "\\\"");
        let button = document().query_selector(&format!("button[data-opens=\"{quoted}\"]"));
        if let Some(button) = button.ok().flatten() {
            button.scroll_into_view_with_bool(false);
            place_card(&card, &button, SIZE);
        }
        show(&card);
    });
}

/// With the focus, which the browser returns once it is closed.
fn show(card: &HtmlElement) {
    // It fails only where it is open already.
    let _ = card.show_popover();
    focus_later(TITLE);
}
