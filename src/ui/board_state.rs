//! Systems on all queries, computed in this browser once and shared by the pages that show
//! them: the leaderboard and the agreement want every system, the comparison wants two.

use super::column::Column;
use super::dataset::Dataset;
use super::engine_client::{Answer, Engine};
use super::tally::{SystemValues, Tally};
use crate::engine::protocol::{Failure, Request, RequestId, Response};
use leptos::prelude::*;
pub use rankscope_core::analysis::ids_with_queries;
use rankscope_core::analysis::{depths, evenly_spread};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// How the computation goes.
#[derive(Debug, Clone, PartialEq)]
pub enum BoardPhase {
    /// Nothing was asked for yet.
    Idle,
    /// On its way.
    Running {
        /// The request that the engine works on.
        id: RequestId,
        /// The title of the system.
        title: String,
        /// Queries of this system so far.
        n_done: usize,
    },
    /// All that was asked for is there.
    Done,
    /// The visitor stopped it.
    Cancelled,
    /// It failed.
    Failed(Failure),
}

/// What decides the rankings.
#[derive(Clone, Copy)]
enum RankedBy {
    /// The score that all devices share.
    Score,
    /// What the device searches with, alone.
    Codes,
    /// The score of every row, for a sample of the queries: of galleries in files.
    WholeGallery,
}

/// Queries of a sample: one reading of a gallery in files serves so many.
const N_SAMPLED: usize = 32;

/// The systems' values as signals; they outlive the pages that show them.
#[derive(Clone, Copy)]
pub struct Board {
    /// How the computation goes.
    pub phase: RwSignal<BoardPhase>,
    /// The systems that are done, in the order of the manifest.
    pub systems: RwSignal<Vec<Arc<SystemValues>>>,
    /// Every column that is computed; more than the leaderboard shows.
    pub columns: RwSignal<Arc<Vec<Column>>>,
    dataset: RwSignal<Option<Arc<Dataset>>>,
    /// Systems that wait for their turn.
    queue: RwSignal<Vec<String>>,
    /// The system of the request under way.
    working_on: StoredValue<String>,
    ranked_by: RankedBy,
    engine: Engine,
}

impl Board {
    /// Empty.
    #[must_use]
    pub fn new(engine: Engine) -> Self {
        Self::ranked_by(engine, RankedBy::Score)
    }

    /// Empty, for rankings by what the device searches with alone, of which nothing is scored
    /// again.
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
            phase: RwSignal::new(BoardPhase::Idle),
            systems: RwSignal::new(Vec::new()),
            columns: RwSignal::new(Arc::default()),
            dataset: RwSignal::new(None),
            queue: RwSignal::new(Vec::new()),
            working_on: StoredValue::new(String::new()),
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
        self.queue.set(queue);
        if !matches!(self.phase.get_untracked(), BoardPhase::Running { .. }) {
            self.next_system(dataset.clone());
        }
    }

    /// Stops; what is done stays.
    pub fn cancel(&self) {
        if self.stop_request() {
            self.queue.set(Vec::new());
            self.phase.set(BoardPhase::Cancelled);
        }
    }

    /// Forgets all that was computed.
    pub fn forget(&self) {
        self.stop_request();
        self.phase.set(BoardPhase::Idle);
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
        if !is_there(&self.working_on.get_value()) && self.stop_request() {
            self.phase.set(BoardPhase::Idle);
        }
    }

    fn of_untracked(&self, id: &str) -> Option<Arc<SystemValues>> {
        untrack(|| self.of(id))
    }

    fn stop_request(&self) -> bool {
        if let BoardPhase::Running { id, .. } = self.phase.get_untracked() {
            self.engine.cancel(id);
            return true;
        }
        false
    }

    fn next_system(&self, dataset: Arc<Dataset>) {
        let mut next = None;
        self.queue.update(|queue| next = (!queue.is_empty()).then(|| queue.remove(0)));
        let Some(system) = next else {
            self.phase.set(BoardPhase::Done);
            return;
        };
        // What the address asks for may have come twice, or have been on its way already.
        if self.of_untracked(&system).is_some() {
            return self.next_system(dataset);
        }
        let columns = self.columns.get_untracked();
        let depths = depths(&dataset, &columns);
        let request = match self.ranked_by {
            RankedBy::Score => Request::RankQueries { system: system.clone(), depths },
            RankedBy::Codes => Request::RankQueriesByCodes { system: system.clone(), depths },
            RankedBy::WholeGallery => {
                let queries = self.query_rows(&dataset);
                let depth = |row: &u32| depths.get(*row as usize).copied().unwrap_or(0);
                let depths = queries.iter().map(depth).collect();
                Request::RankWhole { system: system.clone(), queries, depths }
            }
        };
        self.working_on.set_value(system.clone());
        let title = dataset.manifest.system(&system).map(|system| system.title.clone());
        let tally = Rc::new(RefCell::new(Tally::new(dataset.clone(), columns, system)));
        let board = *self;
        let id = self.engine.request(request, move |answer| match answer {
            Answer::Response(Response::Rankings { first_query, rankings, n_candidates, last }) => {
                tally.borrow_mut().add(first_query, &rankings);
                tally.borrow_mut().scored(n_candidates);
                let n_seen = tally.borrow().n_seen;
                board.phase.update(|phase| {
                    if let BoardPhase::Running { n_done, .. } = phase {
                        *n_done = n_seen;
                    }
                });
                if last {
                    let values = tally.borrow_mut().finished();
                    board.add(values);
                    board.next_system(dataset.clone());
                }
            }
            Answer::Response(_) => {}
            Answer::Failed(failure) => {
                board.queue.set(Vec::new());
                board.phase.set(BoardPhase::Failed(failure));
            }
            Answer::Cancelled => {
                board.queue.set(Vec::new());
                board.phase.set(BoardPhase::Cancelled);
            }
        });
        let title = title.unwrap_or_default();
        self.phase.set(BoardPhase::Running { id, title, n_done: 0 });
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
