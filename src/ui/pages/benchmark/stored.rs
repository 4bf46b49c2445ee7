//! What is stored in the browser, what works offline, and a button to delete it.

use crate::messages::{Failure, Progress, ProgressUnit};
use crate::transfer::{TransferError, cached_bytes, clear_cache, fetch_file, which_are_kept};
use crate::ui::components::{focus_later, line_with_button, newer_page, notice, progress_line};
use crate::ui::state::Session;
use crate::ui::state::offline::OfflineState;
use gloo::timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use rankscope_core::benchmark::FileEntry;
use std::sync::Arc;

/// The state of the section.
#[derive(Clone, Copy)]
struct Stored {
    session: Session,
    /// Bytes that the site stores; `None` if the browser does not report it.
    used: RwSignal<Option<u64>>,
    /// For each file of the benchmark, whether it is stored; `None` until the browser has said so.
    kept: RwSignal<Option<Vec<bool>>>,
    /// Progress of downloading all files.
    downloading: RwSignal<Option<Progress>>,
    problem: RwSignal<Option<String>>,
    /// Whether the visitor is asked before everything is removed.
    asks: RwSignal<bool>,
}

/// The id of the section's heading.
const HEADING: &str = "cache-title";
/// How long browsers take to count what was removed.
const COUNTED_MS: u32 = 1_000;

/// The section.
pub(super) fn stored(session: Session) -> AnyView {
    let stored = Stored {
        session,
        used: RwSignal::new(None),
        kept: RwSignal::new(None),
        downloading: RwSignal::new(None),
        problem: RwSignal::new(None),
        asks: RwSignal::new(false),
    };
    // Measure again when the lists are loaded, and when the page itself is stored.
    Effect::new(move |_| {
        let _ = (session.dataset(), session.offline.state.get());
        stored.measure();
        session.storage.look_up();
    });
    let clear = move |_| {
        stored.asks.set(false);
        stored.downloading.set(None);
        // The engine may have some of the files open.
        session.engine.restart();
        leptos::task::spawn_local(async move {
            let outcome = session.offline.remove(clear_cache()).await;
            if outcome.is_ok() {
                session.imports.drop_all();
            }
            focus_later(HEADING);
            let _ = stored.problem.try_set(outcome.err().map(|e| format!("The files could not be removed: {e}. Close other tabs of this site and try again.")));
            stored.measure();
            // Browsers count what was removed a moment later.
            TimeoutFuture::new(COUNTED_MS).await;
            stored.measure();
        });
    };
    let question = move || {
        stored.asks.get().then(|| {
            view! {
                <div class="panel" role="group" aria-labelledby="remove-title">
                    <h3 id="remove-title">"Remove everything that is stored?"</h3>
                    <p class="prose">{removed_words(session)}</p>
                    <div class="buttons">
                        <button type="button" class="primary" on:click=clear>
                            "Remove"
                        </button>
                        <button
                            type="button"
                            class="quiet"
                            on:click=move |_| {
                                stored.asks.set(false);
                                focus_later(HEADING);
                            }
                        >
                            "Keep"
                        </button>
                    </div>
                </div>
            }
        })
    };
    let is_removing = move || session.offline.state.get() == OfflineState::Removing;
    view! {
        <section class="block" aria-labelledby=HEADING>
            <h2 id=HEADING tabindex="-1">"Stored on this device"</h2>
            <p class="prose" role="status">
                {move || page_words(&session.offline.state.get())}
            </p>
            {move || newer_page(session.offline)}
            {move || of_benchmark(stored)}
            <p class="prose">
                {move || used_words(stored.used.get())} " "
                {move || kept_words(session.storage.is_kept.get())}
            </p>
            {move || stored.problem.get().map(notice)}
            <button
                type="button"
                class="quiet"
                aria-expanded=move || if stored.asks.get() { "true" } else { "false" }
                on:click=move |_| stored.asks.update(|asks| *asks = !*asks)
                disabled=is_removing
            >
                "Remove stored files …"
            </button>
            {question}
        </section>
    }
    .into_any()
}

/// What goes, and what stays.
fn removed_words(session: Session) -> String {
    let dataset = session.dataset();
    let imported = dataset.iter().flat_map(|dataset| &dataset.imported);
    let files = imported.filter(|own| own.computed.is_none());
    let files: Vec<String> = files.map(|own| own.file.clone()).collect();
    let imports = match files.as_slice() {
        [] => "files that you imported into other benchmarks".into(),
        files => format!("the files that you imported ({} and any others)", files.join(", ")),
    };
    format!(
        "This removes the page’s offline copy, the stored files of all benchmarks, benchmarks from \
         folders, and {imports}. Imported files are nowhere else unless you have a copy. Your \
         judgements, votes and the theme stay."
    )
}

fn page_words(state: &OfflineState) -> String {
    match state {
        OfflineState::Pending | OfflineState::Storing => {
            "Storing the page for offline use …".into()
        }
        OfflineState::Stored | OfflineState::UpdateReady => {
            "The page is stored on this device and opens offline.".into()
        }
        OfflineState::Unavailable(why) => {
            format!("The page is not stored on this device and needs the network: {why}.")
        }
        OfflineState::Removing => "Removing stored files …".into(),
        OfflineState::Removed => {
            "The page is no longer stored on this device. The next visit stores it again.".into()
        }
    }
}

