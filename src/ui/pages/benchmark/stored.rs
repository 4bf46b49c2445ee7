//! What the browser keeps, what of it is there without a network, and the way to be rid of it.

use crate::messages::{Failure, Progress, ProgressUnit};
use crate::transfer::{TransferError, cached_bytes, clear_cache, fetch_file, which_are_kept};
use crate::ui::components::{newer_page, notice, progress_line};
use crate::ui::state::Session;
use crate::ui::state::offline::Kept;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use rankscope_core::benchmark::FileEntry;
use std::sync::Arc;

/// What is known of the kept files.
#[derive(Clone, Copy)]
struct Stored {
    session: Session,
    /// Bytes of everything, as far as the browser tells.
    used: RwSignal<Option<u64>>,
    /// For each file of the benchmark whether it is kept.
    kept: RwSignal<Vec<bool>>,
    /// How far the keeping of all files is.
    keeping: RwSignal<Option<Progress>>,
    problem: RwSignal<Option<String>>,
}

/// The section.
pub(super) fn stored(session: Session) -> AnyView {
    let stored = Stored {
        session,
        used: RwSignal::new(None),
        kept: RwSignal::new(Vec::new()),
        keeping: RwSignal::new(None),
        problem: RwSignal::new(None),
    };
    // Again when the lists are there, and when the page itself is kept.
    Effect::new(move |_| {
        let _ = (session.dataset(), session.offline.kept.get());
        stored.measure();
    });
    let clear = move |_| {
        stored.keeping.set(None);
        // The engine may have some of the files open.
        session.engine.restart();
        leptos::task::spawn_local(async move {
            let outcome = session.offline.remove(clear_cache()).await;
            let _ = stored.problem.try_set(outcome.err().map(|e| format!("Not removed: {e}")));
            stored.measure();
        });
    };
    let is_removing = move || session.offline.kept.get() == Kept::Removing;
    view! {
        <section class="block" aria-labelledby="cache-title">
            <h2 id="cache-title">"Stored files"</h2>
            <p class="prose" role="status">
                {move || page_words(&session.offline.kept.get())}
            </p>
            {move || newer_page(session.offline)}
            {move || of_benchmark(stored)}
            <p class="prose">{move || used_words(stored.used.get())}</p>
            {move || stored.problem.get().map(notice)}
            <button type="button" class="quiet" on:click=clear disabled=is_removing>
                "Remove stored files"
            </button>
        </section>
    }
    .into_any()
}

fn page_words(kept: &Kept) -> String {
    match kept {
        Kept::NotYet | Kept::Running => "The page is being kept in this browser …".into(),
        Kept::Yes | Kept::Newer => {
            "The page is kept in this browser: it opens without a network.".into()
        }
        Kept::No(why) => {
            format!("The page is not kept in this browser and needs the network: {why}.")
        }
        Kept::Removing => "What this browser keeps is being removed …".into(),
        Kept::Removed => {
            "The page is no longer kept in this browser. The next visit keeps it again.".into()
        }
    }
}

fn used_words(used: Option<u64>) -> String {
    match used {
        Some(bytes) => format!(
            "This site keeps {} in the browser, what was imported included.",
            words::bytes(bytes)
        ),
        None => "The browser does not say how much this site keeps.".into(),
    }
}

/// How much of the benchmark is kept, and the rest on demand.
fn of_benchmark(stored: Stored) -> Option<AnyView> {
    let dataset = stored.session.dataset()?;
    if let Some(progress) = stored.keeping.get() {
        return Some(
            view! {
                <div class="status-running">
                    {progress_line("Keeping the benchmark".into(), &progress)}
                    <button type="button" class="quiet" on:click=move |_| stored.keeping.set(None)>
                        "Stop"
                    </button>
                </div>
            }
            .into_any(),
        );
    }
    let files = &dataset.manifest.files;
    let kept = stored.kept.get();
    let (n_kept, bytes) = of_kept(files, &kept);
    let all: u64 = files.iter().map(|file| file.bytes).sum();
    if n_kept == files.len() {
        let words = format!(
            "The whole benchmark ({}) is kept: every system and its encoder work without a network.",
            words::bytes(all)
        );
        return Some(view! { <p class="prose">{words}</p> }.into_any());
    }
    let words = format!(
        "Of the benchmark {} of {} files are kept, {} of {}. A system’s files are kept when it is \
         first used; those work without a network.",
        words::count(n_kept),
        words::count(files.len()),
        words::bytes(bytes),
        words::bytes(all)
    );
    let keep = move |_| stored.keep_all(dataset.clone());
    Some(
        view! {
            <p class="prose">{words}</p>
            <p>
                <button type="button" class="quiet" on:click=keep>
                    {format!("Keep all of it ({} to go)", words::bytes(all - bytes))}
                </button>
            </p>
        }
        .into_any(),
    )
}

fn of_kept(files: &[FileEntry], kept: &[bool]) -> (usize, u64) {
    let kept = files.iter().zip(kept).filter(|(_, is_kept)| **is_kept);
    kept.fold((0, 0), |(n, bytes), (file, _)| (n + 1, bytes + file.bytes))
}

impl Stored {
    // The page may be left before the browser answers: hence `try_set`.
    fn measure(self) {
        let dataset = untrack(|| self.session.dataset());
        leptos::task::spawn_local(async move {
            let _ = self.used.try_set(cached_bytes().await);
            if let Some(dataset) = dataset {
                let kept = which_are_kept(&dataset.base_url, &dataset.manifest.files).await;
                let _ = self.kept.try_set(kept);
            }
        });
    }

    /// Fetches what is not kept yet, file by file.
    fn keep_all(self, dataset: Arc<Dataset>) {
        let files = &dataset.manifest.files;
        let (_, mut done) = of_kept(files, &self.kept.get_untracked());
        let total = files.iter().map(|file| file.bytes).sum();
        let progress = move |what: &str, done| Progress {
            what: what.into(),
            done,
            total,
            unit: ProgressUnit::Bytes,
        };
        self.problem.set(None);
        self.keeping.set(Some(progress("", done)));
        leptos::task::spawn_local(async move {
            // Stopped, or the page was left.
            let is_stopped = move || !matches!(self.keeping.try_get_untracked(), Some(Some(_)));
            let kept = self.kept.try_get_untracked().unwrap_or_default();
            let mut failure = None;
            for (file, _) in dataset.manifest.files.iter().zip(kept).filter(|(_, kept)| !kept) {
                let before = done;
                let mut tell = |so_far, _| {
                    if !is_stopped() {
                        let _ = self.keeping.try_set(Some(progress(&file.path, before + so_far)));
                    }
                };
                match fetch_file(&dataset.base_url, file, &is_stopped, &mut tell).await {
                    Ok(_) => done += file.bytes,
                    Err(TransferError::Cancelled) => break,
                    Err(e) => {
                        let Failure { title, detail, advice } = Failure::from(&e);
                        failure = Some(format!("{title}. {detail} {advice}"));
                        break;
                    }
                }
            }
            let _ = self.keeping.try_set(None);
            let _ = self.problem.try_set(failure);
            self.measure();
        });
    }
}
