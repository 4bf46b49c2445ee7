//! Guides of the visitor's: a file, a drawing, or what is dropped on the page.

use super::view::View;
use crate::messages::Failure;
use crate::ui::components::{accept_drops, drop_veil, failure_panel, file_button, sketch_pad};
use crate::ui::imports::{picture_from_blob, preview_of};
use crate::ui::state::guides::{Guide, Source};
use crate::ui::task::{Ended, Task, TaskState};
use leptos::ev;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::{Blob, File, HtmlInputElement};

pub(super) fn own_guides(view: View) -> AnyView {
    let can_see = view.known.with(|known| {
        view.dataset.with_value(|dataset| {
            let manifest = &dataset.own;
            let has_tower = |id: &String| {
                manifest.system(id).is_some_and(|own| manifest.vision_tower(own).is_some())
            };
            known.iter().any(has_tower)
        })
    });
    if !can_see {
        return view! {
            <p class="guide-note">
                "No system here has a vision tower: only the benchmark’s pictures can be guides. Take a result of a search."
            </p>
        }
        .into_any();
    }
    let task: Task<()> = Task::new();
    let take = move |blob: Blob, name: String| {
        task.start(move |_| {
            let (blob, name) = (blob.clone(), name.clone());
            async move { added(view, &blob, name).await.map_err(Ended::Failed) }
        });
    };
    let chosen = move |ev: ev::Event| {
        let input = ev.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input else { return };
        if let Some(file) = input.files().and_then(|list| list.get(0)) {
            let name = file.name();
            take(file.unchecked_into(), name);
        }
        // So that choosing the same file again fires an event.
        input.set_value("");
    };
    let input = view! {
        <input id="guide-file" class="visually-hidden" type="file" accept="image/*" on:change=chosen />
    };
    let is_over = RwSignal::new(false);
    // One picture at a time: of several files the first is taken, and what is no picture is refused.
    accept_drops(is_over, move |files| match files {
        Ok(files) => {
            if let Some(one) = files.first() {
                let file: &File = one.file.as_ref();
                take(file.clone().unchecked_into(), file.name());
            }
        }
        Err(failure) => {
            task.start(move |_| std::future::ready(Err(Ended::Failed(failure.clone()))))
        }
    });
    let status = move || match task.get() {
        TaskState::Running { .. } => {
            Some(view! { <p role="status">"Reading the picture …"</p> }.into_any())
        }
        TaskState::Failed { failure, .. } => {
            Some(failure_panel(&failure, "Dismiss", move || task.reset()))
        }
        _ => None,
    };
    view! {
        <div class="picture-hint">
            {file_button("Add a picture", input.into_any(), "guide-file")}
            {sketch_pad(Callback::new(move |blob| take(blob, "Your drawing".into())))}
            <p>"Or drop one on the page. It stays in this browser."</p>
        </div>
        {status}
        {drop_veil(is_over, "Drop a picture to search with it as a guide")}
    }
    .into_any()
}

async fn added(view: View, blob: &Blob, name: String) -> Result<(), Failure> {
    let pixels = picture_from_blob(blob, &name).await?;
    let url = preview_of(&pixels);
    let number = view.guides.added.with_untracked(Vec::len) + 1;
    let guide = Guide {
        key: format!("own:{number}"),
        title: name,
        url,
        source: Source::Picture(pixels),
        scene: None,
    };
    view.guides.added.update(|all| all.push(Arc::new(guide)));
    Ok(())
}
