//! Systems on all queries, computed once in this browser and shared by the pages that show them:
//! Leaderboard and Agreement need every system, Compare needs two.

use super::stored_values::StoredValues;
use crate::messages::{Progress, ProgressUnit, Request, Response};
use crate::ui::engine_client::{Engine, ReplyEvent, unexpected};
use crate::ui::task::{Ended, Run, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::{
    Column, Dataset, Difference, SystemValues, Tally, depths, differences, evenly_spread,
};
use std::sync::Arc;

/// How a board's rankings are computed.
#[derive(Clone, Copy)]
enum RankedBy {
    /// By the exact score, which is the same on all devices.
    Score,
    /// By the int8 codes alone.
    Codes,
    /// By the exact score of every row, for a sample of the queries: for galleries on disk.
    EveryRow,
}

/// Queries in the sample: one pass over a gallery on disk ranks them all.
const N_SAMPLED: usize = 32;

/// Values of systems as signals; they outlive the pages that show them.
#[derive(Clone, Copy)]
pub struct Board {
    /// Computes the queued systems. Its progress counts queries, or bytes and rows while the engine
    /// loads.
    pub task: Task<()>,
    /// The id of the system that is being computed.
    pub working_on: RwSignal<String>,
    /// The finished systems, in the order of the manifest.
    pub systems: RwSignal<Vec<Arc<SystemValues>>>,
    /// Every computed column; more than the leaderboard shows.
    pub columns: RwSignal<Arc<Vec<Column>>>,
    /// What the benchmark says of them, shown until they are computed.
    pub stored: StoredValues,
    dataset: RwSignal<Option<Arc<Dataset>>>,
    /// Ids of the systems to compute next.
    queue: RwSignal<Vec<String>>,
    ranked_by: RankedBy,
    engine: Engine,
}

impl Board {
    /// Empty.
    #[must_use]
    pub fn new(engine: Engine) -> Self {
        Self::ranked_by(engine, RankedBy::Score)
    }

    /// Empty, for rankings by the int8 codes alone, without rescoring.
    #[must_use]
    pub fn by_codes(engine: Engine) -> Self {
        Self::ranked_by(engine, RankedBy::Codes)
    }

    /// Empty, for exhaustive rankings of galleries on disk, for a sample of the queries.
    #[must_use]
    pub fn exhaustive(engine: Engine) -> Self {
        Self::ranked_by(engine, RankedBy::EveryRow)
    }

    /// The rows of the queries to rank: all, or an evenly spread sample.
    #[must_use]
    pub fn query_rows(&self, dataset: &Dataset) -> Vec<u32> {
        let n = dataset.queries.len();
        match self.ranked_by {
            RankedBy::EveryRow => evenly_spread(n, N_SAMPLED),
            RankedBy::Score | RankedBy::Codes => evenly_spread(n, n),
        }
    }

    fn ranked_by(engine: Engine, ranked_by: RankedBy) -> Self {
        Self {
            task: Task::new(),
            working_on: RwSignal::new(String::new()),
            systems: RwSignal::new(Vec::new()),
            columns: RwSignal::new(Arc::default()),
            stored: StoredValues::new(),
            dataset: RwSignal::new(None),
            queue: RwSignal::new(Vec::new()),
            ranked_by,
            engine,
        }
    }

    /// Computes these systems unless they are done, ahead of those already queued.
    pub fn want(&self, dataset: &Arc<Dataset>, systems: &[String]) {
        let known = self.dataset.get_untracked();
        if known.as_ref() != Some(dataset) {
            self.dataset.set(Some(dataset.clone()));
            if known.is_some_and(|known| known.gives_same_values_as(dataset)) {
                self.drop_missing(dataset);
            } else {
                self.forget();
                let columns = Arc::new(Column::all_of(dataset));
                self.columns.set(columns.clone());
                if matches!(self.ranked_by, RankedBy::Score) {
                    self.stored.load(dataset, &columns);
                }
            }
        }
        let mut queue: Vec<String> = systems.to_vec();
        queue.extend(self.queue.get_untracked().into_iter().filter(|id| !systems.contains(id)));
        queue.retain(|id| self.of_untracked(id).is_none());
        let is_empty = queue.is_empty();
        self.queue.set(queue);
        if self.task.with_untracked(TaskState::is_running) {
            return;
        }
        if is_empty {
            return self.task.finish_with(());
        }
        let board = *self;
        self.task.start(move |run| async move { board.compute_queue(&run).await });
    }

    /// Stops computing; finished systems stay.
    pub fn cancel(&self) {
        if self.task.with_untracked(TaskState::is_running) {
            self.queue.set(Vec::new());
            self.task.cancel();
        }
    }

    /// Discards all values.
    pub fn forget(&self) {
        self.task.reset();
        self.systems.set(Vec::new());
        self.queue.set(Vec::new());
    }

    /// The values of a system, once computed; tracked.
    #[must_use]
    pub fn of(&self, id: &str) -> Option<Arc<SystemValues>> {
        self.systems.with(|all| all.iter().find(|values| values.system == id).cloned())
    }

    /// The values of a system by these columns: computed, or stored until they are. Stored values
    /// know nothing of the hits. Tracked.
    #[must_use]
    pub fn shown(&self, id: &str, columns: &[usize]) -> Option<Arc<SystemValues>> {
        self.of(id).or_else(|| self.stored_columns(id, columns))
    }

    /// The stored values of a system, if they have all of these columns; tracked.
    #[must_use]
    pub fn stored_columns(&self, id: &str, columns: &[usize]) -> Option<Arc<SystemValues>> {
        let stored = self.stored.of(id)?;
        columns.iter().all(|index| stored.has(*index)).then_some(stored)
    }

    /// Where the computed values are not the stored ones; tracked.
    #[must_use]
    pub fn differences(&self) -> Vec<Difference> {
        let stored = self.stored.systems.get();
        let unlike = |stored: &Arc<SystemValues>| {
            let computed = self.of(&stored.system)?;
            Some(self.columns.with(|columns| differences(columns, stored, &computed)))
        };
        stored.iter().filter_map(unlike).flatten().collect()
    }

    /// Discards systems that no longer exist: imported runs that were removed.
    fn drop_missing(&self, dataset: &Dataset) {
        let is_there = |id: &str| dataset.manifest.system(id).is_some();
        if self.systems.with_untracked(|all| all.iter().any(|values| !is_there(&values.system))) {
            self.systems.update(|all| all.retain(|values| is_there(&values.system)));
        }
        self.queue.update(|queue| queue.retain(|id| is_there(id)));
        let is_running = self.task.with_untracked(TaskState::is_running);
        if is_running && !is_there(&self.working_on.get_untracked()) {
            self.task.reset();
        }
    }

    fn of_untracked(&self, id: &str) -> Option<Arc<SystemValues>> {
        untrack(|| self.of(id))
    }

    /// Computes the queued systems, including those queued meanwhile.
    async fn compute_queue(&self, run: &Run<()>) -> Result<(), Ended> {
        while let Some(system) = self.next_system() {
            match self.computed(&system, run).await {
                Ok(values) => self.add(values),
                Err(ended) => {
                    self.queue.set(Vec::new());
                    return Err(ended);
                }
            }
        }
        Ok(())
    }

    /// Takes the next system off the queue.
    fn next_system(&self) -> Option<String> {
        loop {
            let mut next = None;
            self.queue.update(|queue| next = (!queue.is_empty()).then(|| queue.remove(0)));
            let system = next?;
            // It may have been queued twice, or while it was being computed.
            if self.of_untracked(&system).is_none() {
                return Some(system);
            }
        }
    }

    /// Computes one system, tallying its rankings as they arrive.
    async fn computed(&self, system: &str, run: &Run<()>) -> Result<SystemValues, Ended> {
        let dataset = self.dataset.get_untracked().ok_or(Ended::Cancelled)?;
        let n_queries = self.query_rows(&dataset).len() as u64;
        let columns = self.columns.get_untracked();
        let request = self.request(system, &dataset, &columns);
        let mut tally = Tally::new(dataset, columns, system.to_string());
        let queries_done = |n_added: usize| Progress {
            what: system.to_string(),
            done: n_added as u64,
            total: n_queries,
            unit: ProgressUnit::Queries,
        };
        self.working_on.set(system.to_string());
        run.progress(queries_done(0));
        let mut replies = self.engine.stream(request);
        while let Some(update) = replies.next().await? {
            match update {
                ReplyEvent::Progress(progress) => {
                    if tally.n_added == 0 && progress.unit != ProgressUnit::Queries {
                        run.progress(progress);
                    }
                }
                ReplyEvent::Reply(Response::Rankings {
                    first_query,
                    rankings,
                    n_candidates,
                    last,
                }) => {
                    tally.add(first_query, &rankings);
                    tally.scored(n_candidates);
                    run.progress(queries_done(tally.n_added));
                    if last {
                        return Ok(tally.finished());
                    }
                }
                ReplyEvent::Reply(response) => return Err(unexpected(&response)),
            }
        }
        Err(Ended::Cancelled)
    }

    fn request(&self, system: &str, dataset: &Dataset, columns: &[Column]) -> Request {
        let (system, depths) = (system.to_string(), depths(dataset, columns));
        match self.ranked_by {
            RankedBy::Score => Request::RankQueries { system, depths },
            RankedBy::Codes => Request::RankQueriesByCodes { system, depths },
            RankedBy::EveryRow => {
                let queries = self.query_rows(dataset);
                let depth = |row: &u32| depths.get(*row as usize).copied().unwrap_or(0);
                let depths = queries.iter().map(depth).collect();
                Request::RankWhole { system, queries, depths }
            }
        }
    }

    fn add(&self, values: SystemValues) {
        // A file may have been imported since the request.
        let Some(dataset) = self.dataset.get_untracked() else { return };
        let place = |id: &str| dataset.manifest.systems.iter().position(|system| system.id == id);
        let values = Arc::new(values);
        if matches!(self.ranked_by, RankedBy::Score) {
            StoredValues::keep(&dataset, &self.columns.get_untracked(), &values);
        }
        self.systems.update(|all| {
            all.push(values);
            all.sort_by_key(|values| place(&values.system));
        });
    }
}
