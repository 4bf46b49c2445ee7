//! The systems under every rule over people's votes: asked of the engine once per choice, and judged here,
//! since the engine has no such definitions.

use super::by_engine::{ByEngine, Input};
use crate::ui::engine_client::{Engine, unexpected};
use crate::ui::task::{Ended, Later, Run, Slice, pause};
use rankscope_core::analysis::{Board, Dataset, ImageVotes, Imported, SystemValues, depths};
use rankscope_core::benchmark::RelevanceDefinition;
use rankscope_core::formats::VoteRule;
use rankscope_core::metrics::Measure;
use rankscope_core::report::VoteOrdersReport;
use rankscope_messages::{ProgressUnit, Request, Response};
use std::sync::Arc;

/// What is measured.
#[derive(Clone)]
pub(in crate::ui) struct UnderRules {
    pub(in crate::ui) dataset: Arc<Dataset>,
    pub(in crate::ui) votes: Arc<ImageVotes>,
    /// The definition with these votes.
    pub(in crate::ui) base: RelevanceDefinition,
    pub(in crate::ui) rules: Vec<VoteRule>,
    /// Unions and intersections of definitions, which stand beside the rules.
    pub(in crate::ui) joined: Vec<Arc<Imported>>,
    pub(in crate::ui) measures: Vec<Measure>,
    /// Ids.
    pub(in crate::ui) systems: Vec<String>,
}

impl PartialEq for UnderRules {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.dataset, &other.dataset)
            && Arc::ptr_eq(&self.votes, &other.votes)
            && (&self.base.id, &self.rules) == (&other.base.id, &other.rules)
            && (&self.measures, &self.systems) == (&other.measures, &other.systems)
    }
}

/// The values of all systems, under each measure by each rule.
#[derive(Clone)]
pub(in crate::ui) struct ValuesByRule {
    pub(in crate::ui) of: UnderRules,
    board: Arc<Board>,
    systems: Arc<Vec<SystemValues>>,
}

pub(in crate::ui) type VoteOrders = ByEngine<UnderRules>;

impl Input for UnderRules {
    type Output = ValuesByRule;

    fn compute(self, run: Run<ValuesByRule>, engine: Engine) -> Later<Result<ValuesByRule, Ended>> {
        Box::pin(async move { ranked(&run, self, engine).await })
    }
}

impl ValuesByRule {
    /// Over these queries, given by row; `None` for all of them.
    pub(in crate::ui) fn report(&self, rows: Option<&[usize]>) -> VoteOrdersReport {
        let all: Vec<usize> = (0..self.of.dataset.queries.len()).collect();
        let asked = rows.unwrap_or(&all);
        let n_queries = asked.iter().filter(|row| self.of.votes.has(**row)).count();
        let joined = self.of.joined.iter().map(|own| own.id.clone());
        let rules = self.of.rules.iter().map(ToString::to_string).chain(joined).collect();
        match rows {
            None => VoteOrdersReport::new(&self.board, rules, n_queries, &self.systems),
            Some(rows) => {
                let over = |own: &SystemValues| own.clone().over(&self.board.dataset, rows);
                let systems: Vec<SystemValues> = self.systems.iter().map(over).collect();
                VoteOrdersReport::new(&self.board, rules, n_queries, &systems)
            }
        }
    }
}

async fn ranked(
    run: &Run<ValuesByRule>,
    of: UnderRules,
    engine: Engine,
) -> Result<ValuesByRule, Ended> {
    let board =
        Arc::new(of.votes.board(&of.dataset, &of.base, &of.rules, &of.joined, &of.measures));
    pause().await;
    // Queries without votes have no value.
    let depth = |(row, depth): (usize, u32)| if of.votes.has(row) { depth } else { 0 };
    let depths: Vec<u32> =
        depths(&board.dataset, &board.columns).into_iter().enumerate().map(depth).collect();
    let mut slice = Slice::begun();
    let mut systems = Vec::new();
    for (place, id) in of.systems.iter().enumerate() {
        let title = of.dataset.manifest.system(id).map_or(id, |own| &own.title);
        let what = format!("{title} · {} left", of.systems.len() - place);
        let mut tally = board.tally(id).with_candidates_apart();
        let request = Request::RankQueries { system: id.clone(), depths: depths.clone() };
        let mut replies = engine.stream(request);
        run.count(what.clone(), 0, depths.len(), ProgressUnit::Queries);
        while let Some(response) = replies.next_reply(|_| {}).await? {
            let Response::Rankings { first_query, rankings, last, .. } = response else {
                return Err(unexpected(&response));
            };
            for (query_row, hits) in (first_query..).zip(&rankings) {
                tally.add(query_row, std::slice::from_ref(hits));
                if slice.is_over() {
                    slice.pause().await;
                }
            }
            run.count(what.clone(), tally.n_added, depths.len(), ProgressUnit::Queries);
            if last {
                break;
            }
        }
        systems.push(tally.finished());
    }
    Ok(ValuesByRule { of, board, systems: Arc::new(systems) })
}
