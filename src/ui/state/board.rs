//! Systems on all queries, computed once in this browser and shared by the pages that show them:
//! Leaderboard and Agreement need every system, Compare needs two.

use super::stored_values::StoredValues;
use crate::messages::{Progress, ProgressUnit, Request, Response};
use crate::ui::engine_client::{Engine, ReplyEvent, unexpected};
use crate::ui::task::{Ended, Run, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::{
    Column, Dataset, Difference, MeasureChoice, SystemValues, Tally, depths,
    depths_with_candidates, differences, evenly_spread,
};
use rankscope_core::metrics::Measure;
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
    /// The systems in the order of the manifest, under [`Board::columns`]: of a system that was
    /// computed for other columns, those that it has.
    pub systems: Memo<Vec<Arc<SystemValues>>>,
    /// Every wanted column; more than the leaderboard shows.
    pub columns: Memo<Arc<Vec<Column>>>,
    /// The systems as they were computed.
    computed: RwSignal<Vec<Arc<SystemValues>>>,
    /// The columns that the running task computes.
    in_progress: StoredValue<Arc<Vec<Column>>>,
    /// What is known of them without computing, shown until they are computed.
    pub stored: StoredValues,
    dataset: RwSignal<Option<Arc<Dataset>>>,
    /// Ids of the systems to compute next.
    queue: RwSignal<Vec<String>>,
    ranked_by: RankedBy,
    engine: Engine,
}

impl Board {
    /// Empty; for the benchmark's own measures and the chosen ones.
    #[must_use]
    pub fn new(engine: Engine, measures: Memo<MeasureChoice>) -> Self {
        let chosen = Memo::new(move |_| measures.with(|choice| choice.measures.clone()));
        Self::ranked_by(engine, RankedBy::Score, chosen.into())
    }

    /// Empty, for rankings by the int8 codes alone, without rescoring.
    #[must_use]
    pub fn by_codes(engine: Engine) -> Self {
        Self::ranked_by(engine, RankedBy::Codes, Signal::stored(Vec::new()))
    }

    /// Empty, for exhaustive rankings of galleries on disk, for a sample of the queries.
    #[must_use]
    pub fn exhaustive(engine: Engine) -> Self {
        Self::ranked_by(engine, RankedBy::EveryRow, Signal::stored(Vec::new()))
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
            working_on: RwSignal::new(String::new()),
            systems,
            columns,
            computed,
            in_progress: StoredValue::new(Arc::default()),
            stored: StoredValues::new(),
            dataset,
            queue: RwSignal::new(Vec::new()),
            ranked_by,
            engine,
        }
    }

    /// Computes these systems unless they are done for all columns, ahead of those already queued.
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

    /// Discards all values.
    pub fn forget(&self) {
        self.task.reset();
        self.computed.set(Vec::new());
        self.queue.set(Vec::new());
    }

    /// The values of a system, once computed for all columns; tracked.
    #[must_use]
    pub fn of(&self, id: &str) -> Option<Arc<SystemValues>> {
        let columns = self.columns.get();
        let is_done = |values: &&Arc<SystemValues>| values.system == id && values.has(&columns);
        self.systems.with(|all| all.iter().find(is_done).cloned())
    }

    /// The values of a system by these columns: computed, or stored until they are. Stored values
    /// know nothing of the hits. Tracked.
    #[must_use]
    pub fn shown(&self, id: &str, columns: &[usize]) -> Option<Arc<SystemValues>> {
        self.ranked(id).or_else(|| self.stored_columns(id, columns))
    }

    /// The values of a system that was ranked, by the columns that it was computed for; tracked.
    #[must_use]
    pub fn ranked(&self, id: &str) -> Option<Arc<SystemValues>> {
        self.systems.with(|all| all.iter().find(|own| own.system == id).cloned())
    }

    /// The stored values of a system, if they have all of these columns; tracked.
    #[must_use]
    pub fn stored_columns(&self, id: &str, columns: &[usize]) -> Option<Arc<SystemValues>> {
        let stored = self.stored.of(id)?;
        columns.iter().all(|index| stored.is_stored(*index)).then_some(stored)
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
        if self.computed.with_untracked(|all| all.iter().any(|values| !is_there(&values.system))) {
            self.computed.update(|all| all.retain(|values| is_there(&values.system)));
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
        self.in_progress.set_value(columns.clone());
        let request = self.request(system, &dataset, &columns);
        let n_definitions = dataset.relevance.len();
        let mut tally = Tally::new(dataset.clone(), columns, system.to_string());
        let is_apart = matches!(self.ranked_by, RankedBy::Score) && !dataset.is_reversed();
        if is_apart {
            tally = tally.with_candidates_apart();
        }
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
                        break;
                    }
                }
                ReplyEvent::Reply(response) => return Err(unexpected(&response)),
            }
        }
        if is_apart {
            for definition in 0..n_definitions {
                self.add_candidates(&dataset, definition, system, &mut tally).await?;
            }
        }
        Ok(tally.finished())
    }

    /// Ranks the candidates of a definition that ranks these only: scoring a hundred of a query takes
    /// less than finding them in a ranking of the whole corpus.
    async fn add_candidates(
        &self,
        dataset: &Dataset,
        definition: usize,
        system: &str,
        tally: &mut Tally,
    ) -> Result<(), Ended> {
        let Some(rows) = dataset.candidates(definition) else { return Ok(()) };
        let request = Request::RerankQueries { system: system.to_string(), rows };
        let mut replies = self.engine.stream(request);
        while let Some(response) = replies.next_reply(|_| {}).await? {
            let Response::Rankings { first_query, rankings, .. } = response else {
                return Err(unexpected(&response));
            };
            tally.add_candidates(definition, first_query, &rankings);
        }
        Ok(())
    }

    fn request(&self, system: &str, dataset: &Dataset, columns: &[Column]) -> Request {
        let system = system.to_string();
        if let Some(images) = &dataset.image_rows {
            let (images, depths) = (images.to_vec(), depths_with_candidates(dataset, columns));
            return Request::RankTexts { system, images, depths };
        }
        let depths = match self.ranked_by {
            RankedBy::Score => depths(dataset, columns),
            RankedBy::Codes | RankedBy::EveryRow => depths_with_candidates(dataset, columns),
        };
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
            StoredValues::keep(&dataset, &values);
        }
        self.computed.update(|all| {
            all.retain(|own| own.system != values.system);
            all.push(values);
            all.sort_by_key(|values| place(&values.system));
        });
    }
}
