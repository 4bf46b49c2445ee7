//! Which of the benchmark's files the browser has stored, and the download of the others.

use super::session::Session;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use rankscope_core::benchmark::FileEntry;
use rankscope_messages::{Failure, Progress, ProgressUnit};
use rankscope_transfer::{TransferError, fetch_file, which_are_kept};
use std::sync::Arc;

/// Lives as long as the view that makes it.
#[derive(Clone, Copy)]
pub struct KeptFiles {
    session: Session,
    /// For each file of the benchmark, whether it is stored; `None` until the browser has said so.
    pub kept: RwSignal<Option<Vec<bool>>>,
    pub downloading: RwSignal<Option<Progress>>,
    /// Why they are not all stored.
    pub problem: RwSignal<Option<String>>,
}

impl KeptFiles {
    pub fn new(session: Session) -> Self {
        let (kept, downloading, problem) = Default::default();
        let files = Self { session, kept, downloading, problem };
        Effect::new(move |_| {
            let _ = session.dataset();
            files.look_up();
        });
        files
    }

    /// Tracked.
    pub fn is_downloading(self) -> bool {
        self.downloading.with(Option::is_some)
    }

    pub fn look_up(self) {
        let dataset = untrack(|| self.session.dataset());
        leptos::task::spawn_local(self.look_up_in(dataset));
    }

    // The visitor may leave the page before the browser answers: hence `try_set`.
    async fn look_up_in(self, dataset: Option<Arc<Dataset>>) {
        if let Some(dataset) = dataset {
            let kept = which_are_kept(&dataset.base_url, &dataset.manifest.files).await;
            let _ = self.kept.try_set(Some(kept));
        }
    }

    pub fn stop(self) {
        self.downloading.set(None);
    }

    /// Downloads the files that are not stored yet, one by one.
    pub fn download_all(self, dataset: Arc<Dataset>) {
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
            self.look_up_in(Some(dataset)).await;
        });
    }
}

/// `(files, bytes)` that are stored.
pub fn of_kept(files: &[FileEntry], kept: &[bool]) -> (usize, u64) {
    let kept = files.iter().zip(kept).filter(|(_, is_kept)| **is_kept);
    kept.fold((0, 0), |(n, bytes), (file, _)| (n + 1, bytes + file.bytes))
}

fn not_all_kept(n_kept: usize, n_files: usize) -> Option<String> {
    (n_kept < n_files).then(|| {
        format!(
            "The browser stored only {} of {} files: it has no space left. Free some disk space, or \
             remove stored files, then try again. What is not stored is read from the \
             network.",
            words::count(n_kept),
            words::count(n_files)
        )
    })
}
