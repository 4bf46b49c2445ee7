//! Files dropped, pasted or chosen on any page: one picture is a query, sheets and keys of rounds are for
//! Judge, everything else is an import.

use crate::ui::components::{
    accept_drops, accept_drops_elsewhere, drop_veil, failure_panel, file_button, on_files,
    sketch_button,
};
use crate::ui::imports::{Dropped, has_round_files, is_picture};
use crate::ui::state::Session;
use crate::ui::task::TaskState;
use js_sys::Reflect;
use leptos::ev;
use leptos::prelude::*;
use rankscope_core::views::Page;
use rankscope_messages::Failure;
use wasm_bindgen::JsCast;
use web_sys::{DataTransfer, File, HtmlInputElement};

pub(super) fn take_files(session: Session, files: Result<Vec<Dropped>, Failure>) {
    let files = match files {
        Ok(files) => files,
        Err(failure) => return session.imports.fail(failure),
    };
    let is_picture = |one: &Dropped| is_picture(&one.file.name(), &one.file.raw_mime_type());
    let is_in_folder = |one: &Dropped| one.path.contains('/');
    if !files.is_empty() && files.iter().all(|one| is_picture(one) && !is_in_folder(one)) {
        if let [one] = files.as_slice() {
            let file: &File = one.file.as_ref();
            return take_picture(session, file.clone());
        }
        open(session, Page::Explore);
        return session.own_pictures.fail(Failure {
            title: "One picture at a time".into(),
            detail: format!("You dropped {} pictures.", files.len()),
            advice: "Drop one picture at a time.".into(),
        });
    }
    leptos::task::spawn_local(async move {
        if has_round_files(&files).await {
            open(session, Page::Judge);
            return session.judging.dropped.set(files);
        }
        session.imports.take(files);
    });
}

/// For pages without a drop zone; the view is the veil shown while files are dragged over the page.
pub fn accept_files_elsewhere(session: Session) -> AnyView {
    let is_over = RwSignal::new(false);
    accept_drops_elsewhere(is_over, move |files| take_files(session, files));
    drop_veil(is_over, "Drop runs, judgements, tables, a saved visit or a picture")
}

/// Searches with a picture: on Topics for its tags, elsewhere on Explore.
fn take_picture(session: Session, file: File) {
    if session.address.page.get_untracked() != Page::Topics {
        open(session, Page::Explore);
    }
    session.own_pictures.take_file(file);
}

fn open(session: Session, page: Page) {
    if session.address.page.get_untracked() != page {
        session.address.change_on(page, |_| {});
    }
}

pub(super) const STAYS_HERE: &str = "It is encoded in this browser; nothing is uploaded.";

/// Opens the file dialog; `id` must be unique on the page.
pub(super) fn picture_button(session: Session, id: &'static str, label: impl IntoAny) -> AnyView {
    let chosen = on_files(move |files| {
        if let Some(file) = files.get(0) {
            take_picture(session, file);
        }
    });
    let input = view! {
        <input
            id=id
            class="visually-hidden"
            type="file"
            accept="image/*"
            aria-describedby="picture-hint"
            on:change=chosen
        />
    };
    file_button(label, input.into_any(), id)
}

pub(super) fn draw_button(session: Session, label: impl IntoAny) -> AnyView {
    sketch_button(label, Callback::new(move |drawing| session.own_pictures.take_drawing(drawing)))
}

/// Takes pictures dropped or pasted anywhere while the caller's view is open; the view is the veil
/// shown during a drag.
pub(super) fn accept_pictures(session: Session, words: &'static str) -> AnyView {
    let is_over = RwSignal::new(false);
    accept_drops(is_over, move |files| take_files(session, files));
    accept_pastes(session);
    drop_veil(is_over, words)
}

/// The progress of reading a picture, or why it failed.
pub(super) fn reading(session: Session) -> Option<AnyView> {
    let task = session.own_pictures.task;
    match task.get() {
        TaskState::Running { .. } => {
            let words = "Reading the picture …";
            Some(view! { <p class="progress-words" role="status">{words}</p> }.into_any())
        }
        TaskState::Failed { failure, .. } => {
            Some(failure_panel(&failure, "Dismiss", move || task.reset()))
        }
        _ => None,
    }
}

fn accept_pastes(session: Session) {
    let paste = move |ev: ev::Event| {
        let data = Reflect::get(&ev, &"clipboardData".into()).ok();
        let Some(data) = data.filter(|data| data.is_object()) else { return };
        let data: &DataTransfer = data.unchecked_ref();
        let is_field =
            ev.target().is_some_and(|target| target.dyn_ref::<HtmlInputElement>().is_some());
        if is_field && data.types().includes(&"text/plain".into(), 0) {
            // The words of a document that also has pictures.
            return;
        }
        let file = data.files().and_then(|files| files.get(0));
        if let Some(file) = file.filter(|file| file.type_().starts_with("image/")) {
            ev.prevent_default();
            take_picture(session, file);
        }
    };
    let handle = window_event_listener_untyped("paste", paste);
    on_cleanup(move || handle.remove());
}
