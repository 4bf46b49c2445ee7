//! How much of the benchmark the browser has stored, and a button that stores the rest.

use super::failure::notice;
use super::progress::{line_with_button, progress_line};
use super::quiet_button::quiet_button;
use crate::page_tr;
use crate::ui::language::page_number;
use crate::ui::state::Session;
use crate::ui::state::kept_files::{KeptFiles, of_kept};
use leptos::prelude::*;
use rankscope_core::analysis::words;

pub fn keep_all(session: Session, files: KeptFiles) -> AnyView {
    view! {
        {move || kept_of_benchmark(session, files)}
        {move || files.problem.get().map(notice)}
    }
    .into_any()
}

fn kept_of_benchmark(session: Session, files: KeptFiles) -> Option<AnyView> {
    let dataset = session.dataset()?;
    if let Some(progress) = files.downloading.get() {
        let line = progress_line(page_tr!("Downloading the benchmark"), &progress);
        return Some(line_with_button(line, page_tr!("Cancel"), move || files.stop()));
    }
    let all_files = &dataset.manifest.files;
    let Some(kept) = files.kept.get() else {
        let words = page_tr!("Looking up which files of the benchmark are stored …");
        return Some(view! { <p class="prose">{words}</p> }.into_any());
    };
    let (n_kept, bytes) = of_kept(all_files, &kept);
    let all: u64 = all_files.iter().map(|file| file.bytes).sum();
    if n_kept == all_files.len() {
        let words = page_tr!(
            "The whole benchmark ({size}) is stored on this device: every system and its encoder work offline.",
            size = page_number(&words::bytes(all)),
        );
        return Some(view! { <p class="prose">{words}</p> }.into_any());
    }
    let words = page_tr!(
        "{n_kept} of {n} files of the benchmark are stored on this device, {size_kept} of {size}. A system’s files are stored when it is first used, and then work offline.",
        n_kept,
        n = all_files.len(),
        size_kept = page_number(&words::bytes(bytes)),
        size = page_number(&words::bytes(all)),
    );
    let download = move || files.download_all(dataset.clone());
    Some(
        view! {
            <p class="prose">{words}</p>
            <p>
                {quiet_button(
                    page_tr!("Keep all for offline ({size})", size = page_number(&words::bytes(all - bytes))),
                    download,
                )}
            </p>
        }
        .into_any(),
    )
}
