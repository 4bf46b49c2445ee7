//! The benchmark's lists in the page: loaded over the network, as signals.

use super::imports::restored;
use crate::engine::protocol::{Failure, Progress, ProgressUnit};
use crate::transfer::{fetch_file, fetch_manifest, forget_earlier_builds};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
pub use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::lists::{ListProgress, ListSource};
use rankscope_core::benchmark::{FileEntry, Manifest};
use std::cell::Cell;
use std::sync::Arc;

/// The page is kept from answering no longer than this at a time; a frame has 16 ms.
const TURN_MS: f64 = 12.0;

/// How far the lists are.
#[derive(Debug, Clone, PartialEq)]
pub enum Loading {
    /// On their way.
    Running(Progress),
    /// All there.
    Ready(Arc<Dataset>),
    /// They cannot be had.
    Failed(Failure),
}

/// The lists as signals, loaded anew when the benchmark's URL changes.
#[derive(Clone, Copy)]
pub struct Lists {
    /// How far they are.
    pub state: RwSignal<Loading>,
    attempt: RwSignal<u32>,
}

impl Lists {
    /// Loads the lists of the benchmark at `base_url`.
    #[must_use]
    pub fn new(base_url: Memo<String>) -> Self {
        let lists = Self { state: RwSignal::new(starting()), attempt: RwSignal::new(0) };
        let generation = RwSignal::new(0u32);
        Effect::new(move |_| {
            let (url, _) = (base_url.get(), lists.attempt.get());
            generation.update_untracked(|generation| *generation += 1);
            let mine = generation.get_untracked();
            let is_current = move || generation.get_untracked() == mine;
            lists.state.set(starting());
            leptos::task::spawn_local(async move {
                let show = move |progress| {
                    if is_current() {
                        lists.state.set(Loading::Running(progress));
                    }
                };
                let outcome = load(&url, &|| !is_current(), &show).await;
                if is_current() {
                    lists.state.set(match outcome {
                        Ok(dataset) => Loading::Ready(Arc::new(dataset)),
                        Err(failure) => Loading::Failed(failure),
                    });
                }
            });
        });
        lists
    }

    /// The lists, once they are there.
    #[must_use]
    pub fn ready(&self) -> Option<Arc<Dataset>> {
        self.state.with(|state| match state {
            Loading::Ready(dataset) => Some(dataset.clone()),
            _ => None,
        })
    }

    /// Puts other lists in the place of those that are there, if they are of the same benchmark.
    pub fn replace(&self, dataset: Dataset) {
        let is_same =
            untrack(|| self.ready()).is_some_and(|ready| ready.base_url == dataset.base_url);
        if is_same {
            self.state.set(Loading::Ready(Arc::new(dataset)));
        }
    }

    /// Loads them again.
    pub fn retry(&self) {
        self.attempt.update(|attempt| *attempt += 1);
    }
}

fn starting() -> Loading {
    Loading::Running(Progress {
        what: "benchmark.json".into(),
        done: 0,
        total: 0,
        unit: ProgressUnit::Bytes,
    })
}

async fn load(
    base_url: &str,
    is_cancelled: &dyn Fn() -> bool,
    show: &dyn Fn(Progress),
) -> Result<Dataset, Failure> {
    let text = fetch_manifest(base_url).await.map_err(|e| Failure::from(&e))?;
    let manifest = Manifest::from_json(&text).map_err(|e| unreadable(&e, base_url))?;
    forget_earlier_builds(base_url, &manifest.files).await;
    let source = Server { base_url, is_cancelled, show, turn_began: Cell::new(now()) };
    let dataset = Dataset::load(base_url.to_string(), manifest, &source).await;
    let dataset = dataset.map_err(|e| e.unify(|e| unreadable(&e, base_url)))?;
    Ok(restored(dataset).await)
}

/// Lists from the network or the browser's cache.
struct Server<'a> {
    base_url: &'a str,
    is_cancelled: &'a dyn Fn() -> bool,
    show: &'a dyn Fn(Progress),
    /// When the browser could last respond, in milliseconds.
    turn_began: Cell<f64>,
}

impl ListSource for Server<'_> {
    type Error = Failure;

    async fn bytes(&self, file: &FileEntry) -> Result<Vec<u8>, Failure> {
        let mut on_progress = |done, total| {
            let (what, unit) = (file.path.clone(), ProgressUnit::Bytes);
            (self.show)(Progress { what, done, total, unit });
        };
        let bytes = fetch_file(self.base_url, file, self.is_cancelled, &mut on_progress).await;
        bytes.map_err(|e| Failure::from(&e))
    }

    async fn pause(&self) {
        if now() - self.turn_began.get() > TURN_MS {
            TimeoutFuture::new(0).await;
            self.turn_began.set(now());
        }
    }

    fn on_progress(&self, ListProgress { file, done, total }: ListProgress<'_>) {
        let (what, unit) = (file.to_string(), ProgressUnit::Rows);
        (self.show)(Progress { what, done, total, unit });
    }
}

fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

fn unreadable(reason: &dyn std::fmt::Display, base_url: &str) -> Failure {
    Failure {
        title: "The benchmark cannot be read.".into(),
        detail: reason.to_string(),
        advice: format!("Build the benchmark at {base_url} again, or open another one."),
    }
}
