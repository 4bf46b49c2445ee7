//! Systems on all queries, computed once in this browser and shared by the pages that show them.

use super::helpers::Helpers;
use super::ranked_system::{RankedBy, Ranking, Step};
use super::remote_recalls::RemoteRecalls;
use super::stored_values::StoredValues;
use crate::ui::engine_client::Engine;
use crate::ui::task::{Ended, Run, Task, TaskState};
use futures_util::future::try_join_all;
use leptos::prelude::*;
use rankscope_core::analysis::{Column, Dataset, Difference, SystemValues, differences};
use rankscope_core::metrics::Measure;
use rankscope_messages::{Progress, ProgressUnit};
use std::sync::Arc;

/// The fewest systems for which workers load the lists, to judge by themselves.
const MIN_JUDGED_BY_WORKER: usize = 3;

struct Stage {
    columns: Arc<Vec<Column>>,
    /// Whether another stage follows, which computes all columns.
    is_first: bool,
    in_worker: bool,
}

/// Values of systems as signals; they outlive the pages that show them.
#[derive(Clone, Copy)]
pub struct Board {
    /// Its progress counts queries, or bytes and rows while the engine loads.
    pub task: Task<()>,
    /// The ids of the systems that are being computed, with the queries that are done.
    pub working_on: RwSignal<Vec<(String, u64)>>,
    /// In the order of the manifest, under [`Board::columns`] as far as they were computed.
    pub systems: Memo<Vec<Arc<SystemValues>>>,
    /// Every wanted column; more than the leaderboard shows.
    pub columns: Memo<Arc<Vec<Column>>>,
    /// Under the columns that they were computed for.
    computed: RwSignal<Vec<Arc<SystemValues>>>,
    /// The columns that the running task computes in the end.
    in_progress: StoredValue<Arc<Vec<Column>>>,
    /// What is known of them without computing, shown until they are computed.
    pub stored: StoredValues,
    /// How far the search engines of systems are from an exact search.
    pub recalls: RemoteRecalls,
    dataset: RwSignal<Option<Arc<Dataset>>>,
    /// Ids of the systems to compute, those to compute first in front.
    queue: RwSignal<Vec<String>>,
    /// Ids of the systems that the running stage has begun.
    begun: StoredValue<Vec<String>>,
    chosen: Signal<Vec<Measure>>,
    ranked_by: RankedBy,
    engine: Engine,
    helpers: Option<Helpers>,
}

impl Board {
    /// For the benchmark's measures and the chosen ones.
    pub fn new(engine: Engine, chosen: Signal<Vec<Measure>>) -> Self {
        Self::ranked_by(engine, RankedBy::Score, chosen)
    }

    #[must_use]
    pub fn with(self, helpers: Helpers) -> Self {
        Self { helpers: Some(helpers), ..self }
    }

    /// Ranks by the int8 codes alone, without rescoring.
    pub fn by_codes(engine: Engine) -> Self {
        Self::ranked_by(engine, RankedBy::Codes, Signal::stored(Vec::new()))
    }

    /// Ranks galleries on disk exhaustively, for a sample of the queries.
    pub fn exhaustive(engine: Engine) -> Self {
        Self::ranked_by(engine, RankedBy::EveryRow, Signal::stored(Vec::new()))
    }

    /// The rows of the queries to rank: all, or an evenly spread sample.
    pub fn query_rows(&self, dataset: &Dataset) -> Vec<u32> {
        self.ranked_by.query_rows(dataset)
    }

