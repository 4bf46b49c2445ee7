//! Presenter mode: large type, no top bar, arrow keys to change steps, Space for the next line.

use super::Place;
use crate::ui::state::Session;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// Elements that handle arrow keys and letters themselves, including their descendants.
const OWN_KEYS: &str = "input, select, textarea, [role=slider], [role=combobox], .matrix, .handle";
/// Areas that arrow keys scroll while focused; a button inside scrolls nothing.
const SCROLLED: &str = "[role=region][tabindex]";
/// What Space presses, if the keyboard led there: after a click it is still the presenter's.
const PRESSED: &str = ":is(button, summary, [role=button], .plot):focus-visible";

/// Keeps `data-present` of the root element in step with the address.
pub fn show_mode(session: Session) {
    Effect::new(move |_| {
        let presents = session.address.state.with(|state| state.present);
        if let Some(root) = document().document_element() {
            // Neither can fail: the attribute name is valid.
            let _ = match presents {
                true => root.set_attribute("data-present", ""),
                false => root.remove_attribute("data-present"),
            };
        }
    });
}

/// P presents; while presenting, arrows change steps, Space shows the next line and Escape stops.
pub fn listen_to_keys(session: Session) {
    let listener = window_event_listener(ev::keydown, move |event| answer(session, &event));
    on_cleanup(move || listener.remove());
}

fn answer(session: Session, event: &KeyboardEvent) {
    let has_modifier = event.ctrl_key() || event.alt_key() || event.meta_key();
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_pressed = target.as_ref().is_some_and(|target| target.matches(PRESSED).unwrap_or(false));
    let is_own = target.is_some_and(|target| {
        target.closest(OWN_KEYS).is_ok_and(|found| found.is_some())
            || target.matches(SCROLLED).unwrap_or(false)
    });
    if has_modifier || event.default_prevented() {
        return;
    }
    let (place, presents) = session
        .address
        .state
        .with_untracked(|state| (state.lesson.as_deref().and_then(Place::parse), state.present));
    let visit = |place: Option<Place>| {
        if let Some(place) = place {
            event.prevent_default();
            place.visit(session);
        }
    };
    match event.key().as_str() {
        // Also inside a field, since it is the way out.
        "Escape" if presents => present(session, false),
        "p" | "P" if !is_own && place.is_some() => present(session, !presents),
        " " if presents && !is_own && !is_pressed && place.is_some() => {
            event.prevent_default();
            session.lessons.line.turn(event.shift_key());
        }
        "ArrowRight" | "PageDown" if presents && !is_own => visit(place.and_then(Place::next)),
        "ArrowLeft" | "PageUp" if presents && !is_own => visit(place.and_then(Place::back)),
        _ => {}
    }
}

pub(super) fn present(session: Session, presents: bool) {
    session.address.adjust(|state| state.present = presents);
}
