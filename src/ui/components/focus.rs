//! Where the focus goes when the element that had it is gone.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

pub fn focus_later(id: &'static str) {
    request_animation_frame(move || {
        focus(document().get_element_by_id(id));
    });
}

pub(super) fn focus_summary(area: &Element) {
    focus(area.query_selector("summary").ok().flatten());
}

fn focus(element: Option<Element>) {
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // On failure the focus stays where it is.
        let _ = element.focus();
    }
}
