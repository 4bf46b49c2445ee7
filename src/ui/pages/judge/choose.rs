//! The button that chooses files of rounds.

use super::taken::{Taking, take};
use crate::ui::components::{file_button, on_files};
use crate::ui::imports::dropped_from_input;
use leptos::prelude::*;

/// `id` is unique on the page.
pub(super) fn choose_files(taking: Taking, id: &'static str, label: &'static str) -> AnyView {
    let chosen = on_files(move |files| take(taking, dropped_from_input(files)));
    let input = view! {
        <input
            id=id
            class="visually-hidden"
            type="file"
            multiple
            accept=".json,.zip,application/json"
            on:change=chosen
        />
    };
    file_button(label, input.into_any(), id)
}
