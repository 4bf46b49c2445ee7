//! Imports of files as signals: progress and results.
#![allow(unsafe_code, reason = "the reader is in a separate part, called across modules")]

use super::address::Address;
use super::lists::Lists;
use super::storage::Storage;
use crate::messages::{Failure, Progress, ProgressUnit};
use crate::transfer::{forget_import, keep_import};
use crate::ui::imports::{Dropped, is_benchmark, keep_folder, restored};
use crate::ui::stored_text::store_text;
use crate::ui::task::{Later, Run, Task, TaskState, pause};
use futures_channel::oneshot;
use gloo::file::futures::read_as_bytes;
use leptos::prelude::*;
use rankscope_core::analysis::Imported;
use rankscope_core::imported::parse;
use rankscope_core::views::Page;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The result of importing a file.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It was imported; the message is announced to screen readers.
    Done(String),
    /// It was not imported.
    Failed(Failure),
}

/// The imports of the session. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Imports {
    /// Reads the files.
    pub task: Task<()>,
    /// The results for the last files.
    pub outcomes: RwSignal<Vec<Outcome>>,
    /// Ids of imports that could not be stored and are lost when the page closes.
    pub not_kept: RwSignal<BTreeSet<String>>,
    address: Address,
    lists: Lists,
    storage: Storage,
}

impl Imports {
    /// No imports yet.
    #[must_use]
    pub fn new(address: Address, lists: Lists, storage: Storage) -> Self {
        let outcomes = RwSignal::new(Vec::new());
        follow_other_tabs(lists);
        // What was said of files for one benchmark does not stay beside another.
        Effect::new(move |last: Option<Option<String>>| {
            let base_url = lists.outline().map(|dataset| dataset.base_url.clone());
            if last.is_some_and(|last| last.is_some() && last != base_url) {
                outcomes.set(Vec::new());
            }
            base_url
        });
        Self {
            task: Task::new(),
            outcomes,
            not_kept: RwSignal::new(BTreeSet::new()),
            address,
            lists,
            storage,
        }
    }

    /// Imports files that were dropped or chosen: a benchmark's folder, or runs and qrels.
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
        // The browser will have the only copy.
        self.storage.ask();
        let (imports, files) = (*self, Rc::new(files));
        self.task.start(move |run| {
            let files = files.clone();
            async move {
                // Spawned separately, so that the current file is finished after the visitor
                // stops: a file is imported or not, and a folder is stored in full or not at all.
                let (done, is_done) = oneshot::channel();
                leptos::task::spawn_local(async move {
                    match read(Reading { imports, run, done }, files).await {
                        Ok(read) => read.await,
                        Err(_) => imports.fail(Failure {
                            title: "Nothing was imported".into(),
                            detail: "A file of the page did not arrive.".into(),
                            advice: "Reload the page and drop the files again.".into(),
                        }),
                    }
                });
                let _ = is_done.await;
                Ok(())
            }
        });
    }

    /// Stops after the current file.
    pub fn stop(&self) {
        self.task.cancel();
    }

    /// Removes an import: from storage first, then from the lists, then runs `removed`.
    pub fn remove(&self, import: &Imported, removed: impl FnOnce() + 'static) {
        let Some(base_url) = untrack(|| self.lists.outline()).map(|ready| ready.base_url.clone())
        else {
            return;
        };
        let (imports, id, file) = (*self, import.id.clone(), import.file.clone());
        leptos::task::spawn_local(async move {
            forget_import(&base_url, &id, &file).await;
            tell_other_tabs();
            let Some(dataset) = untrack(|| imports.lists.outline()) else { return };
            let others = dataset.imported.iter().filter(|other| other.id != id).cloned().collect();
            imports.lists.replace(dataset.with_imports(others, dataset.ids()));
            imports.outcomes.set(vec![Outcome::Done(format!("{file} was removed."))]);
            removed();
        });
    }

    /// Takes all imported files off the lists, once they are no longer stored.
    pub fn drop_all(&self) {
        let Some(dataset) = untrack(|| self.lists.outline()) else { return };
        let others = dataset.imported.iter().filter(|own| own.computed.is_some()).cloned();
        let others: Vec<Arc<Imported>> = others.collect();
        if others.len() < dataset.imported.len() {
            self.lists.replace(dataset.with_imports(others, dataset.ids()));
        }
        self.outcomes.set(Vec::new());
        tell_other_tabs();
    }

    /// Reports why the dropped files could not be listed.
    pub fn fail(&self, failure: Failure) {
        self.outcomes.update(|outcomes| outcomes.push(Outcome::Failed(failure)));
    }
}

/// The key under which a tab notes that the stored imports have changed. The browser tells the others.
const CHANGED: &str = "rankscope-imports-changed";

fn tell_other_tabs() {
    // Without storage there are no stored imports either.
    store_text(CHANGED, &js_sys::Date::now().to_string());
}

/// Reads the stored imports again when another tab has changed them.
fn follow_other_tabs(lists: Lists) {
    let _ = window_event_listener_untyped("storage", move |event| {
        let key = js_sys::Reflect::get(&event, &"key".into()).ok().and_then(|key| key.as_string());
        if key.as_deref() == Some(CHANGED) {
            leptos::task::spawn_local(async move {
                // If a file of the page does not arrive, a reload shows them.
                if let Ok(read) = read_again(lists).await {
                    read.await;
                }
            });
        }
    });
}

