//! Files dropped, pasted or chosen on any page: one picture is a query, everything else an import.

use crate::ui::components::{accept_drops_elsewhere, drop_veil};
use crate::ui::imports::{Dropped, is_picture};
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::views::Page;
use rankscope_messages::Failure;
use web_sys::File;

pub(super) fn take_files(session: Session, files: Result<Vec<Dropped>, Failure>) {
    let files = match files {
        Ok(files) => files,
        Err(failure) => {
            open(session, Page::Benchmark);
            return session.imports.fail(failure);
        }
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
    open(session, Page::Benchmark);
    session.imports.take(files);
}

/// For pages without a drop zone; the view is the veil shown while files are dragged over the page.
pub fn accept_files_elsewhere(session: Session) -> AnyView {
    let is_over = RwSignal::new(false);
    accept_drops_elsewhere(is_over, move |files| take_files(session, files));
    drop_veil(is_over, "Drop runs, judgements, a saved visit or a picture")
}

/// Searches with a picture: on Topics for its tags, elsewhere on Explore.
pub(super) fn take_picture(session: Session, file: File) {
    if session.address.page.get_untracked() != Page::Topics {
        open(session, Page::Explore);
    }
    session.own_pictures.take_file(file);
}

fn open(session: Session, page: Page) {
    if session.address.page.get_untracked() != page {
        let state = session.address.state.get_untracked();
        session.address.visit(page, &state);
    }
}
