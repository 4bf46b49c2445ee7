//! How much has arrived of what Explore's first answer needs, for one bar over all bytes.

use super::first_files::{Amount, Fetcher, FirstFiles};
use super::lists::Lists;
use super::search::Search;
use crate::ui::engine_client::{Engine, Module};
use gloo::events::EventListener;
use leptos::prelude::*;

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
    pub fn bytes(&self) -> (u64, u64) {
        let Amount { done, total } = self.amount.get();
        (done, total)
    }

    /// From 0 to 1; tracked. It never goes back, even if a file turns up that was not expected.
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
