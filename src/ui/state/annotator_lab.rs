//! The annotator lab: all systems judged again by what some of them proposed, in short slices.

use super::reverse::Direction;
use crate::ui::engine_client::{Engine, unexpected};
use crate::ui::task::{Ended, Run, Slice, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::{
    AnnotatorLab, Dataset, LabChoice, LabSetting, N_KEPT, Outcome, Pool, SeenMeans, SystemMeans,
    SystemValues, depths_with_candidates, first_hits,
};
use rankscope_core::ranking::Hit;
use rankscope_messages::{ProgressUnit, Request, Response};
use std::collections::HashMap;
use std::sync::Arc;

/// Asked for beyond the depth of a measure, for hits that tie with its last one.
const N_MORE: usize = 100;

/// What is measured in one direction.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct LabSide {
    pub(in crate::ui) dataset: Arc<Dataset>,
    /// The index of the measure under the truth among the systems' columns.
    pub(in crate::ui) column: usize,
    /// In the order of [`LabChoice::systems`], with the values of all columns.
    pub(in crate::ui) systems: Vec<Arc<SystemValues>>,
}

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct LabResult {
    pub(in crate::ui) choice: LabChoice,
    pub(in crate::ui) direction: Direction,
    pub(in crate::ui) pool: Pool,
    /// The systems in the order of [`LabChoice::systems`].
    pub(in crate::ui) outcome: Outcome,
}

type Rankings = Arc<Vec<Vec<Hit>>>;

/// Deeper rankings than the board keeps, by system and whether images ask: hits asked for of each query,
/// and the hits.
type Deeper = HashMap<(String, bool), (Vec<u32>, Rankings)>;

#[derive(Clone, Copy)]
pub(in crate::ui) struct Lab {
    /// Its progress counts the queries of the system that is judged.
    pub(in crate::ui) task: Task<Arc<LabResult>>,
    deeper: StoredValue<Deeper>,
    engine: Engine,
}

impl Lab {
    pub(in crate::ui) fn new(engine: Engine) -> Self {
        Self { task: Task::new(), deeper: StoredValue::new(Deeper::new()), engine }
    }

    /// Unless it is done or in progress. Of two sides, the means of both are taken.
    pub(in crate::ui) fn start(
        self,
        choice: &LabChoice,
        direction: Direction,
        sides: Vec<LabSide>,
    ) {
        let is_done = self.task.with_untracked(|state| match state {
            TaskState::Done(result) => result.choice == *choice && result.direction == direction,
            _ => false,
        });
        if is_done {
            return;
        }
        let input = (choice.clone(), sides);
        self.task.start_with(input, move |run, (choice, sides)| async move {
            let pool = choice.pool();
            let mut means: Option<Vec<SystemMeans>> = None;
            for side in &sides {
                let own = self.means(side, &choice, &pool, &run).await?;
                let both = |first: Vec<SystemMeans>| {
                    first.iter().zip(&own).map(|(a, b)| SystemMeans::of_both(a, b)).collect()
                };
                means = Some(means.map_or_else(|| own.clone(), both));
            }
            let outcome = Outcome::new(means.unwrap_or_default());
            Ok(Arc::new(LabResult { choice, direction, pool, outcome }))
        });
    }

