//! How much has arrived of what Explore's first answer needs, for one bar over all bytes.

use super::address::Address;
use super::lists::Lists;
use super::search::Search;
use crate::ui::engine_client::{Engine, Module};
use gloo::events::EventListener;
use leptos::prelude::*;
use rankscope_core::analysis::lists_in_parts;
use rankscope_core::benchmark::{Manifest, System};
use rankscope_messages::{Progress, ProgressUnit};
use std::iter::Sum;

/// The event by which `modules.js` says that more of the page's modules has arrived.
const MODULES: &str = "modules";

#[derive(Clone, Copy)]
pub struct FirstLoad {
    /// Whether Explore has not answered yet in this visit.
    pub is_on: Memo<bool>,
    /// Whether `index.html` shows pictures, which stay until there are results.
    pub has_pictures: bool,
    amount: Memo<Amount>,
    share: Memo<f64>,
}

impl FirstLoad {
    #[must_use]
    pub fn new(files: FirstFiles, lists: Lists, search: Search, engine: Engine) -> Self {
        let modules = RwSignal::new(modules_arrived());
        let listener = EventListener::new(&window(), MODULES, move |_| {
            // The signal goes away only with the page.
            let _ = modules.try_set(modules_arrived());
        });
        listener.forget();
        let of_engine = Memo::new(move |last: Option<&Amount>| match engine.module.get() {
            Module::Loading { total: 0, .. } => Amount { done: 0, total: engine_size() },
            Module::Loading { received: done, total } => Amount { done, total },
            Module::Running | Module::Stopped => {
                let total = last.map_or(0, |last| last.total);
                Amount { done: total, total }
            }
        });
        Effect::new(move |_| {
            if let Some(progress) = search.preparation.with(|state| state.progress().cloned()) {
                files.arrived(Fetcher::Engine, &progress);
            }
        });
        Effect::new(move |_| {
            if let Some(progress) = search.task.with(|state| state.progress().cloned()) {
                files.arrived(Fetcher::Engine, &progress);
            }
        });
        Effect::new(move |_| {
            if let Some(dataset) = lists.answerable() {
                files.have_lists(&dataset.openable);
            }
        });
        let amount = Memo::new(move |_| {
            [modules.get(), of_engine.get(), files.amount()].into_iter().sum::<Amount>()
        });
        let share = Memo::new(move |last: Option<&f64>| {
            let Amount { done, total } = amount.get();
            let share = if total == 0 { 0.0 } else { done as f64 / total as f64 };
            share.max(*last.unwrap_or(&0.0))
        });
        let is_on =
            Memo::new(move |last: Option<&bool>| *last.unwrap_or(&true) && lists.is_answering());
        Self { is_on, has_pictures: shows_pictures(), amount, share }
    }

    /// `(received, total)` as far as known; tracked.
    #[must_use]
    pub fn bytes(&self) -> (u64, u64) {
        let Amount { done, total } = self.amount.get();
        (done, total)
    }

    /// From 0 to 1; tracked. It never goes back, even if a file turns up that was not expected.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.share.get()
    }
}

/// Whether `boot.js` has found the pictures of `index.html` to be those of the benchmark.
fn shows_pictures() -> bool {
    let opening = document().get_element_by_id("opening");
    opening.is_some_and(|pictures| !pictures.has_attribute("hidden"))
}

/// What `modules.js` has counted; nothing if it does not count.
fn modules_arrived() -> Amount {
    let read = || {
        let told = attribute("data-modules")?;
        let (done, total) = told.split_once('/')?;
        Some(Amount { done: done.parse().ok()?, total: total.parse().ok()? })
    };
    read().unwrap_or_default()
}

/// The size of the engine's module, before it begins to arrive; 0 if it is not known.
fn engine_size() -> u64 {
    attribute("data-engine-size").and_then(|told| told.parse().ok()).unwrap_or_default()
}

