//! Imports as signals: what is being read, and what came of it.

use super::address::Address;
use super::lists::Lists;
use super::view::ViewState;
use crate::messages::{Failure, Progress, ProgressUnit};
use crate::transfer::{forget_import, keep_import};
use crate::ui::imports::{Dropped, is_benchmark, keep_folder};
use crate::ui::task::{Run, Task, TaskState, pause};
use futures_channel::oneshot;
use js_sys::Uint8Array;
use leptos::prelude::*;
use rankscope_core::analysis::Imported;
use rankscope_core::imported::parse;
use rankscope_core::views::Page;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen_futures::JsFuture;

/// What came of a file.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It was imported; for the visitor who listens.
    Done(String),
    /// It was not.
    Failed(Failure),
}

/// The imports of one visit. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Imports {
    /// The reading of files.
    pub task: Task<()>,
    /// What came of the last files.
    pub outcomes: RwSignal<Vec<Outcome>>,
    /// Ids of imports that are gone after this visit.
    pub not_kept: RwSignal<BTreeSet<String>>,
    address: Address,
    lists: Lists,
}

impl Imports {
    /// Nothing is being read.
    #[must_use]
    pub fn new(address: Address, lists: Lists) -> Self {
        Self {
            task: Task::new(),
            outcomes: RwSignal::new(Vec::new()),
            not_kept: RwSignal::new(BTreeSet::new()),
            address,
            lists,
        }
    }

    /// Takes files that were dropped or chosen: a benchmark's folder, or runs and judgements.
    pub fn take(&self, files: Vec<Dropped>) {
        if self.task.with_untracked(TaskState::is_running) {
            return;
        }
        self.outcomes.set(Vec::new());
        if files.is_empty() {
            return self.fail(Failure {
                title: "There is nothing to import".into(),
                detail: "You dropped no files.".into(),
                advice: "Drop files, or a folder that contains files.".into(),
            });
        }
        let (imports, files) = (*self, Rc::new(files));
        self.task.start(move |run| {
            let files = files.clone();
            async move {
                // What was begun is brought to an end when the visitor stops: a file is read or
                // not, and a folder is kept whole or not at all.
                let (done, is_done) = oneshot::channel();
                leptos::task::spawn_local(async move {
                    let reading = Reading { imports, run, done: &done };
                    if is_benchmark(&files) {
                        reading.open_folder(&files).await;
                    } else {
                        reading.read_all(&files).await;
                    }
                    // The visitor has stopped it where nobody waits.
                    let _ = done.send(());
                });
                let _ = is_done.await;
                Ok(())
            }
        });
    }

    /// Reads no further than the file under way.
    pub fn stop(&self) {
        self.task.cancel();
    }

    /// Takes an import away again: it is shown until it is no longer kept.
    pub fn remove(&self, import: &Imported) {
        let Some(base_url) = untrack(|| self.lists.ready()).map(|ready| ready.base_url.clone())
        else {
            return;
        };
        let (imports, id, file) = (*self, import.id.clone(), import.file.clone());
        leptos::task::spawn_local(async move {
            forget_import(&base_url, &id, &file).await;
            let Some(dataset) = untrack(|| imports.lists.ready()) else { return };
            let others = dataset.imported.iter().filter(|other| other.id != id).cloned().collect();
            imports.lists.replace(dataset.with_imports(others, dataset.ids()));
            imports.outcomes.set(vec![Outcome::Done(format!("{file} was removed."))]);
        });
    }

    /// Says why what was dropped could not even be listed.
    pub fn fail(&self, failure: Failure) {
        self.outcomes.update(|outcomes| outcomes.push(Outcome::Failed(failure)));
    }
}

/// One reading of files, which the visitor may stop.
struct Reading<'a> {
    imports: Imports,
    run: Run<()>,
    /// Closed at its other end once the reading is stopped.
    done: &'a oneshot::Sender<()>,
}

impl Reading<'_> {
    fn is_stopped(&self) -> bool {
        self.done.is_canceled()
    }

    fn progress(&self, what: &str, done: u64, total: u64) {
        self.run.progress(Progress { what: what.into(), done, total, unit: ProgressUnit::Bytes });
    }

    async fn read_all(&self, files: &[Dropped]) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bytes")]
        let size = |dropped: &Dropped| dropped.file.size() as u64;
        let total: u64 = files.iter().map(size).sum();
        let mut done = 0;
        for dropped in files {
            self.progress(&dropped.path, done, total);
            // The browser draws that first.
            pause().await;
            let outcome = match self.read(dropped).await {
                Ok(words) => Outcome::Done(words),
                Err(failure) => Outcome::Failed(failure),
            };
            self.imports.outcomes.update(|outcomes| outcomes.push(outcome));
            if self.is_stopped() {
                return;
            }
            done += size(dropped);
        }
    }

    /// Reads a run or judgements into the open benchmark.
    async fn read(&self, dropped: &Dropped) -> Result<String, Failure> {
        let name = dropped.file.name();
        let failed = |detail: String| Failure {
            title: format!("{name} was not imported"),
            detail,
            advice: "Nothing else changed. Fix the file and drop it again.".into(),
        };
        let buffer = JsFuture::from(dropped.file.array_buffer()).await;
        let buffer =
            buffer.map_err(|e| failed(format!("The browser cannot read the file: {e:?}")))?;
        let bytes = Uint8Array::new(&buffer).to_vec();
        let parsed = parse(&name, &bytes, pause).await.map_err(|e| failed(e.to_string()))?;
        // Against the lists as they are at the end: something may be removed in the meantime. And
        // kept before it is shown: what is shown is there after a reload.
        let (dataset, ids, import, is_kept) = loop {
            let Some(dataset) = untrack(|| self.imports.lists.ready()) else {
                return Err(failed("No benchmark is open to import it into.".into()));
            };
            let mut ids = dataset.ids();
            let import = Imported::new(&name, &bytes, &parsed, &mut ids, pause).await;
            let import = import.map_err(|e| failed(e.to_string()))?;
            if dataset.imported.iter().any(|known| known.id == import.id) {
                return Ok(format!("{name} is already imported."));
            }
            let kept = keep_import(&dataset.base_url, &import.id, &name, &dropped.file).await;
            if untrack(|| self.imports.lists.ready()).as_ref() == Some(&dataset) {
                break (dataset, ids, import, kept.is_ok());
            }
        };
        if !is_kept {
            self.imports.not_kept.update(|ids| {
                ids.insert(import.id.clone());
            });
        }
        let imported = dataset.imported.iter().cloned().chain([Arc::new(import)]).collect();
        self.imports.lists.replace(dataset.with_imports(imported, ids));
        Ok(format!("{name} was imported."))
    }

    /// Keeps a folder as a benchmark of this machine and opens it.
    async fn open_folder(&self, files: &[Dropped]) {
        let mut on_progress = |what: &str, done, total| self.progress(what, done, total);
        match keep_folder(files, &|| self.is_stopped(), &mut on_progress).await {
            Ok(Some(benchmark)) => {
                let href = untrack(|| {
                    self.imports.address.href_with(Page::Benchmark, |state| {
                        *state = ViewState {
                            benchmark: Some(benchmark),
                            device: state.device,
                            plain_simd: state.plain_simd,
                            ..ViewState::default()
                        };
                    })
                });
                // As a new visit: only then the service worker, which may have come after
                // this one began, shows the folder's pictures.
                let _ = window().location().assign(&href);
            }
            // Stopped.
            Ok(None) => {}
            Err(failure) => self.imports.fail(failure),
        }
    }
}
