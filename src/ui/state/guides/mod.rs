//! Guides of the current query: what was made, what each found, and what became of it.
//!
//! [`Plan`] says what is asked for; [`Guides`] makes guides and asks the engine, embedder by embedder;
//! [`fused`](Guides::fused) orders pictures by what was found.

mod ablation;
mod ballot;
mod fusing;
mod gathering;
mod hardness;
mod kept;
mod pairing;
mod plan;
mod spreading;
mod trusting;

pub(in crate::ui) use ablation::{Ablation, AblationPlan, MEASURES, Measured, Way};
pub(in crate::ui) use ballot::{Ballot, BallotVote, Preference};
pub(in crate::ui) use fusing::{Fused, Ordered, apart};
pub(in crate::ui) use gathering::{Guide, GuideTimings, Guided, Source};
pub(in crate::ui) use hardness::Hardness;
pub(in crate::ui) use kept::KeptGuides;
pub(in crate::ui) use pairing::PairingSoFar;
pub(in crate::ui) use plan::{DEPTH, Plan, Wanted, embedders_of};
pub(in crate::ui) use spreading::{GAMMA, SpreadOf, SpreadPlan};
pub(in crate::ui) use trusting::{TOPIC, Trusted, kept_trust, topic_of};

use crate::ui::engine_client::Engine;
use crate::ui::guide_scenes::ReadText;
use crate::ui::task::Task;
use leptos::prelude::*;
use rankscope_core::ranking::Hit;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// What one guide found under an embedder, by embedder, guide and number of hits.
type Found = HashMap<(String, String, usize), Arc<Guided>>;

#[derive(Clone, Copy)]
pub(in crate::ui) struct Guides {
    pub(in crate::ui) work: Task<()>,
    pub(in crate::ui) read: RwSignal<Option<Arc<ReadText>>>,
    pub(in crate::ui) made: RwSignal<Vec<Arc<Guide>>>,
    pub(in crate::ui) added: RwSignal<Vec<Arc<Guide>>>,
    /// The keys of guides that the visitor dropped.
    pub(in crate::ui) dropped: RwSignal<BTreeSet<String>>,
    /// What the text alone found, by the first embedder.
    pub(in crate::ui) text_hits: RwSignal<Option<Arc<Vec<Hit>>>>,
    pub(in crate::ui) text_vector: RwSignal<Option<Arc<Vec<f32>>>>,
    /// The rows of the benchmark's queries, the nearest to the text first, if it has no topic.
    pub(in crate::ui) near_queries: RwSignal<Arc<Vec<u32>>>,
    /// The earlier query whose guides were taken, and the cosine of the texts.
    pub(in crate::ui) taken_from: RwSignal<Option<(String, f64)>>,
    pub(in crate::ui) kept: KeptGuides,
    pub(in crate::ui) hardness: Hardness,
    pub(in crate::ui) timings: RwSignal<GuideTimings>,
    pub(in crate::ui) ablation: Task<Arc<Ablation>>,
    pub(in crate::ui) spread: Task<Arc<SpreadOf>>,
    pub(in crate::ui) pairing: Task<Arc<PairingSoFar>>,
    pub(in crate::ui) ballot: Ballot,
    pub(in crate::ui) trusted: Trusted,
    found: RwSignal<Found>,
    /// Embedders and the keys of guides that they cannot see.
    unseen: RwSignal<HashSet<(String, String)>>,
    /// The text for which guides were taken before any work for it.
    taken_for: StoredValue<Option<String>>,
    wanted: StoredValue<Option<Wanted>>,
    engine: Engine,
}

impl Guides {
    pub(in crate::ui) fn new(engine: Engine) -> Self {
        Self {
            work: Task::new(),
            read: RwSignal::new(None),
            made: RwSignal::new(Vec::new()),
            added: RwSignal::new(Vec::new()),
            dropped: RwSignal::new(BTreeSet::new()),
            text_hits: RwSignal::new(None),
            text_vector: RwSignal::new(None),
            near_queries: RwSignal::new(Arc::default()),
            taken_from: RwSignal::new(None),
            kept: KeptGuides::new(),
            hardness: Hardness::default(),
            timings: RwSignal::new(GuideTimings::default()),
            ablation: Task::new(),
            spread: Task::new(),
            pairing: Task::new(),
            ballot: Ballot::new(),
            trusted: Trusted::new(),
            found: RwSignal::new(HashMap::new()),
            unseen: RwSignal::new(HashSet::new()),
            taken_for: StoredValue::new(None),
            wanted: StoredValue::new(None),
            engine,
        }
    }

    pub(in crate::ui) fn all(&self) -> Vec<Arc<Guide>> {
        let mut all = self.made.get();
        all.extend(self.added.get());
        all
    }

    pub(in crate::ui) fn is_of(&self, text: &str) -> bool {
        self.wanted.with_value(|wanted| wanted.as_ref().is_some_and(|own| own.text == text))
    }

    /// Adds a guide unless it is already there.
    pub(in crate::ui) fn take(&self, guide: Guide) {
        if self.added.with_untracked(|all| all.iter().all(|own| own.key != guide.key)) {
            self.added.update(|all| all.push(Arc::new(guide)));
        }
    }

    /// The same, before the Guides page is shown with this text.
    pub(in crate::ui) fn take_for(&self, text: &str, guide: Guide) {
        if !self.is_of(text) {
            let is_begun = self.taken_for.with_value(|own| own.as_deref() == Some(text));
            if !is_begun {
                self.added.set(Vec::new());
            }
            self.taken_for.set_value(Some(text.to_string()));
        }
        self.take(guide);
    }

    /// Tracked.
    pub(in crate::ui) fn found(
        &self,
        embedder: &str,
        guide: &str,
        k: usize,
    ) -> Option<Arc<Guided>> {
        let key = (embedder.to_string(), guide.to_string(), k);
        self.found.with(|found| found.get(&key).cloned())
    }
}
