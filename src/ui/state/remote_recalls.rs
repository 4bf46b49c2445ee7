//! How much of the exact first hits search engines find, measured once a visit.

use crate::ui::engine_client::{Engine, unexpected};
use crate::ui::task::{Ended, Run, Task};
use leptos::prelude::*;
use rankscope_core::benchmark::{Manifest, System};
use rankscope_core::remote::{Recall, can_rank_exactly};
use rankscope_messages::{Failure, Progress, Request, Response};
use std::collections::HashMap;

/// A gallery beyond this is not fetched unless the visitor asks for it.
const MAX_GALLERY_BYTES: u64 = 64 << 20;

#[derive(Debug, Clone, PartialEq)]
pub enum Recalled {
    Measuring,
    /// `None` where there is nothing exact to compare with.
    Done(Option<Recall>),
    Failed(Failure),
}

#[derive(Clone, Copy)]
pub struct RemoteRecalls {
    pub by_system: RwSignal<HashMap<String, Recalled>>,
    pub task: Task<()>,
    queue: StoredValue<Vec<String>>,
    engine: Engine,
}

impl RemoteRecalls {
    pub fn new(engine: Engine) -> Self {
        let (by_system, queue) = (RwSignal::default(), StoredValue::default());
        Self { by_system, task: Task::new(), queue, engine }
    }

    /// As far as known; tracked.
    pub fn of(&self, system: &str) -> Option<Recalled> {
        self.by_system.with(|all| all.get(system).cloned())
    }

    /// Measures a system's recall by itself: once, and only if little is fetched for it.
    pub fn want(&self, manifest: &Manifest, system: &str) {
        let Some(system) = manifest.system(system) else { return };
        let is_known = self.by_system.with_untracked(|all| all.contains_key(&system.id));
        if !is_known && is_cheap(manifest, system) {
            self.measure(&system.id);
        }
    }

    /// Measures a system's recall, again if it was.
    pub fn measure(&self, system: &str) {
        self.set(system, Recalled::Measuring);
        let is_queued = self.queue.try_update_value(|queue| {
            let is_queued = queue.iter().any(|own| own == system);
            if !is_queued {
                queue.push(system.to_owned());
            }
            is_queued
        });
        if is_queued.is_none() || self.task.with_untracked(|state| state.is_running()) {
            return;
        }
        let recalls = *self;
        self.task.start(move |run| async move { recalls.measure_queued(&run).await });
    }

    pub fn stop(&self) {
        self.queue.update_value(Vec::clear);
        self.task.cancel();
        self.drop_unfinished();
    }

    pub fn forget(&self) {
        self.queue.update_value(Vec::clear);
        self.task.reset();
        self.by_system.update(HashMap::clear);
    }

    async fn measure_queued(&self, run: &Run<()>) -> Result<(), Ended> {
        while let Some(system) = self.queue.with_value(|queue| queue.first().cloned()) {
            let recalled = match self.measured(&system, run).await {
                Ok(recall) => Recalled::Done(recall),
                Err(Ended::Failed(failure)) => Recalled::Failed(failure),
                Err(Ended::Cancelled) => {
                    // The worker was replaced.
                    self.queue.update_value(Vec::clear);
                    self.drop_unfinished();
                    return Err(Ended::Cancelled);
                }
            };
            self.queue.update_value(|queue| queue.retain(|own| *own != system));
            self.set(&system, recalled);
        }
        Ok(())
    }

    async fn measured(&self, system: &str, run: &Run<()>) -> Result<Option<Recall>, Ended> {
        let request = Request::MeasureRecall { system: system.to_owned() };
        let mut replies = self.engine.stream(request);
        let progress = |progress: Progress| run.progress(progress);
        match replies.next_reply(progress).await?.ok_or(Ended::Cancelled)? {
            Response::Recalled { recall } => Ok(recall),
            response => Err(unexpected(&response)),
        }
    }

    fn drop_unfinished(&self) {
        self.by_system.update(|all| all.retain(|_, own| *own != Recalled::Measuring));
    }

    fn set(&self, system: &str, recalled: Recalled) {
        self.by_system.update(|all| {
            all.insert(system.to_owned(), recalled);
        });
    }
}

/// Whether little is fetched to measure a system's recall.
fn is_cheap(manifest: &Manifest, system: &System) -> bool {
    let Some(remote) = &system.remote else { return false };
    if system.queries.is_none() {
        return false;
    }
    if system.gallery.is_empty() {
        return can_rank_exactly(remote.kind, manifest.counts.images, system.dim);
    }
    let files = system.gallery.iter().filter_map(|path| manifest.file(path).ok());
    files.map(|file| file.bytes).sum::<u64>() <= MAX_GALLERY_BYTES
}