fn used_words(used: Option<u64>) -> String {
    match used {
        Some(bytes) => format!(
            "This site stores {} in the browser, including imported files.",
            words::bytes(bytes)
        ),
        None => "The browser does not report how much this site stores.".into(),
    }
}

fn kept_words(is_kept: Option<bool>) -> &'static str {
    match is_kept {
        Some(true) => "The browser has agreed to keep it until you remove it.",
        Some(false) => {
            "The browser has not agreed to keep it and may delete it when the disk is nearly full, \
             so keep your own copy of what you import."
        }
        None => {
            "The browser does not say how long it keeps it, so keep your own copy of what you \
             import."
        }
    }
}

/// How much of the benchmark is stored, and a button to download the rest.
fn of_benchmark(stored: Stored) -> Option<AnyView> {
    let dataset = stored.session.dataset()?;
    if let Some(progress) = stored.downloading.get() {
        let line = progress_line("Downloading the benchmark".into(), &progress);
        return Some(line_with_button(line, "Cancel", move || stored.downloading.set(None)));
    }
    let files = &dataset.manifest.files;
    let Some(kept) = stored.kept.get() else {
        let words = "Looking up which files of the benchmark are stored …";
        return Some(view! { <p class="prose">{words}</p> }.into_any());
    };
    let (n_kept, bytes) = of_kept(files, &kept);
    let all: u64 = files.iter().map(|file| file.bytes).sum();
    if n_kept == files.len() {
        let words = format!(
            "The whole benchmark ({}) is stored on this device: every system and its encoder work \
             offline.",
            words::bytes(all)
        );
        return Some(view! { <p class="prose">{words}</p> }.into_any());
    }
    let words = format!(
        "{} of {} files of the benchmark are stored on this device, {} of {}. A system’s files are \
         stored when it is first used, and then work offline.",
        words::count(n_kept),
        words::count(files.len()),
        words::bytes(bytes),
        words::bytes(all)
    );
    let download = move |_| stored.download_all(dataset.clone());
    Some(
        view! {
            <p class="prose">{words}</p>
            <p>
                <button type="button" class="quiet" on:click=download>
                    {format!("Download the rest ({})", words::bytes(all - bytes))}
                </button>
            </p>
        }
        .into_any(),
    )
}

fn not_all_kept(n_kept: usize, n_files: usize) -> Option<String> {
    (n_kept < n_files).then(|| {
        format!(
            "The browser stored only {} of {} files: it has no space left. Free some disk space, or \
             remove stored files, then download the rest. What is not stored is read from the \
             network.",
            words::count(n_kept),
            words::count(n_files)
        )
    })
}

fn of_kept(files: &[FileEntry], kept: &[bool]) -> (usize, u64) {
    let kept = files.iter().zip(kept).filter(|(_, is_kept)| **is_kept);
    kept.fold((0, 0), |(n, bytes), (file, _)| (n + 1, bytes + file.bytes))
}

impl Stored {
    // The visitor may leave the page before the browser answers: hence `try_set`.
    fn measure(self) {
        let dataset = untrack(|| self.session.dataset());
        leptos::task::spawn_local(async move {
            let _ = self.used.try_set(cached_bytes().await);
            if let Some(dataset) = dataset {
                let kept = which_are_kept(&dataset.base_url, &dataset.manifest.files).await;
                let _ = self.kept.try_set(Some(kept));
            }
        });
    }

    /// Downloads the files that are not stored yet, one by one.
    fn download_all(self, dataset: Arc<Dataset>) {
        let Some(kept) = self.kept.get_untracked() else { return };
        let files = &dataset.manifest.files;
        let (_, mut done) = of_kept(files, &kept);
        let total = files.iter().map(|file| file.bytes).sum();
        let progress = move |what: &str, done| Progress {
            what: what.into(),
            done,
            total,
            unit: ProgressUnit::Bytes,
        };
        self.problem.set(None);
        self.session.storage.ask();
        self.downloading.set(Some(progress("", done)));
        leptos::task::spawn_local(async move {
            // Cancelled, or the visitor left the page.
            let is_cancelled =
                move || !matches!(self.downloading.try_get_untracked(), Some(Some(_)));
            let mut failure = None;
            for (file, _) in dataset.manifest.files.iter().zip(kept).filter(|(_, kept)| !kept) {
                let before = done;
                let mut on_progress = |so_far, _| {
                    if !is_cancelled() {
                        let _ =
                            self.downloading.try_set(Some(progress(&file.path, before + so_far)));
                    }
                };
                match fetch_file(&dataset.base_url, file, &is_cancelled, &mut on_progress).await {
                    Ok(_) => done += file.bytes,
                    Err(TransferError::Cancelled) => break,
                    Err(e) => {
                        let Failure { title, detail, advice } = Failure::from(&e);
                        failure = Some(format!("{title}. {detail} {advice}"));
                        break;
                    }
                }
            }
            // A file that the browser refuses to store was fetched all the same.
            if failure.is_none() && !is_cancelled() {
                let files = &dataset.manifest.files;
                let kept = which_are_kept(&dataset.base_url, files).await;
                failure = not_all_kept(of_kept(files, &kept).0, files.len());
            }
            let _ = self.downloading.try_set(None);
            let _ = self.problem.try_set(failure);
            self.measure();
        });
    }
}
