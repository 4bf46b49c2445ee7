//! The leaderboard: every system on every query, computed in this browser.

use super::dataset::Dataset;
use super::engine_client::{Answer, Engine};
use super::search_state::MIN_DEPTH;
use crate::engine::protocol::{Failure, Request, RequestId, Response};
use crate::metrics::{Folds, JudgedRanking, Mean, Measure, default_measures};
use crate::ranking::Hit;
use crate::statistics::tau_b_matrix;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// A column: a measure under a definition of relevance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The measure.
    pub measure: Measure,
    /// The place of the definition in the manifest.
    pub definition: usize,
    /// Its id.
    pub relevance: String,
    /// Its title.
    pub relevance_title: String,
}

/// How the computation goes.
#[derive(Debug, Clone, PartialEq)]
pub enum BoardPhase {
    /// Not begun.
    Idle,
    /// On its way.
    Running {
        /// The request that the engine works on.
        id: RequestId,
        /// Which system, from 0.
        system: usize,
        /// Of how many.
        n_systems: usize,
        /// Queries of this system so far.
        n_done: usize,
    },
    /// All systems are there.
    Done,
    /// The visitor stopped it.
    Cancelled,
    /// It failed.
    Failed(Failure),
}

/// The means of one system.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemMeans {
    /// The system's id.
    pub system: String,
    /// One for each of [`Board::columns`]; `None` where no query has a value.
    pub means: Vec<Option<Mean>>,
}

/// The leaderboard as signals; it outlives the page that shows it.
#[derive(Clone, Copy)]
pub struct Board {
    /// How the computation goes.
    pub phase: RwSignal<BoardPhase>,
    /// The systems that are done, in the order of the manifest.
    pub systems: RwSignal<Vec<SystemMeans>>,
    /// Every column that is computed; more than are shown where there are no headlines.
    pub columns: RwSignal<Vec<Column>>,
    dataset: RwSignal<Option<Arc<Dataset>>>,
    engine: Engine,
}

impl Column {
    /// `measure relevance`: its name in tests and links.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.measure, self.relevance)
    }

    /// The columns of a benchmark: its headlines, or else the usual measures under every
    /// definition. Headlines that are no measure are left out.
    #[must_use]
    pub fn all_of(dataset: &Dataset) -> Vec<Self> {
        let manifest = &dataset.manifest;
        let column = |measure: Measure, id: &str| {
            let definition = dataset.definition_index(id)?;
            let relevance_title = manifest.relevance.get(definition)?.title.clone();
            Some(Self { measure, definition, relevance: id.to_string(), relevance_title })
        };
        if manifest.headlines.is_empty() {
            let of_definition = |id: &str| -> Vec<Self> {
                let measures = default_measures().into_iter();
                measures.filter_map(|measure| column(measure, id)).collect()
            };
            manifest.relevance.iter().flat_map(|definition| of_definition(&definition.id)).collect()
        } else {
            let parsed = manifest
                .headlines
                .iter()
                .filter_map(|headline| column(headline.measure.parse().ok()?, &headline.relevance));
            parsed.collect()
        }
    }
}

impl Board {
    /// Empty.
    #[must_use]
    pub fn new(engine: Engine) -> Self {
        Self {
            phase: RwSignal::new(BoardPhase::Idle),
            systems: RwSignal::new(Vec::new()),
            columns: RwSignal::new(Vec::new()),
            dataset: RwSignal::new(None),
            engine,
        }
    }

    /// Computes the leaderboard of a benchmark, unless it is there or was begun already.
    pub fn start_once(&self, dataset: &Arc<Dataset>) {
        let is_other = self.dataset.with_untracked(|known| known.as_ref() != Some(dataset));
        if is_other {
            self.start(dataset);
        }
    }

    /// Computes the leaderboard of a benchmark.
    pub fn start(&self, dataset: &Arc<Dataset>) {
        self.stop_request();
        self.dataset.set(Some(dataset.clone()));
        self.columns.set(Column::all_of(dataset));
        self.systems.set(Vec::new());
        self.next_system(dataset.clone(), 0);
    }

    /// Stops; what is done stays.
    pub fn cancel(&self) {
        if self.stop_request() {
            self.phase.set(BoardPhase::Cancelled);
        }
    }

