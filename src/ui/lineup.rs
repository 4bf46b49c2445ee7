//! The systems beside the first one: which they are, and what each of them finds.
//!
//! They are asked one after the other, once the first has answered, so that what the visitor
//! looks at first is not kept waiting.

use super::engine_client::{Answer, Engine};
use super::search_state::{Choice, Found, Phase, Search, SearchKey};
use super::shown::Shown;
use super::view_state::{Address, Page};
use crate::engine::protocol::{Failure, RequestId, Response};
use leptos::prelude::*;
pub use rankscope_core::analysis::ALL;
use rankscope_core::analysis::ids_in_address;
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
    running: RwSignal<Option<(RequestId, SearchKey)>>,
    is_stopped: RwSignal<bool>,
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
        let wanted = Memo::new(move |_| {
            let is_looked_at = address.page.get() == Page::Explore;
            let is_first_done = search.phase.with(|phase| *phase == Phase::Done);
            if !is_looked_at || !is_first_done {
                return Vec::new();
            }
            choices.with(|all| all.iter().filter_map(|choice| choice.key(device())).collect())
        });
        let answers = RwSignal::new(Vec::<(SearchKey, Outcome)>::new());
        let is_stopped = RwSignal::new(false);
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
            running: RwSignal::new(None),
            is_stopped,
            engine,
        };
        Effect::new(move |_| {
            let wanted = wanted.get();
            is_stopped.set(false);
            lineup.keep_only(&wanted);
            lineup.next();
        });
        lineup
    }

    /// How many systems have answered or failed, and how many are asked; `None` where nothing is
    /// on its way.
    #[must_use]
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.running
            .with(Option::is_some)
            .then(|| (self.answers.with(Vec::len), self.wanted.with(Vec::len)))
    }

    /// Asks no more; what is there stays.
    pub fn stop(&self) {
        self.is_stopped.set(true);
        self.cancel_running();
    }

    /// Asks again whatever failed or was stopped.
    pub fn retry(&self) {
        self.is_stopped.set(false);
        self.answers.update(|all| all.retain(|(_, outcome)| matches!(outcome, Outcome::Found(_))));
        self.next();
    }

    fn cancel_running(&self) {
        if let Some((id, _)) = self.running.get_untracked() {
            self.running.set(None);
            self.engine.cancel(id);
        }
    }

    fn keep_only(&self, wanted: &[SearchKey]) {
        // While the first system is on its way nothing is wanted, and nothing needs to go.
        if wanted.is_empty() {
            return self.cancel_running();
        }
        let is_stale = |(own, _): &(SearchKey, Outcome)| !wanted.contains(own);
        if self.answers.with_untracked(|all| all.iter().any(is_stale)) {
            self.answers.update(|all| all.retain(|answer| !is_stale(answer)));
        }
        let is_unwanted = self.running.with_untracked(|running| {
            running.as_ref().is_some_and(|(_, key)| !wanted.contains(key))
        });
        if is_unwanted {
            self.cancel_running();
        }
    }

    fn next(&self) {
        if self.running.with_untracked(Option::is_some) || self.is_stopped.get_untracked() {
            return;
        }
        let next = self.wanted.with_untracked(|wanted| {
            self.answers.with_untracked(|all| {
                wanted.iter().find(|key| all.iter().all(|(own, _)| own != *key)).cloned()
            })
        });
        let Some(key) = next else { return };
        let lineup = *self;
        let asked = key.clone();
        let id = self.engine.request(key.request(), move |answer| {
            let outcome = match answer {
                Answer::Response(Response::Hits { hits, timings, last: true }) => {
                    let key = key.clone();
                    Outcome::Found(Arc::new(Found { key, hits, timings, last: true }))
                }
                Answer::Failed(failure) => Outcome::Failed(failure),
                Answer::Response(_) | Answer::Cancelled => return,
            };
            let is_current = lineup
                .running
                .with_untracked(|running| running.as_ref().is_some_and(|(_, own)| *own == key));
            if is_current {
                lineup.running.set(None);
                lineup.answers.update(|all| all.push((key.clone(), outcome)));
                lineup.next();
            }
        });
        self.running.set(Some((id, asked)));
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