#[wasm_split(benchmark, fallible)]
fn read_again(lists: Lists) -> Result<Later<()>, SplitLoaderError> {
    Ok(Box::pin(async move {
        let Some(dataset) = untrack(|| lists.outline()) else { return };
        let others = dataset.imported.iter().filter(|own| own.computed.is_some()).cloned();
        let bare = dataset.with_imports(others.collect(), dataset.ids());
        let now = restored(bare).await;
        if untrack(|| lists.outline()).as_ref() == Some(&dataset) {
            lists.replace(now);
        }
    }))
}

/// One import of files, which the visitor may stop.
struct Reading {
    imports: Imports,
    run: Run<()>,
    /// Dropped with it, which tells the task that it has ended. Its receiver is dropped when the
    /// import is stopped.
    done: oneshot::Sender<()>,
}

/// Few visits import files, so the reader is in the part of the Benchmark page, which shows what
/// becomes of them.
#[wasm_split(benchmark, fallible)]
fn read(reading: Reading, files: Rc<Vec<Dropped>>) -> Result<Later<()>, SplitLoaderError> {
    Ok(Box::pin(async move {
        if is_benchmark(&files) {
            reading.open_folder(&files).await;
        } else {
            reading.read_all(&files).await;
        }
    }))
}

impl Reading {
    fn is_stopped(&self) -> bool {
        self.done.is_canceled()
    }

    fn progress(&self, what: &str, done: u64, total: u64) {
        self.run.progress(Progress { what: what.into(), done, total, unit: ProgressUnit::Bytes });
    }

    async fn read_all(&self, files: &[Dropped]) {
        let total = files.iter().map(|dropped| dropped.file.size()).sum();
        let mut done = 0;
        for dropped in files {
            self.progress(&dropped.path, done, total);
            // The benchmark may still be loading.
            self.imports.lists.settled().await;
            if self.is_stopped() {
                return;
            }
            // Lets the browser draw the progress first.
            pause().await;
            let outcome = match self.read(dropped).await {
                Ok(words) => Outcome::Done(words),
                Err(failure) => Outcome::Failed(failure),
            };
            self.imports.outcomes.update(|outcomes| outcomes.push(outcome));
            if self.is_stopped() {
                return;
            }
            done += dropped.file.size();
        }
    }

    /// Imports a run or qrels into the open benchmark.
    async fn read(&self, dropped: &Dropped) -> Result<String, Failure> {
        let name = dropped.file.name();
        let failed = |detail: String| Failure {
            title: format!("{name} was not imported"),
            detail,
            advice: "Nothing else changed. Fix the file and drop it again.".into(),
        };
        let bytes = read_as_bytes(&dropped.file).await;
        let bytes = bytes.map_err(|e| failed(format!("The browser cannot read the file: {e}")))?;
        let parsed = parse(&name, &bytes, pause).await.map_err(|e| failed(e.to_string()))?;
        // Uses the lists as they are at the end, as another import may be removed in the meantime.
        // Stored before it is shown, so that whatever is shown survives a reload.
        let (dataset, ids, import, is_kept) = loop {
            let Some(dataset) = untrack(|| self.imports.lists.outline()) else {
                return Err(Failure {
                    detail: "No benchmark is open to import it into.".into(),
                    advice: "Open a benchmark and drop the file again.".into(),
                    ..failed(String::new())
                });
            };
            let mut ids = dataset.ids();
            let import = Imported::new(&name, &bytes, &parsed, &mut ids, pause).await;
            let import = import.map_err(|e| failed(e.to_string()))?;
            if dataset.imported.iter().any(|known| known.id == import.id) {
                return Ok(format!("{name} is already imported."));
            }
            let kept = keep_import(&dataset.base_url, &import.id, &name, &dropped.file).await;
            if untrack(|| self.imports.lists.outline()).as_ref() == Some(&dataset) {
                break (dataset, ids, import, kept.is_ok());
            }
        };
        if is_kept {
            tell_other_tabs();
        } else {
            self.imports.not_kept.update(|ids| {
                ids.insert(import.id.clone());
            });
        }
        let imported = dataset.imported.iter().cloned().chain([Arc::new(import)]).collect();
        self.imports.lists.replace(dataset.with_imports(imported, ids));
        Ok(format!("{name} was imported."))
    }

    /// Stores a folder as a benchmark on this device and opens it.
    async fn open_folder(&self, files: &[Dropped]) {
        let mut on_progress = |what: &str, done, total| self.progress(what, done, total);
        match keep_folder(files, &|| self.is_stopped(), &mut on_progress).await {
            Ok(Some(benchmark)) => {
                let href = untrack(|| {
                    self.imports.address.href_with(Page::Benchmark, |state| {
                        *state = state.of_other(Some(benchmark));
                    })
                });
                // A full page load: the service worker, which serves the folder's pictures, may
                // not control the current page yet.
                let _ = window().location().assign(&href);
            }
            // Stopped.
            Ok(None) => {}
            Err(failure) => self.imports.fail(failure),
        }
    }
}
