//! The systems beside the first one: which they are, and what each of them finds.
//!
//! They are asked one after the other, once the first has answered, so that what the visitor
//! looks at first is not kept waiting.

use super::address::Address;
use super::choice::{Choice, SearchKey};
use super::search::{Found, Search};
use super::shown::Shown;
use crate::messages::{Failure, Response};
use crate::ui::engine_client::{Engine, unexpected};
use crate::ui::task::{Ended, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::ids_in_address;
use rankscope_core::views::Page;
use std::sync::Arc;

/// One of the systems, and how far it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Lane {
    /// What it is asked.
    pub choice: Choice,
    /// What came of it.
    pub state: LaneState,
}

/// How far a system is.
#[derive(Debug, Clone, PartialEq)]
pub enum LaneState {
    /// It cannot read what is asked.
    Unable,
    /// Its turn has not come or is not over; with its answer to what was asked before, if any.
    Waiting(Option<Arc<Shown>>),
    /// The visitor stopped before its turn.
    Stopped,
    /// Its answer.
    Shown(Arc<Shown>),
    /// It failed.
    Failed(Failure),
}

#[derive(Debug, Clone, PartialEq)]
enum Outcome {
    Found(Arc<Found>),
    Failed(Failure),
}

/// The systems as signals.
#[derive(Clone, Copy)]
pub struct Lineup {
    /// In the order of the manifest.
    pub lanes: Memo<Vec<Lane>>,
    /// The image that is pointed at, to be found again in the other lists.
    pub pointed: RwSignal<Option<u32>>,
    /// The system that is pointed at, to be found again among the curves.
    pub pointed_system: RwSignal<Option<String>>,
    answers: RwSignal<Vec<(SearchKey, Outcome)>>,
    wanted: Memo<Vec<SearchKey>>,
    /// Asks the systems that are wanted, one after the other.
    task: Task<()>,
    /// What it asks at the moment.
    asking: StoredValue<Option<SearchKey>>,
    engine: Engine,
}

impl Lineup {
    /// Asks whatever systems the address names.
    #[must_use]
    pub fn new(address: Address, search: Search, engine: Engine) -> Self {
        let choices = Memo::new(move |_| {
            let also = address.state.with(|state| state.also.clone());
            search.choice.with(|choice| {
                let (Some(choice), Some(also)) = (choice, also) else { return Vec::new() };
                others(choice, &also)
            })
        });
        let device = move || address.state.with(|state| state.device);
        let is_first_done =
            Memo::new(move |_| search.task.with(|state| matches!(state, TaskState::Done(_))));
        let wanted = Memo::new(move |_| {
            let is_shown = address.page.get() == Page::Explore;
            let is_first_done = is_first_done.get();
            if !is_shown || !is_first_done {
                return Vec::new();
            }
            choices.with(|all| all.iter().filter_map(|choice| choice.key(device())).collect())
        });
        let answers = RwSignal::new(Vec::<(SearchKey, Outcome)>::new());
        let task = Task::new();
        let is_stopped =
            Memo::new(move |_| task.with(|state| matches!(state, TaskState::Cancelled { .. })));
        let lanes = Memo::new(move |last: Option<&Vec<Lane>>| {
            let k = address.state.with(|state| state.k);
            let (device, is_stopped) = (device(), is_stopped.get());
            let before = |choice: &Choice| {
                let lane = last?.iter().find(|lane| lane.choice.system == choice.system)?;
                match &lane.state {
                    LaneState::Shown(shown) | LaneState::Waiting(Some(shown)) => {
                        Some(shown.clone())
                    }
                    _ => None,
                }
            };
            let state_of = |choice: &Choice| {
                let Some(key) = choice.key(device) else { return LaneState::Unable };
                let before = before(choice);
                answers.with(|all| match all.iter().find(|(own, _)| *own == key) {
                    None if is_stopped => LaneState::Stopped,
                    None => LaneState::Waiting(before),
                    Some((_, Outcome::Failed(failure))) => LaneState::Failed(failure.clone()),
                    Some((_, Outcome::Found(found))) => {
                        // Judging takes longer than everything else here: not again for the same.
                        let is_same = |shown: &Arc<Shown>| {
                            Arc::ptr_eq(&shown.found, found)
                                && shown.choice == *choice
                                && shown.k == k
                        };
                        let shown = before.filter(is_same).unwrap_or_else(|| {
                            Arc::new(Shown::new(choice.clone(), found.clone(), k, None))
                        });
                        LaneState::Shown(shown)
                    }
                })
            };
            let lane = |choice: &Choice| Lane { choice: choice.clone(), state: state_of(choice) };
            choices.with(|all| all.iter().map(lane).collect())
        });
        let lineup = Self {
            lanes,
            pointed: RwSignal::new(None),
            pointed_system: RwSignal::new(None),
            answers,
            wanted,
            task,
            asking: StoredValue::new(None),
            engine,
        };
        Effect::new(move |_| lineup.follow(&wanted.get()));
        lineup
    }

