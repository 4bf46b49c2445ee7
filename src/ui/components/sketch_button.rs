//! A button that opens the dialog in which a visitor draws a picture, fetched when it opens.
#![allow(unsafe_code, reason = "an entry point is a call from one module into another")]

use super::failure_panel;
use super::sketch_pad::{SketchPad, TITLE_ID};
use crate::ui::state::parts::at_once;
use crate::ui::task::{Ended, Task, TaskState, part_missing};
use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::Blob;

#[wasm_split(results, preload(load_content), fallible)]
fn content(pad: SketchPad) -> Result<AnyView, SplitLoaderError> {
    Ok(pad.content())
}

pub fn sketch_button(label: impl IntoAny, done: Callback<Blob>) -> AnyView {
    let (pad, task) = (SketchPad::new(done), Task::new());
    let load = move || {
        task.start(move |_| async move {
            let loaded = load_content().await;
            loaded.map_err(|_| Ended::Failed(part_missing("Pictures cannot be drawn")))
        });
    };
    let open = move |_| {
        pad.dialog.open();
        if !task.with_untracked(|state| matches!(state, TaskState::Done(()))) {
            load();
        }
    };
    let shown = move || match task.get() {
        TaskState::Done(()) => at_once(content(pad)).into_any(),
        TaskState::Failed { failure, .. } => view! {
            <h2 id=TITLE_ID>"Draw a picture"</h2>
            {failure_panel(&failure, "Try again", load)}
        }
        .into_any(),
        _ => view! { <h2 id=TITLE_ID>"Draw a picture"</h2> }.into_any(),
    };
    view! {
        <button type="button" aria-haspopup="dialog" on:click=open>
            {label.into_any()}
        </button>
        {pad.dialog.view(move || shown.into_any())}
    }
    .into_any()
}
