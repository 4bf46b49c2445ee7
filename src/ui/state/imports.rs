//! Imports of files as signals: progress and results.
#![allow(unsafe_code, reason = "the reader is in a separate part, called across modules")]

use super::added_file::{Adding, CHANGED, tell_other_tabs};
use super::address::Address;
use super::lists::Lists;
use super::opened_visit::{OpenedVisit, open_visit};
use super::own_answers::OwnAnswers;
use super::own_table::OwnTable;
use super::storage::Storage;
use super::view::ViewState;
use crate::ui::imports::{
    Dropped, NamedText, is_benchmark, keep_folder, not_imported, restored, tables_among,
};
use crate::ui::task::{Later, Run, Task, TaskState, pause};
use futures_channel::oneshot;
use gloo::file::Blob;
use gloo::file::futures::read_as_bytes;
use leptos::prelude::*;
use rankscope_core::analysis::Imported;
use rankscope_core::views::Page;
use rankscope_core::visit::is_visit;
use rankscope_messages::{Failure, Progress, ProgressUnit};
use rankscope_transfer::{forget_import, forget_vectors};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::UrlSearchParams;

#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// An import of the open benchmark. `words` say what else is to be said of it.
    Imported {
        id: String,
        is_new: bool,
        words: String,
    },
    Done(String),
    Failed(Failure),
}

#[derive(Clone, Copy)]
pub struct Imports {
    pub task: Task<()>,
    pub outcomes: RwSignal<Vec<Outcome>>,
    /// Ids of imports that could not be stored and are lost when the page closes.
    pub not_kept: RwSignal<BTreeSet<String>>,
    /// What was restored from a visit, until the visitor has read it.
    pub restored: RwSignal<Option<String>>,
    own: OwnAnswers,
    address: Address,
    pub(super) lists: Lists,
    storage: Storage,
}

impl Imports {
    pub(super) fn new(address: Address, lists: Lists, own: OwnAnswers, storage: Storage) -> Self {
        let (outcomes, restored) = (RwSignal::new(Vec::new()), RwSignal::new(None));
        follow_other_tabs(lists);
        // Results for one benchmark do not stay when another is opened.
        Effect::new(move |last: Option<Option<String>>| {
            let base_url = lists.outline().map(|dataset| dataset.base_url.clone());
            if last.is_some_and(|last| last.is_some() && last != base_url) {
                outcomes.set(Vec::new());
                restored.set(None);
            }
            base_url
        });
        Self {
            task: Task::new(),
            outcomes,
            not_kept: RwSignal::new(BTreeSet::new()),
            restored,
            own,
            address,
            lists,
            storage,
        }
    }