    fn ranked_by(engine: Engine, ranked_by: RankedBy, chosen: Signal<Vec<Measure>>) -> Self {
        let dataset = RwSignal::new(None::<Arc<Dataset>>);
        let columns = Memo::new(move |_| {
            let all_of = |dataset: &Arc<Dataset>| Column::all_of(dataset, &chosen.get());
            Arc::new(dataset.with(|dataset| dataset.as_ref().map(all_of)).unwrap_or_default())
        });
        let computed = RwSignal::new(Vec::<Arc<SystemValues>>::new());
        let under = move |columns: &Arc<Vec<Column>>| {
            let under = |values: &Arc<SystemValues>| {
                if values.is_under(columns) {
                    values.clone()
                } else {
                    Arc::new(values.under(columns))
                }
            };
            computed.with(|all| all.iter().map(under).collect::<Vec<_>>())
        };
        // Comparing every value would take longer than drawing them again.
        let systems = Memo::new_with_compare(move |_| under(&columns.get()), |_, _| true);
        Self {
            task: Task::new(),
            working_on: RwSignal::new(Vec::new()),
            systems,
            columns,
            computed,
            in_progress: StoredValue::new(Arc::default()),
            stored: StoredValues::default(),
            recalls: RemoteRecalls::new(engine),
            dataset,
            queue: RwSignal::new(Vec::new()),
            begun: StoredValue::new(Vec::new()),
            chosen,
            ranked_by,
            engine,
            helpers: None,
        }
    }

    /// Computes these systems unless they are done for all columns, ahead of those already queued.
    /// Before the judgements are loaded, it loads stored values, and computes what workers can
    /// judge.
    pub fn want(&self, dataset: &Arc<Dataset>, systems: &[String]) {
        let known = self.dataset.get_untracked();
        if known.as_ref() != Some(dataset) {
            self.dataset.set(Some(dataset.clone()));
            if known.is_some_and(|known| known.gives_same_values_as(dataset)) {
                self.drop_missing(dataset);
            } else {
                self.forget();
                if matches!(self.ranked_by, RankedBy::Score) {
                    self.stored.load(dataset);
                }
            }
        }
        let mut queue: Vec<String> = systems.to_vec();
        queue.extend(self.queue.get_untracked().into_iter().filter(|id| !systems.contains(id)));
        queue.retain(|id| self.of_untracked(id).is_none());
        if !dataset.is_judged() && !self.is_judged_by_workers(dataset, &queue) {
            return;
        }
        let is_empty = queue.is_empty();
        self.queue.set(queue);
        let columns = self.columns.get_untracked();
        let is_running = self.task.with_untracked(TaskState::is_running);
        if is_running && self.in_progress.with_value(|own| *own == columns) {
            return;
        }
        if is_empty {
            return self.task.finish_with(());
        }
        let board = *self;
        self.in_progress.set_value(columns);
        self.task.start(move |run| async move { board.compute_queue(&run).await });
    }

    /// Stops computing; finished systems stay.
    pub fn cancel(&self) {
        if self.task.with_untracked(TaskState::is_running) {
            self.queue.set(Vec::new());
            self.task.cancel();
        }
    }

    /// Whether the visitor has cancelled; not tracked.
    pub fn is_cancelled(&self) -> bool {
        self.task.with_untracked(|state| matches!(state, TaskState::Cancelled { .. }))
    }

    pub fn forget(&self) {
        self.task.reset();
        self.computed.set(Vec::new());
        self.queue.set(Vec::new());
    }

    /// The values of a system, once computed for all columns; tracked.
    pub fn of(&self, id: &str) -> Option<Arc<SystemValues>> {
        let columns = self.columns.get();
        let is_done = |values: &&Arc<SystemValues>| values.system == id && values.has(&columns);
        self.systems.with(|all| all.iter().find(is_done).cloned())
    }

    /// Computed, or stored until they are; stored values have no hits. Tracked.
    pub fn shown(&self, id: &str, columns: &[usize]) -> Option<Arc<SystemValues>> {
        let ranked = self.ranked(id);
        let has_all = |values: &Arc<SystemValues>| columns.iter().all(|own| values.is_stored(*own));
        ranked.clone().filter(has_all).or_else(|| self.stored_columns(id, columns)).or(ranked)
    }