    /// How many systems have answered or failed, and how many are asked; `None` where nothing is
    /// on its way.
    #[must_use]
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.task.is_running().then(|| (self.answers.with(Vec::len), self.wanted.with(Vec::len)))
    }

    /// Asks no more; what is there stays.
    pub fn stop(&self) {
        self.task.cancel();
    }

    /// Asks again whatever failed or was stopped.
    pub fn retry(&self) {
        self.answers.update(|all| all.retain(|(_, outcome)| matches!(outcome, Outcome::Found(_))));
        self.start();
    }

    /// Drops what is no longer wanted, and asks what is missing.
    fn follow(&self, wanted: &[SearchKey]) {
        // While the first system is being searched nothing is wanted, and nothing needs to go.
        if wanted.is_empty() {
            return self.task.reset();
        }
        let is_stale = |(own, _): &(SearchKey, Outcome)| !wanted.contains(own);
        if self.answers.with_untracked(|all| all.iter().any(is_stale)) {
            self.answers.update(|all| all.retain(|answer| !is_stale(answer)));
        }
        let is_running = self.task.with_untracked(TaskState::is_running);
        let is_wanted =
            |key: &Option<SearchKey>| key.as_ref().is_none_or(|key| wanted.contains(key));
        if is_running && self.asking.with_value(is_wanted) {
            // It goes on with what is missing by itself.
            return;
        }
        if self.next_key().is_some() { self.start() } else { self.task.reset() }
    }

    fn start(&self) {
        let lineup = *self;
        self.asking.set_value(None);
        self.task.start(move |_| async move {
            while let Some(key) = lineup.next_key() {
                lineup.asking.set_value(Some(key.clone()));
                let outcome = match lineup.found(&key).await {
                    Ok(found) => Outcome::Found(found),
                    Err(Ended::Failed(failure)) => Outcome::Failed(failure),
                    Err(Ended::Cancelled) => return Err(Ended::Cancelled),
                };
                lineup.answers.update(|all| all.push((key, outcome)));
            }
            Ok(())
        });
    }

    /// The first search that is wanted and has no answer yet.
    fn next_key(&self) -> Option<SearchKey> {
        self.wanted.with_untracked(|wanted| {
            self.answers.with_untracked(|all| {
                wanted.iter().find(|key| all.iter().all(|(own, _)| own != *key)).cloned()
            })
        })
    }

    async fn found(&self, key: &SearchKey) -> Result<Arc<Found>, Ended> {
        match self.engine.ask(key.request()).await? {
            Response::Hits { hits, timings, last } => {
                Ok(Arc::new(Found { key: key.clone(), hits, timings, last }))
            }
            response => Err(unexpected(&response)),
        }
    }
}

/// The choices of the systems that the address names beside the first one.
fn others(choice: &Choice, also: &str) -> Vec<Choice> {
    let manifest = &choice.dataset.manifest;
    let first = choice.system.as_ref().map(|system| &system.id);
    let ids = manifest.systems.iter().map(|system| &system.id).filter(|id| Some(*id) != first);
    let ids: Vec<String> = ids.cloned().collect();
    let named = ids_in_address(also, &ids);
    let systems = named.iter().filter_map(|id| manifest.system(id));
    systems.map(|system| choice.to_system(system)).collect()
}
