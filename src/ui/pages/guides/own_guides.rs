//! The visitor's guides: files, drawings, or pictures dropped on the page.

use super::view::View;
use crate::ui::components::{
    accept_drops, drop_veil, failure_panel, file_button, on_files, said, sketch_button,
};
use crate::ui::imports::{Dropped, is_picture, picture_from_blob, preview_of};
use crate::ui::pages::files::take_files;
use crate::ui::state::guides::{Guide, Source};
use crate::ui::task::{Ended, Task, TaskState};
use leptos::prelude::*;
use rankscope_messages::Failure;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::{Blob, File};

pub(super) fn own_guides(view: View) -> AnyView {
    if !can_see(view) {
        let words =
            "No system here has a vision tower, so only pictures of the benchmark can be guides.";
        return view! { <p class="guide-note">{words}</p> }.into_any();
    }
    let task: Task<()> = Task::new();
    let take = move |pictures: Vec<(Blob, String)>| {
        task.start(move |_| {
            let pictures = pictures.clone();
            async move { all_added(view, pictures).await.map_err(Ended::Failed) }
        });
    };
    let chosen = on_files(move |list| {
        let files = (0..list.length()).filter_map(|place| list.get(place));
        take(files.map(named).collect());
    });
    let input = view! {
        <input
            id="guide-file"
            class="visually-hidden"
            type="file"
            accept="image/*"
            multiple
            on:change=chosen
        />
    };
    let is_over = RwSignal::new(false);
    accept_drops(is_over, move |files| match files {
        // Runs, judgements and visits are no guides.
        Ok(files) if files.iter().any(|one| !is_picture_file(one)) => {
            take_files(view.session, Ok(files));
        }
        Ok(files) => {
            let file = |one: &Dropped| -> File { AsRef::<File>::as_ref(&one.file).clone() };
            take(files.iter().map(|one| named(file(one))).collect());
        }
        Err(failure) => {
            task.start(move |_| std::future::ready(Err(Ended::Failed(failure.clone()))))
        }
    });
    let status = move || match task.get() {
        TaskState::Running { .. } => Some(said("Reading the picture …")),
        TaskState::Failed { failure, .. } => {
            Some(failure_panel(&failure, "Dismiss", move || task.reset()))
        }
        _ => None,
    };
    view! {
        <div class="picture-hint">
            <div class="buttons">
                {file_button("Add pictures", input.into_any(), "guide-file")}
                {sketch_button("Draw one", Callback::new(move |blob| take(vec![(blob, "Your drawing".into())])))}
            </div>
            <p>"Or drop some on the page. They stay in this browser."</p>
        </div>
        {status}
        {drop_veil(is_over, "Drop pictures to search with them as guides")}
    }
    .into_any()
}

/// Whether a system can encode the visitor's pictures.
pub(super) fn can_see(view: View) -> bool {
    view.known.with(|known| {
        view.dataset.with_value(|dataset| {
            let manifest = &dataset.own;
            let has_tower = |id: &String| {
                manifest.system(id).is_some_and(|system| manifest.encodes_pictures(system))
            };
            known.iter().any(has_tower)
        })
    })
}

fn is_picture_file(one: &Dropped) -> bool {
    is_picture(&one.file.name(), &one.file.raw_mime_type())
}

fn named(file: File) -> (Blob, String) {
    let name = file.name();
    (file.unchecked_into(), name)
}

/// Adds all that can be read; the first failure is the outcome.
async fn all_added(view: View, pictures: Vec<(Blob, String)>) -> Result<(), Failure> {
    let mut outcome = Ok(());
    for (blob, name) in pictures {
        let one = added(view, &blob, name).await;
        outcome = outcome.and(one);
    }
    outcome
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