    /// The values of a system that was ranked, by the columns that it was computed for; tracked.
    pub fn ranked(&self, id: &str) -> Option<Arc<SystemValues>> {
        self.systems.with(|all| all.iter().find(|own| own.system == id).cloned())
    }

    /// The stored values of a system, if they have all of these columns; tracked.
    pub fn stored_columns(&self, id: &str, columns: &[usize]) -> Option<Arc<SystemValues>> {
        let stored = self.stored.of(id)?;
        columns.iter().all(|index| stored.is_stored(*index)).then_some(stored)
    }

    /// Where the computed values are not the stored ones; tracked.
    pub fn differences(&self) -> Vec<Difference> {
        let stored = self.stored.systems.get();
        let unlike = |stored: &Arc<SystemValues>| {
            let computed = self.ranked(&stored.system)?;
            Some(self.columns.with(|columns| differences(columns, stored, &computed)))
        };
        stored.iter().filter_map(unlike).flatten().collect()
    }

    /// Discards systems that no longer exist: imported runs that were removed.
    fn drop_missing(&self, dataset: &Dataset) {
        let is_there = |id: &str| dataset.manifest.system(id).is_some();
        if self.computed.with_untracked(|all| all.iter().any(|values| !is_there(&values.system))) {
            self.computed.update(|all| all.retain(|values| is_there(&values.system)));
        }
        self.queue.update(|queue| queue.retain(|id| is_there(id)));
        let is_running = self.task.with_untracked(TaskState::is_running);
        let is_lost = |all: &Vec<(String, u64)>| all.iter().any(|(id, _)| !is_there(id));
        if is_running && self.working_on.with_untracked(is_lost) {
            self.task.reset();
        }
    }

    fn of_untracked(&self, id: &str) -> Option<Arc<SystemValues>> {
        untrack(|| self.of(id))
    }

    /// First the columns that pages open with, then all, on several workers if that pays.
    async fn compute_queue(&self, run: &Run<()>) -> Result<(), Ended> {
        let dataset = self.dataset.get_untracked().ok_or(Ended::Cancelled)?;
        self.working_on.set(Vec::new());
        if self.ranked_by == RankedBy::Score && self.computed.with_untracked(Vec::is_empty) {
            self.stored.settled(&dataset).await;
        }
        let queue = self.queue.get_untracked();
        let in_worker = queue.len() >= MIN_JUDGED_BY_WORKER;
        let helping = self.helpers.map(|helpers| helpers.start(&dataset, &queue));
        let helpers = helping.as_ref().map(|helping| helping.0.as_slice()).unwrap_or_default();
        let first = self.first_columns(&dataset).filter(|_| in_worker);
        let mut outcome = Ok(());
        for (columns, is_first) in
            first.map(|own| (own, true)).into_iter().chain([(self.columns.get_untracked(), false)])
        {
            self.begun.update_value(Vec::clear);
            let stage = Stage { columns, is_first, in_worker };
            outcome = self.compute_stage(&stage, helpers, run).await;
            if outcome.is_err() {
                break;
            }
        }
        self.queue.set(Vec::new());
        outcome
    }

    /// The columns that the benchmark's authors list as headlines, unless the visitor chose others.
    fn first_columns(&self, dataset: &Dataset) -> Option<Arc<Vec<Column>>> {
        let is_chosen = self.chosen.with_untracked(|chosen| !chosen.is_empty());
        let headlines = Column::headlines_of(dataset);
        let is_usable = !is_chosen && !headlines.is_empty();
        (is_usable && self.ranked_by == RankedBy::Score).then(|| Arc::new(headlines))
    }

    /// Whether there are enough systems for workers to judge, and they can judge all of them.
    fn is_judged_by_workers(&self, dataset: &Dataset, systems: &[String]) -> bool {
        systems.len() >= MIN_JUDGED_BY_WORKER
            && systems.iter().all(|id| self.ranked_by.is_judged_by_worker(dataset, id))
    }