    /// Takes files that were dropped or chosen: a benchmark's folder, or runs, qrels and visits.
    pub fn take(&self, files: Vec<Dropped>) {
        if self.task.with_untracked(TaskState::is_running) {
            return self.fail(Failure {
                title: "These files were not taken".into(),
                detail: "Other files are still being read.".into(),
                advice: "Wait until they are, or cancel them, and drop these again.".into(),
            });
        }
        self.outcomes.set(Vec::new());
        self.restored.set(None);
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

    /// Imports judgements that the page has made, as if their file were dropped; the id of their definition.
    pub(in crate::ui) async fn add_judgements(
        &self,
        name: &str,
        text: &str,
    ) -> Result<String, Failure> {
        self.storage.ask();
        let adding = Adding { lists: self.lists, not_kept: self.not_kept };
        Ok(adding.add(name, text.as_bytes(), &Blob::new(text)).await?.0)
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
        let shards = untrack(|| self.lists.outline()).map(|own| own.shards_of_only(&id));
        let shards = shards.filter(|_| import.vectors().is_some());
        leptos::task::spawn_local(async move {
            match shards {
                Some(shards) => forget_vectors(&base_url, &id, &shards).await,
                None => forget_import(&base_url, &id, &file).await,
            }
            tell_other_tabs();
            let Some(dataset) = untrack(|| imports.lists.outline()) else { return };
            let others = dataset.imported.iter().filter(|other| other.id != id).cloned().collect();
            imports.lists.replace(dataset.with_imports(others, dataset.ids()));
            imports.outcomes.update(|outcomes| {
                outcomes
                    .retain(|own| !matches!(own, Outcome::Imported { id: own, .. } if *own == id));
                outcomes.push(Outcome::Done(format!("{file} was removed.")));
            });
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

    /// Whether there is something to say of files: that they are read, what became of them; tracked.
    pub fn has_news(&self) -> bool {
        self.task.is_running() || self.outcomes.with(|outcomes| !outcomes.is_empty())
    }

    /// Reports why dropped files could not be listed.
    pub fn fail(&self, failure: Failure) {
        self.outcomes.update(|outcomes| outcomes.push(Outcome::Failed(failure)));
    }
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

pub(super) struct Reading {
    pub(super) imports: Imports,
    run: Run<()>,
    /// Dropping it tells the task that it has ended; the receiver is dropped when the import is
    /// stopped.
    done: oneshot::Sender<()>,
}

/// In the part of the Benchmark page, with the card that says what becomes of the files.
#[wasm_split(benchmark, fallible)]
fn read(reading: Reading, files: Rc<Vec<Dropped>>) -> Result<Later<()>, SplitLoaderError> {
    Ok(Box::pin(async move {
        if is_benchmark(&files) {
            reading.open_folder(&files, Page::Benchmark).await;
        } else {
            reading.read_all(&files).await;
        }
    }))
}

enum Read {
    File(Outcome),
    /// `None` if stopped.
    Visit(Option<OpenedVisit>),
}

impl Reading {
    pub(super) fn is_stopped(&self) -> bool {
        self.done.is_canceled()
    }

    pub(super) fn progress(&self, what: &str, done: u64, total: u64) {
        self.run.progress(Progress { what: what.into(), done, total, unit: ProgressUnit::Bytes });
    }

    async fn read_all(&self, files: &[Dropped]) {
        let files = self.take_vectors(files).await;
        let (tables, files) = tables_among(files).await;
        self.take_tables(tables);
        let total = files.iter().map(|dropped| dropped.file.size()).sum();
        let mut done = 0;
        let mut opened = None;
        for dropped in &files {
            self.progress(&dropped.path, done, total);
            // The benchmark may still be loading.
            self.imports.lists.settled().await;
            if self.is_stopped() {
                break;
            }
            // Lets the browser draw the progress first.
            pause().await;
            let outcome = match self.read(dropped).await {
                Ok(Read::File(outcome)) => Some(outcome),
                Ok(Read::Visit(visit)) => {
                    opened = visit.or(opened);
                    None
                }
                Err(failure) => Some(Outcome::Failed(failure)),
            };
            self.imports.outcomes.update(|outcomes| outcomes.extend(outcome));
            if self.is_stopped() {
                break;
            }
            done += dropped.file.size();
        }
        if let Some(visit) = opened {
            self.show(visit);
        }
    }

    /// Reads a run or qrels into the open benchmark, or opens a visit.
    async fn read(&self, dropped: &Dropped) -> Result<Read, Failure> {
        let name = dropped.file.name();
        let bytes = read_as_bytes(&dropped.file)
            .await
            .map_err(|e| not_imported(&name, format!("The browser cannot read the file: {e}")))?;
        let Imports { lists, not_kept, own, .. } = self.imports;
        let adding = Adding { lists, not_kept };
        if is_visit(&bytes) {
            let opened = open_visit(adding, own, &name, bytes, &|| self.is_stopped()).await?;
            return Ok(Read::Visit(opened));
        }
        let (id, is_new) = adding.add(&name, &bytes, &dropped.file).await?;
        Ok(Read::File(Outcome::Imported { id, is_new, words: String::new() }))
    }

    /// Shows a table of models and measures on Agreement.
    fn take_tables(&self, tables: Vec<NamedText>) {
        if tables.is_empty() {
            return;
        }
        let Imports { address, own, outcomes, .. } = self.imports;
        match OwnTable::from_files(tables) {
            Ok(table) => {
                let name = table.source.name.clone();
                address.change_on(Page::Agreement, |state| table.choose(state));
                own.table.set(Some(Arc::new(table)));
                outcomes.update(|outcomes| {
                    outcomes.push(Outcome::Done(format!("{name} is the table on this page now.")));
                });
            }
            Err(failure) => self.imports.fail(failure),
        }
    }

    fn show(&self, OpenedVisit { words, view }: OpenedVisit) {
        let Imports { address, outcomes, restored, .. } = self.imports;
        let has_failed = |one: &Outcome| matches!(one, Outcome::Failed(_));
        let page =
            view.page().filter(|_| !outcomes.with_untracked(|all| all.iter().any(has_failed)));
        let (Some(page), Ok(query)) = (page, UrlSearchParams::new_with_str(&view.query)) else {
            // The failure is said on this page.
            return outcomes.update(|outcomes| outcomes.push(Outcome::Done(words)));
        };
        let here = address.state.get_untracked();
        let state = ViewState {
            // Where the benchmark is and what computes depend on this browser.
            benchmark: here.benchmark,
            device: here.device,
            memory: here.memory,
            present: false,
            embed: None,
            ..ViewState::from_lookup(|key| query.get(key))
        };
        restored.set(Some(words));
        address.visit(page, &state);
    }

    /// Stores a folder as a benchmark on this device and opens it on this page.
    pub(super) async fn open_folder(&self, files: &[Dropped], page: Page) {
        let mut on_progress = |what: &str, done, total| self.progress(what, done, total);
        match keep_folder(files, &|| self.is_stopped(), &mut on_progress).await {
            Ok(Some(benchmark)) => {
                let href = untrack(|| {
                    self.imports.address.href_with(page, |state| {
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
