//! The annotator lab: all systems judged again by what some of them proposed, in short slices.

use crate::ui::engine_client::{Engine, unexpected};
use crate::ui::task::{Ended, Run, Slice, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::{
    AnnotatorLab, Dataset, LabChoice, LabSetting, N_KEPT, Outcome, Pool, SeenMeans, SystemMeans,
    SystemValues,
};
use rankscope_core::ranking::Hit;
use rankscope_messages::{ProgressUnit, Request, Response};
use std::collections::HashMap;
use std::sync::Arc;

/// Asked for beyond the depth of a measure, for hits that tie with its last one.
const N_MORE: usize = 100;

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct LabResult {
    pub(in crate::ui) choice: LabChoice,
    pub(in crate::ui) pool: Pool,
    /// The systems in the order of [`LabChoice::systems`].
    pub(in crate::ui) outcome: Outcome,
}

/// Deeper rankings than the board keeps, by system: hits asked for of each query, and the hits.
type Deeper = HashMap<String, (Vec<u32>, Arc<Vec<Vec<Hit>>>)>;

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

    /// Unless it is done or in progress. `systems` are in the order of [`LabChoice::systems`],
    /// with the values of all columns.
    pub(in crate::ui) fn start(
        self,
        dataset: &Arc<Dataset>,
        choice: &LabChoice,
        systems: Vec<Arc<SystemValues>>,
    ) {
        let is_done = self.task.with_untracked(|state| match state {
            TaskState::Done(result) => result.choice == *choice,
            _ => false,
        });
        if is_done {
            return;
        }
        let input = (dataset.clone(), choice.clone(), systems);
        self.task.start_with(input, move |run, (dataset, choice, systems)| async move {
            self.result(&dataset, &choice, &systems, &run).await
        });
    }

    async fn result(
        self,
        dataset: &Dataset,
        choice: &LabChoice,
        systems: &[Arc<SystemValues>],
        run: &Run<Arc<LabResult>>,
    ) -> Result<Arc<LabResult>, Ended> {
        let (column, definition) = (choice.column.0, choice.column.1.definition);
        let pool = choice.pool();
        let setting = LabSetting {
            truth: dataset.relevance.get(definition).cloned().unwrap_or_default(),
            measure: choice.column.1.measure,
            image_ids: dataset.image_ids(),
            folds: dataset.folds.as_deref(),
            query_rows: (0u32..).zip(&*dataset.queries).map(|(row, _)| row).collect(),
            error: choice.error,
        };
        let mut slice = Slice::begun();
        let steps = Steps { run, n_queries: dataset.queries.len() };
        steps.show("proposals", 0);
        let mut lab = AnnotatorLab::begun(setting, &pool.groups());
        while let Some(query_row) = lab.next_query() {
            lab.propose(choice.proposers.places().filter_map(|place| {
                let head = systems.get(place)?.head(definition, query_row);
                Some((place, head.iter().take(choice.depth).map(|hit| hit.row_in_corpus)))
            }));
            if slice.is_over() {
                steps.show("proposals", query_row as usize);
                slice.pause().await;
            }
        }
        let depths = lab.depths();
        let mut means = Vec::new();
        for (place, system) in systems.iter().enumerate() {
            let title = dataset.manifest.system(&system.system).map(|own| own.title.as_str());
            let left = systems.len() - place;
            let what = format!("{} · {left} left", title.unwrap_or(&system.system));
            steps.show(&what, 0);
            let deeper = self.deeper(dataset, system, definition, &depths, |done| {
                steps.show(&what, done);
            });
            let deeper = deeper.await?;
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
            means.push(SystemMeans { truth: system.mean(column), seen: seen.finished() });
        }
        Ok(Arc::new(LabResult { choice: choice.clone(), pool, outcome: Outcome::new(means) }))
    }

    /// A system's rankings, if the hits that the board keeps are too few.
    async fn deeper(
        self,
        dataset: &Dataset,
        system: &SystemValues,
        definition: usize,
        depths: &[usize],
        progress: impl Fn(usize),
    ) -> Result<Option<Arc<Vec<Vec<Hit>>>>, Ended> {
        let is_enough = |(row, depth): (u32, &usize)| reaches(system.head(definition, row), *depth);
        if (0u32..).zip(depths).all(is_enough) {
            return Ok(None);
        }
        let id = &system.system;
        // A definition that ranks only judged images needs the whole ranking.
        let is_cut = dataset.relevance.get(definition).is_some_and(|own| own.ranks_only_judged());
        let asked = |depth: &usize| {
            let depth = if is_cut { usize::MAX } else { depth.saturating_add(N_MORE) };
            u32::try_from(depth.min(dataset.n_images())).unwrap_or(u32::MAX)
        };
        let asked: Vec<u32> = depths.iter().map(asked).collect();
        let known = self.deeper.with_value(|all| {
            let (depths, rankings) = all.get(id)?;
            let is_deep =
                depths.len() == asked.len() && depths.iter().zip(&asked).all(|(a, b)| a >= b);
            is_deep.then(|| rankings.clone())
        });
        if known.is_some() {
            return Ok(known);
        }
        let request = Request::RankQueries { system: id.clone(), depths: asked.clone() };
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
            known.insert(id.clone(), (asked, all.clone()));
        });
        Ok(Some(all))
    }
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