    fn stop_request(&self) -> bool {
        if let BoardPhase::Running { id, .. } = self.phase.get_untracked() {
            self.engine.cancel(id);
            return true;
        }
        false
    }

    fn next_system(&self, dataset: Arc<Dataset>, index: usize) {
        let ranked: Vec<String> = ids_with_queries(&dataset).collect();
        let n_systems = ranked.len();
        let Some(system) = ranked.get(index).cloned() else {
            self.phase.set(BoardPhase::Done);
            return;
        };
        let columns = self.columns.get_untracked();
        let depth = columns.iter().map(|column| column.measure.depth(dataset.max_n_relevant));
        let depth = depth.max().unwrap_or(0).max(dataset.depth(MIN_DEPTH));
        let request = Request::RankQueries { system: system.clone(), depth };
        let tally = Rc::new(RefCell::new(Tally::new(columns, dataset.queries.len())));
        let board = *self;
        let id = self.engine.request(request, move |answer| match answer {
            Answer::Response(Response::Rankings { first_query, rankings, last }) => {
                tally.borrow_mut().add(&dataset, first_query, &rankings);
                let n_seen = tally.borrow().n_seen;
                board.phase.update(|phase| {
                    if let BoardPhase::Running { n_done, .. } = phase {
                        *n_done = n_seen;
                    }
                });
                if last {
                    let means = tally.borrow().means(dataset.folds.as_ref());
                    let system = system.clone();
                    board.systems.update(|all| all.push(SystemMeans { system, means }));
                    board.next_system(dataset.clone(), index + 1);
                }
            }
            Answer::Response(_) => {}
            Answer::Failed(failure) => board.phase.set(BoardPhase::Failed(failure)),
            Answer::Cancelled => board.phase.set(BoardPhase::Cancelled),
        });
        self.phase.set(BoardPhase::Running { id, system: index, n_systems, n_done: 0 });
    }
}

/// The systems that can be ranked on all queries, in the order of the manifest.
fn ids_with_queries(dataset: &Dataset) -> impl Iterator<Item = String> {
    let systems = dataset.manifest.systems.iter();
    systems.filter(|system| system.queries.is_some()).map(|system| system.id.clone())
}

/// The values of one system so far.
struct Tally {
    columns: Vec<Column>,
    /// By column, then by query.
    values: Vec<Vec<Option<f64>>>,
    n_seen: usize,
}

impl Tally {
    fn new(columns: Vec<Column>, n_queries: usize) -> Self {
        let values = vec![vec![None; n_queries]; columns.len()];
        Self { columns, values, n_seen: 0 }
    }

    fn add(&mut self, dataset: &Dataset, first_query: u32, rankings: &[Vec<Hit>]) {
        for (query_row, hits) in (first_query..).zip(rankings) {
            self.n_seen += 1;
            for (definition, relevance) in dataset.relevance.iter().enumerate() {
                let ids = &dataset.image_ids;
                let mut ranking = JudgedRanking::of_query(query_row, hits, relevance, ids);
                if let Some(folds) = &dataset.folds {
                    ranking = ranking.in_folds(folds, query_row);
                }
                for (column, values) in self.columns.iter().zip(&mut self.values) {
                    if column.definition != definition {
                        continue;
                    }
                    let value = column.measure.value(ranking.list(column.measure.protocol()));
                    if let Some(place) = values.get_mut(query_row as usize) {
                        *place = value;
                    }
                }
            }
        }
    }

    fn means(&self, folds: Option<&Folds>) -> Vec<Option<Mean>> {
        let columns = self.columns.iter().zip(&self.values);
        columns.map(|(column, values)| column.measure.mean(values, folds)).collect()
    }
}

/// Kendall's τ-b between columns over systems; `columns` are places in each system's means.
#[must_use]
pub fn agreement(systems: &[SystemMeans], columns: &[usize]) -> Vec<Vec<Option<f64>>> {
    let mean = |system: &SystemMeans, column: usize| {
        system.means.get(column).copied().flatten().map_or(f64::NAN, |mean| mean.mean)
    };
    let values: Vec<Vec<f64>> = columns
        .iter()
        .map(|column| systems.iter().map(|system| mean(system, *column)).collect())
        .collect();
    tau_b_matrix(&values)
}