/// What `modules.js` says of itself on the page's root.
fn attribute(name: &str) -> Option<String> {
    document().document_element()?.get_attribute(name)
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Amount {
    /// In bytes.
    pub done: u64,
    pub total: u64,
}

#[derive(Clone, Copy)]
pub struct FirstFiles {
    address: Address,
    amounts: RwSignal<Vec<(String, Amount)>>,
    /// The file that arrives at each fetcher.
    latest: StoredValue<[String; 2]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fetcher {
    Page,
    Engine,
}

impl FirstFiles {
    #[must_use]
    pub fn new(address: Address) -> Self {
        Self { address, amounts: RwSignal::default(), latest: StoredValue::default() }
    }

    /// Counts the files from here on that the benchmark's first answer takes.
    pub fn expect(&self, manifest: &Manifest) {
        let known = first_files(manifest, self.address).into_iter().filter_map(|path| {
            let total = manifest.file(&path).ok()?.bytes;
            Some((path, Amount { done: 0, total }))
        });
        self.amounts.set(known.collect());
    }

    /// Counts a download. A fetcher's files arrive one after another: the previous one is complete.
    pub fn arrived(&self, by: Fetcher, progress: &Progress) {
        if progress.unit != ProgressUnit::Bytes || progress.total == 0 {
            return;
        }
        let Progress { what, done, total, .. } = progress;
        let before = self.latest.with_value(|latest| latest[by as usize].clone());
        let amount = Amount { done: (*done).min(*total), total: *total };
        self.amounts.update(|amounts| {
            let mut is_known = false;
            for (path, own) in amounts.iter_mut() {
                if path == what {
                    (*own, is_known) = (amount, true);
                } else if *path == before {
                    own.done = own.total;
                }
            }
            if !is_known {
                amounts.push((what.clone(), amount));
            }
        });
        if before != *what {
            self.latest.update_value(|latest| latest[by as usize] = what.clone());
        }
    }

    /// All files of the lists have arrived.
    pub fn have_lists(&self, manifest: &Manifest) {
        let is_vector = |path: &String| {
            manifest.systems.iter().any(|system| vectors(system).any(|own| own == path))
        };
        self.amounts.update(|amounts| {
            for (_, amount) in amounts.iter_mut().filter(|(path, _)| !is_vector(path)) {
                amount.done = amount.total;
            }
        });
    }

    /// Tracked.
    #[must_use]
    pub fn amount(&self) -> Amount {
        self.amounts.with(|amounts| amounts.iter().map(|(_, own)| *own).sum())
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::default(), |sum, own| Self {
            done: sum.done + own.done,
            total: sum.total + own.total,
        })
    }
}

/// The paths of the vectors that a search with a system reads.
fn vectors(system: &System) -> impl Iterator<Item = &String> {
    system.gallery.iter().chain(&system.queries)
}

/// The paths of the files that the first answer takes, unless the address names what is not there.
fn first_files(manifest: &Manifest, address: Address) -> Vec<String> {
    let mut paths = vec!["queries.jsonl".to_string()];
    if !lists_in_parts(manifest) {
        paths.extend(manifest.image_files().map(|(file, _)| file.path.clone()));
    }
    let state = address.state.get_untracked();
    let welcome = manifest.welcome.as_ref().filter(|_| address.may_open.get_untracked());
    let chosen = state.relevance.as_deref();
    let chosen = chosen.or_else(|| welcome.and_then(|own| own.relevance.as_deref()));
    let definitions = &manifest.relevance;
    let definition = definitions.iter().find(|own| match chosen {
        Some(id) => own.id == id,
        None => own.default,
    });
    paths.extend(definition.map(|own| own.path.clone()));
    let named = state.system.as_ref().or_else(|| welcome.and_then(|own| own.systems.first()));
    // The systems next to it are fetched once it has answered.
    let first = match named {
        Some(id) => manifest.systems.iter().find(|system| system.id == *id),
        None => manifest.systems.first(),
    };
    paths.extend(first.into_iter().flat_map(vectors).cloned());
    paths
}
