//! Systems on all queries, computed in this browser once and shared by the pages that show
//! them: the leaderboard and the agreement want every system, the comparison wants two.

use crate::messages::{Progress, ProgressUnit, Request, Response};
use crate::ui::engine_client::{Engine, ReplyEvent, unexpected};
use crate::ui::task::{Ended, Run, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::{Column, Dataset, SystemValues, Tally, depths, evenly_spread};
use std::sync::Arc;

/// What decides the rankings.
#[derive(Clone, Copy)]
enum RankedBy {
    /// The score that all devices share.
    Score,
    /// The int8 codes alone.
    Codes,
    /// The score of every row, for a sample of the queries: of galleries in files.
    WholeGallery,
}

/// Queries of a sample: one pass over a gallery on disk ranks them all.
const N_SAMPLED: usize = 32;

/// The systems' values as signals; they outlive the pages that show them.
#[derive(Clone, Copy)]
pub struct Board {
    /// The computation of the systems that wait. Its progress counts queries, or bytes and rows
    /// while the engine gets ready.
    pub task: Task<()>,
    /// The id of the system that is being computed.
    pub working_on: RwSignal<String>,
    /// The systems that are done, in the order of the manifest.
    pub systems: RwSignal<Vec<Arc<SystemValues>>>,
    /// Every column that is computed; more than the leaderboard shows.
    pub columns: RwSignal<Arc<Vec<Column>>>,
    dataset: RwSignal<Option<Arc<Dataset>>>,
    /// Systems that wait for their turn.
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

    /// Empty, for rankings by the int8 codes alone, with nothing scored again.
    #[must_use]
    pub fn by_codes(engine: Engine) -> Self {
        Self::ranked_by(engine, RankedBy::Codes)
    }

    /// Empty, for rankings of all rows of galleries in files, for a sample of the queries.
    #[must_use]
    pub fn of_whole_galleries(engine: Engine) -> Self {
        Self::ranked_by(engine, RankedBy::WholeGallery)
    }

    /// The rows of the queries that are ranked: all, or a sample spread evenly over them.
    #[must_use]
    pub fn query_rows(&self, dataset: &Dataset) -> Vec<u32> {
        let n = dataset.queries.len();
        match self.ranked_by {
            RankedBy::WholeGallery => evenly_spread(n, N_SAMPLED),
            RankedBy::Score | RankedBy::Codes => evenly_spread(n, n),
        }
    }

    fn ranked_by(engine: Engine, ranked_by: RankedBy) -> Self {
        Self {
            task: Task::new(),
            working_on: RwSignal::new(String::new()),
            systems: RwSignal::new(Vec::new()),
            columns: RwSignal::new(Arc::default()),
            dataset: RwSignal::new(None),
            queue: RwSignal::new(Vec::new()),
            ranked_by,
            engine,
        }
    }

    /// Computes what is not there yet of some systems, before any others that wait.
    pub fn want(&self, dataset: &Arc<Dataset>, systems: &[String]) {
        let known = self.dataset.get_untracked();
        if known.as_ref() != Some(dataset) {
            self.dataset.set(Some(dataset.clone()));
            if known.is_some_and(|known| known.measures_as(dataset)) {
                self.drop_missing(dataset);
            } else {
                self.forget();
                self.columns.set(Arc::new(Column::all_of(dataset)));
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

    /// Stops; what is done stays.
    pub fn cancel(&self) {
        if self.task.with_untracked(TaskState::is_running) {
            self.queue.set(Vec::new());
            self.task.cancel();
        }
    }

    /// Forgets all that was computed.
    pub fn forget(&self) {
        self.task.reset();
        self.systems.set(Vec::new());
        self.queue.set(Vec::new());
    }

    /// What is known of a system.
    #[must_use]
    pub fn of(&self, id: &str) -> Option<Arc<SystemValues>> {
        self.systems.with(|all| all.iter().find(|values| values.system == id).cloned())
    }

    /// Forgets systems that are no longer there: imported runs that were removed.
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

    /// Computes the systems that wait, also those that are added meanwhile.
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

    /// Takes the next system out of the queue.
    fn next_system(&self) -> Option<String> {
        loop {
            let mut next = None;
            self.queue.update(|queue| next = (!queue.is_empty()).then(|| queue.remove(0)));
            let system = next?;
            // It may have been asked for twice, or while it was being computed.
            if self.of_untracked(&system).is_none() {
                return Some(system);
            }
        }
    }

    /// One system on all queries, by its rankings as they come.
    async fn computed(&self, system: &str, run: &Run<()>) -> Result<SystemValues, Ended> {
        let dataset = self.dataset.get_untracked().ok_or(Ended::Cancelled)?;
        let n_queries = self.query_rows(&dataset).len() as u64;
        let columns = self.columns.get_untracked();
        let request = self.request(system, &dataset, &columns);
        let mut tally = Tally::new(dataset, columns, system.to_string());
        let queries_done = |n_seen: usize| Progress {
            what: system.to_string(),
            done: n_seen as u64,
            total: n_queries,
            unit: ProgressUnit::Queries,
        };
        self.working_on.set(system.to_string());
        run.progress(queries_done(0));
        let mut replies = self.engine.stream(request);
        while let Some(update) = replies.next().await? {
            match update {
                ReplyEvent::Progress(progress) => {
                    if tally.n_seen == 0 && progress.unit != ProgressUnit::Queries {
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
                    run.progress(queries_done(tally.n_seen));
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
            RankedBy::WholeGallery => {
                let queries = self.query_rows(dataset);
                let depth = |row: &u32| depths.get(*row as usize).copied().unwrap_or(0);
                let depths = queries.iter().map(depth).collect();
                Request::RankWhole { system, queries, depths }
            }
        }
    }

    fn add(&self, values: SystemValues) {
        // Something may have been imported since it was asked for.
        let Some(dataset) = self.dataset.get_untracked() else { return };
        let place = |id: &str| dataset.manifest.systems.iter().position(|system| system.id == id);
        self.systems.update(|all| {
            all.push(Arc::new(values));
            all.sort_by_key(|values| place(&values.system));
        });
    }
}
