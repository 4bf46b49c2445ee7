//! The systems compared with the first one, and the results of each.
//!
//! They search one after another once the first system has finished, so that they do not delay its
//! results.

use super::address::Address;
use super::choice::{Choice, SearchKey};
use super::parts::at_once;
use super::search::{Found, Search};
use super::shown::Shown;
use super::shown_apart::shown;
use crate::ui::engine_client::{Engine, unexpected};
use crate::ui::task::{Ended, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::ids_in_address;
use rankscope_core::views::Page;
use rankscope_messages::{Failure, Response};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq)]
pub struct Lane {
    pub choice: Choice,
    pub state: LaneState,
}

impl Lane {
    pub fn shown(&self) -> Option<&Arc<Shown>> {
        match &self.state {
            LaneState::Shown(shown) => Some(shown),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum LaneState {
    Unsupported,
    Waiting(Option<Arc<Shown>>),
    Stopped,
    Shown(Arc<Shown>),
    Failed(Failure),
}

#[derive(Debug, Clone, PartialEq)]
enum Outcome {
    Found(Arc<Found>),
    Failed(Failure),
}

#[derive(Clone, Copy)]
pub struct ComparedSystems {
    /// In the order of the manifest.
    pub lanes: Memo<Vec<Lane>>,
    pub pointed: RwSignal<Option<u32>>,
    pub pointed_system: RwSignal<Option<String>>,
    answers: RwSignal<Vec<(SearchKey, Outcome)>>,
    wanted: Memo<Vec<SearchKey>>,
    task: Task<()>,
    current: StoredValue<Option<SearchKey>>,
    engine: Engine,
}

impl ComparedSystems {
    /// `part` is that of the results, which judges them.
    pub fn new(address: Address, search: Search, engine: Engine, part: Task<()>) -> Self {
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
            let is_there = part.value().is_some();
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
                let Some(key) = choice.key(device) else { return LaneState::Unsupported };
                let before = before(choice);
                answers.with(|all| match all.iter().find(|(own, _)| *own == key) {
                    None if is_stopped => LaneState::Stopped,
                    None => LaneState::Waiting(before),
                    Some((_, Outcome::Failed(failure))) => LaneState::Failed(failure.clone()),
                    Some((_, Outcome::Found(found))) => {
                        // Judging is the slow part: reuse it for the same search.
                        let is_same = |shown: &Arc<Shown>| {
                            Arc::ptr_eq(&shown.found, found)
                                && shown.choice == *choice
                                && shown.k == k
                        };
                        let judged = || {
                            let shown = || shown(choice.clone(), found.clone(), k, None);
                            is_there.then(|| at_once(shown())).flatten().map(Arc::new)
                        };
                        let known = before.clone().filter(is_same).or_else(judged);
                        known.map_or(LaneState::Waiting(before), LaneState::Shown)
                    }
                })
            };
            let lane = |choice: &Choice| Lane { choice: choice.clone(), state: state_of(choice) };
            choices.with(|all| all.iter().map(lane).collect())
        });
        let compared = Self {
            lanes,
            pointed: RwSignal::new(None),
            pointed_system: RwSignal::new(None),
            answers,
            wanted,
            task,
            current: StoredValue::new(None),
            engine,
        };
        Effect::new(move |_| compared.follow(&wanted.get()));
        compared
    }

    /// Whether one of them has shown nothing yet; tracked.
    pub fn are_awaited(&self) -> bool {
        let is_awaited = |lane: &Lane| matches!(lane.state, LaneState::Waiting(None));
        self.lanes.with(|lanes| lanes.iter().any(is_awaited))
    }

    /// How many systems have finished or failed, and how many there are; `None` if none is running.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.task.is_running().then(|| (self.answers.with(Vec::len), self.wanted.with(Vec::len)))
    }

    pub fn stop(&self) {
        self.task.cancel();
    }

    pub fn retry(&self) {
        self.answers.update(|all| all.retain(|(_, outcome)| matches!(outcome, Outcome::Found(_))));
        self.start();
    }

    /// Drops unwanted results and starts missing searches.
    fn follow(&self, wanted: &[SearchKey]) {
        // Nothing is wanted while the first system searches; results are kept meanwhile.
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
        if is_running && self.current.with_value(is_wanted) {
            // The running task picks up the missing searches.
            return;
        }
        if self.next_key().is_some() { self.start() } else { self.task.reset() }
    }

    fn start(&self) {
        let compared = *self;
        self.current.set_value(None);
        self.task.start(move |_| async move {
            while let Some(key) = compared.next_key() {
                compared.current.set_value(Some(key.clone()));
                let outcome = match compared.found(&key).await {
                    Ok(found) => Outcome::Found(found),
                    Err(Ended::Failed(failure)) => Outcome::Failed(failure),
                    Err(Ended::Cancelled) => return Err(Ended::Cancelled),
                };
                compared.answers.update(|all| all.push((key, outcome)));
            }
            Ok(())
        });
    }

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

/// The first system's query for each of the other systems that the address names.
fn others(choice: &Choice, also: &str) -> Vec<Choice> {
    let manifest = &choice.dataset.manifest;
    let first = choice.system.as_ref().map(|system| &system.id);
    let ids = manifest.systems.iter().map(|system| &system.id).filter(|id| Some(*id) != first);
    let ids: Vec<String> = ids.cloned().collect();
    let named = ids_in_address(also, &ids);
    let systems = named.iter().filter_map(|id| manifest.system(id));
    systems.map(|system| choice.to_system(system)).collect()
}