    async fn compute_stage(
        &self,
        stage: &Stage,
        helpers: &[Engine],
        run: &Run<()>,
    ) -> Result<(), Ended> {
        let work = |engine, is_helper| self.compute(engine, is_helper, stage, run);
        let all = helpers.iter().map(|engine| work(*engine, true));
        try_join_all(all.chain([work(self.engine, false)])).await?;
        // What a helper could not do.
        work(self.engine, false).await
    }

    /// A system that a helper fails to compute goes back to the queue, and the helper ends.
    async fn compute(
        &self,
        engine: Engine,
        is_helper: bool,
        stage: &Stage,
        run: &Run<()>,
    ) -> Result<(), Ended> {
        while let Some(system) = self.next_system(stage) {
            let values = self.computed(&system, engine, is_helper, stage, run).await;
            self.working_on.update(|all| all.retain(|(id, _)| *id != system));
            match values {
                Ok(values) => self.add(values),
                Err(_) if is_helper => {
                    self.begun.update_value(|begun| begun.retain(|id| *id != system));
                    return Ok(());
                }
                Err(ended) => return Err(ended),
            }
        }
        Ok(())
    }

    fn next_system(&self, stage: &Stage) -> Option<String> {
        let is_needed = |id: &String| match stage.is_first {
            // What was computed for other columns is not replaced by less.
            true => untrack(|| self.ranked(id)).is_none(),
            false => self.of_untracked(id).is_none(),
        };
        let is_begun = |id: &String| self.begun.with_value(|begun| begun.contains(id));
        let next = self.queue.with_untracked(|queue| {
            queue.iter().find(|id| !is_begun(id) && is_needed(id)).cloned()
        })?;
        self.begun.update_value(|begun| begun.push(next.clone()));
        Some(next)
    }

    async fn computed(
        &self,
        system: &str,
        engine: Engine,
        is_helper: bool,
        stage: &Stage,
        run: &Run<()>,
    ) -> Result<SystemValues, Ended> {
        // A run may have been imported since the stage began.
        let dataset = self.dataset.get_untracked().ok_or(Ended::Cancelled)?;
        let n_queries = self.query_rows(&dataset).len() as u64;
        let (ranked_by, own) = (self.ranked_by, self.working_on);
        own.update(|all| all.push((system.to_string(), 0)));
        let report = |step: Step| match step {
            Step::Queries(done) => {
                let mut total = Progress {
                    what: system.to_string(),
                    done: 0,
                    total: 0,
                    unit: ProgressUnit::Queries,
                };
                own.update_untracked(|all| {
                    for (id, own) in all {
                        *own = if id == system { done } else { *own };
                        total.done += *own;
                        total.total += n_queries;
                    }
                });
                run.progress(total);
            }
            Step::Loading(progress) => {
                let is_first = own.with_untracked(|all| all.iter().all(|(_, done)| *done == 0));
                if !is_helper && is_first {
                    run.progress(progress);
                }
            }
        };
        let (columns, in_worker) = (stage.columns.clone(), stage.in_worker);
        let ranking = Ranking { engine, ranked_by, dataset, columns, in_worker };
        ranking.values(system, &report).await
    }

    fn add(&self, values: SystemValues) {
        // A file may have been imported since the request.
        let Some(dataset) = self.dataset.get_untracked() else { return };
        let place = |id: &str| dataset.manifest.systems.iter().position(|system| system.id == id);
        let values = Arc::new(values);
        self.recalls.want(&dataset.openable, &values.system);
        if matches!(self.ranked_by, RankedBy::Score) {
            StoredValues::keep(&dataset, &values);
        }
        self.computed.update(|all| {
            all.retain(|own| own.system != values.system);
            all.push(values);
            all.sort_by_key(|values| place(&values.system));
        });
    }
}
