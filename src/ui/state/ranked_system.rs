//! One system on all queries, by one worker, which judges its rankings itself where it can.

use crate::ui::engine_client::{Engine, ReplyEvent, unexpected};
use crate::ui::task::Ended;
use rankscope_core::analysis::{
    Column, Dataset, SystemValues, Tally, depths, depths_with_candidates, evenly_spread,
};
use rankscope_messages::{Progress, ProgressUnit, Request, Response};
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RankedBy {
    /// By the exact score, which is the same on all devices.
    Score,
    Codes,
    /// By the exact score of every row, for a sample of the queries: for galleries on disk.
    EveryRow,
}

/// Queries in the sample: one pass over a gallery on disk ranks them all.
const N_SAMPLED: usize = 32;

impl RankedBy {
    /// The rows of the queries to rank: all, or an evenly spread sample.
    pub(super) fn query_rows(self, dataset: &Dataset) -> Vec<u32> {
        let n = dataset.queries.len();
        match self {
            Self::EveryRow => evenly_spread(n, N_SAMPLED),
            Self::Score | Self::Codes => evenly_spread(n, n),
        }
    }

    /// It has the benchmark's judgements, its queries, and all systems with vectors.
    pub(super) fn is_judged_by_worker(self, dataset: &Dataset, system: &str) -> bool {
        self == Self::Score
            && !dataset.is_reversed()
            && !dataset.relevance.has_added()
            && dataset.openable.system(system).is_some()
    }
}

pub(super) enum Step {
    Loading(Progress),
    Queries(u64),
}

pub(super) struct Ranking {
    pub(super) engine: Engine,
    pub(super) ranked_by: RankedBy,
    pub(super) dataset: Arc<Dataset>,
    pub(super) columns: Arc<Vec<Column>>,
    /// Whether the worker may judge: worth it for several systems, since it loads the lists first.
    pub(super) in_worker: bool,
}

impl Ranking {
    pub(super) async fn values(
        &self,
        system: &str,
        report: &dyn Fn(Step),
    ) -> Result<SystemValues, Ended> {
        report(Step::Queries(0));
        if self.in_worker && self.ranked_by.is_judged_by_worker(&self.dataset, system) {
            self.judged_by_worker(system, report).await
        } else {
            self.judged_here(system, report).await
        }
    }

    async fn judged_by_worker(
        &self,
        system: &str,
        report: &dyn Fn(Step),
    ) -> Result<SystemValues, Ended> {
        let column = |column: &Column| (column.measure.to_string(), column.relevance.clone());
        let columns = self.columns.iter().map(column).collect();
        let request = Request::JudgeQueries { system: system.to_string(), columns };
        let mut replies = self.engine.stream(request);
        let response = replies.next_reply(|progress| report(step(progress))).await?;
        let response = response.ok_or(Ended::Cancelled)?;
        let values = match &response {
            Response::Judged { values } => {
                SystemValues::from_bytes(&self.dataset, &self.columns, system, values)
            }
            _ => None,
        };
        values.filter(|values| values.has(&self.columns)).ok_or_else(|| unexpected(&response))
    }

    async fn judged_here(
        &self,
        system: &str,
        report: &dyn Fn(Step),
    ) -> Result<SystemValues, Ended> {
        let dataset = &self.dataset;
        let request = self.request(system);
        let n_definitions = dataset.relevance.len();
        let mut tally = Tally::new(dataset.clone(), self.columns.clone(), system.to_string());
        let is_apart = self.ranked_by == RankedBy::Score && !dataset.is_reversed();
        if is_apart {
            tally = tally.with_candidates_apart();
        }
        let mut replies = self.engine.stream(request);
        while let Some(update) = replies.next().await? {
            match update {
                ReplyEvent::Progress(progress) => {
                    if tally.n_added == 0 && progress.unit != ProgressUnit::Queries {
                        report(Step::Loading(progress));
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
                    report(Step::Queries(tally.n_added as u64));
                    if last {
                        break;
                    }
                }
                ReplyEvent::Reply(response) => return Err(unexpected(&response)),
            }
        }
        if is_apart {
            for definition in 0..n_definitions {
                self.add_candidates(definition, system, &mut tally).await?;
            }
        }
        Ok(tally.finished())
    }

    /// Scoring a hundred of a query takes less than finding them in a ranking of the whole corpus.
    async fn add_candidates(
        &self,
        definition: usize,
        system: &str,
        tally: &mut Tally,
    ) -> Result<(), Ended> {
        let Some(rows) = self.dataset.candidates(definition) else { return Ok(()) };
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

    fn request(&self, system: &str) -> Request {
        let (dataset, columns) = (&*self.dataset, &*self.columns);
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
                let queries = self.ranked_by.query_rows(dataset);
                let depth = |row: &u32| depths.get(*row as usize).copied().unwrap_or(0);
                let depths = queries.iter().map(depth).collect();
                Request::RankWhole { system, queries, depths }
            }
        }
    }
}

fn step(progress: Progress) -> Step {
    match progress.unit {
        ProgressUnit::Queries => Step::Queries(progress.done),
        _ => Step::Loading(progress),
    }
}
