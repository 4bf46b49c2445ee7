//! The button that chooses files of rounds.

use super::taken::{Taking, take};
use crate::ui::components::file_button;
use crate::ui::imports::dropped_from_input;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

/// `id` is unique on the page.
pub(super) fn choose_files(taking: Taking, id: &'static str, label: &'static str) -> AnyView {
    let chosen = move |ev: ev::Event| {
        let input = ev.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input else { return };
        if let Some(list) = input.files().filter(|list| list.length() > 0) {
            take(taking, dropped_from_input(list));
        }
        // So that choosing the same file again fires an event.
        input.set_value("");
    };
    let input = view! {
        <input
            id=id
            class="visually-hidden"
            type="file"
            multiple
            accept=".json,application/json"
            on:change=chosen
        />
    };
    file_button(label, input.into_any(), id)
}