    /// The means of the systems in one direction.
    async fn means(
        self,
        side: &LabSide,
        choice: &LabChoice,
        pool: &Pool,
        run: &Run<Arc<LabResult>>,
    ) -> Result<Vec<SystemMeans>, Ended> {
        let LabSide { dataset, column, systems } = side;
        let definition = choice.column.1.definition;
        let truth = dataset.relevance.get(definition).cloned().unwrap_or_default();
        let kept = choice.kept.iter().filter_map(|id| dataset.definition_index(id));
        let setting = LabSetting {
            truth: truth.clone(),
            measure: choice.column.1.measure,
            image_ids: dataset.image_ids(),
            folds: dataset.folds.as_deref(),
            query_rows: (0u32..).zip(&*dataset.queries).map(|(row, _)| row).collect(),
            kept: kept.filter_map(|place| dataset.relevance.get(place).cloned()).collect(),
            error: choice.error,
        };
        let mut slice = Slice::begun();
        let steps = Steps { run, n_queries: dataset.queries.len() };
        steps.show("proposals", 0);
        // The board keeps no texts of images.
        let mut proposed: HashMap<usize, Vec<Vec<u32>>> = HashMap::new();
        if dataset.is_reversed() {
            let depths = depths_with_candidates(dataset, std::slice::from_ref(&choice.column.1));
            let depths: Vec<usize> = depths.into_iter().map(|depth| depth as usize).collect();
            for (place, system) in systems.iter().enumerate() {
                let what = named(dataset, system, systems.len() - place);
                let show = |done| steps.show(&what, done);
                let rankings = self.ranked(dataset, system, definition, &depths, show).await?;
                if choice.proposers.holds(place) {
                    proposed.insert(place, first_hits(&truth, &rankings, choice.depth));
                }
                slice.pause().await;
            }
        }
        let mut lab = AnnotatorLab::begun(setting, &pool.groups());
        while let Some(query_row) = lab.next_query() {
            lab.propose(choice.proposers.places().filter_map(|place| {
                if let Some(of_queries) = proposed.get(&place) {
                    let own = of_queries.get(query_row as usize);
                    return Some((place, own.cloned().unwrap_or_default()));
                }
                let head = systems.get(place)?.head(definition, query_row);
                let rows = head.iter().take(choice.depth).map(|hit| hit.row_in_corpus);
                Some((place, rows.collect()))
            }));
            if slice.is_over() {
                steps.show("proposals", query_row as usize);
                slice.pause().await;
            }
        }
        let depths = lab.depths();
        let mut means = Vec::new();
        for (place, system) in systems.iter().enumerate() {
            let what = named(dataset, system, systems.len() - place);
            steps.show(&what, 0);
            let is_enough =
                |(row, depth): (u32, &usize)| reaches(system.head(definition, row), *depth);
            let has_all = !dataset.is_reversed() && (0u32..).zip(&depths).all(is_enough);
            let deeper = match has_all {
                true => None,
                false => {
                    let show = |done| steps.show(&what, done);
                    Some(self.ranked(dataset, system, definition, &depths, show).await?)
                }
            };
            let hits = |query_row: u32| match &deeper {
                Some(rankings) => rankings.get(query_row as usize).map_or(&[][..], Vec::as_slice),
                None => system.head(definition, query_row),
            };
            let mut seen = SeenMeans::new(&lab, dataset.queries.len());
            while let Some(query_row) = seen.next_query() {
                seen.add(hits(query_row));
                if slice.is_over() {
                    steps.show(&what, query_row as usize);
                    slice.pause().await;
                }
            }
            means.push(SystemMeans { truth: system.mean(*column), seen: seen.finished() });
        }
        Ok(means)
    }

    /// A system's rankings down to these depths, asked of the engine unless they are known.
    async fn ranked(
        self,
        dataset: &Dataset,
        system: &SystemValues,
        definition: usize,
        depths: &[usize],
        progress: impl Fn(usize),
    ) -> Result<Rankings, Ended> {
        let key = (system.system.clone(), dataset.is_reversed());
        let truth = dataset.relevance.get(definition);
        // A definition that ranks only judged images needs the whole ranking.
        let is_cut = truth.is_some_and(|own| own.ranks_only_judged());
        let n_more = N_MORE + truth.map_or(0, |own| own.n_not_ranked());
        let asked = |depth: &usize| {
            let depth = if is_cut { usize::MAX } else { depth.saturating_add(n_more) };
            u32::try_from(depth.min(dataset.n_images())).unwrap_or(u32::MAX)
        };
        let asked: Vec<u32> = depths.iter().map(asked).collect();
        let known = self.deeper.with_value(|all| {
            let (depths, rankings) = all.get(&key)?;
            let is_deep =
                depths.len() == asked.len() && depths.iter().zip(&asked).all(|(a, b)| a >= b);
            is_deep.then(|| rankings.clone())
        });
        if let Some(known) = known {
            return Ok(known);
        }
        let (system, depths) = (key.0.clone(), asked.clone());
        let request = match &dataset.image_rows {
            Some(images) => Request::RankTexts { system, images: images.to_vec(), depths },
            None => Request::RankQueries { system, depths },
        };
        let mut replies = self.engine.stream(request);
        let mut all = Vec::new();
        while let Some(response) = replies.next_reply(|_| {}).await? {
            let Response::Rankings { rankings, last, .. } = response else {
                return Err(unexpected(&response));
            };
            all.extend(rankings);
            progress(all.len());
            if last {
                break;
            }
        }
        let all = Arc::new(all);
        self.deeper.update_value(|known| {
            known.insert(key, (asked, all.clone()));
        });
        Ok(all)
    }
}

fn named(dataset: &Dataset, system: &SystemValues, n_left: usize) -> String {
    let title = dataset.manifest.system(&system.system).map(|own| own.title.as_str());
    format!("{} · {n_left} left", title.unwrap_or(&system.system))
}

/// Whether a ranking's first hits contain all down to a depth, and those tied with the last.
fn reaches(head: &[Hit], depth: usize) -> bool {
    if head.len() < N_KEPT {
        return true;
    }
    let Some(last) = depth.checked_sub(1) else { return true };
    match (head.get(last), head.last()) {
        (Some(at_depth), Some(kept)) => at_depth.score != kept.score,
        _ => false,
    }
}

struct Steps<'a> {
    run: &'a Run<Arc<LabResult>>,
    n_queries: usize,
}

impl Steps<'_> {
    fn show(&self, what: &str, n_done: usize) {
        self.run.count(what, n_done, self.n_queries, ProgressUnit::Queries);
    }
}
