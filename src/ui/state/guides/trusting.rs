//! How much each embedder is trusted with queries of a topic, kept in this browser.

use crate::ui::stored_text::{AsText, Kept, store_text, stored, stored_text};
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::Manifest;
use rankscope_core::formats::{FormatError, Place};
use rankscope_guide::{
    EmbedderLists, GuideChoice, Trust, losses, normalised_weights, usual_weights,
};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// The facet that is a query's topic unless another is chosen.
pub(in crate::ui) const TOPIC: &str = "iconic_group";
/// The topic of all queries where none has one.
const ANY: &str = "Any topic";

#[derive(Clone, Copy)]
pub(in crate::ui) struct Trusted {
    /// The weights of a benchmark's embedders.
    pub(in crate::ui) trust: RwSignal<Option<Trust>>,
    /// Rows of the hits that the visitor marked as wrong.
    pub(in crate::ui) wrong: RwSignal<BTreeSet<u32>>,
    kept: Kept<Option<Trust>>,
    /// The benchmark's, which may state weights.
    manifest: RwSignal<Option<Arc<Manifest>>>,
}

impl AsText for Option<Trust> {
    fn from_text(key: &str, text: &str) -> Result<Self, FormatError> {
        let trust = Trust::from_json(key, text);
        trust.map(Some).map_err(|e| FormatError::new(key, Place::File, e.to_string()))
    }

    fn to_text(&self) -> Option<String> {
        self.as_ref()?.to_json().ok()
    }
}

pub(super) fn has_topics(dataset: &Dataset, facet: &str) -> bool {
    dataset.own.facets.iter().any(|own| own.name == facet)
}

/// The topic of a query, by its row, if it has one: a value of this facet.
pub(super) fn own_topic<'a>(
    dataset: &'a Dataset,
    facet: &str,
    stored: Option<u32>,
) -> Option<&'a String> {
    let query = stored.and_then(|row| dataset.queries.get(row as usize))?;
    query.facets.get(facet)
}

/// The topic of a query, by its row; without one of its own, that of the nearest query that has one. With
/// the facet's name if the facet was chosen: two facets may have the same value.
pub(in crate::ui) fn topic_of(
    dataset: &Dataset,
    choice: &GuideChoice,
    stored: Option<u32>,
    nearest: &[u32],
) -> String {
    let facet = facet_of(choice);
    let near = || nearest.iter().find_map(|row| own_topic(dataset, facet, Some(*row)));
    match (own_topic(dataset, facet, stored).or_else(near), &choice.topic) {
        (Some(value), None) => value.clone(),
        (Some(value), Some(facet)) => format!("{}: {value}", facet.replace('_', " ")),
        (None, _) => ANY.to_string(),
    }
}

/// The facet that is a query's topic.
pub(super) fn facet_of(choice: &GuideChoice) -> &str {
    choice.topic.as_deref().unwrap_or(TOPIC)
}

impl Trusted {
    pub(super) fn new() -> Self {
        let kept = Kept::default();
        Self { trust: kept.value, wrong: RwSignal::default(), kept, manifest: RwSignal::new(None) }
    }

    /// Reads the weights that this browser has stored for these embedders, or takes the usual ones.
    pub(in crate::ui) fn open(&self, manifest: &Arc<Manifest>, embedders: &[String]) {
        let key = key_of(&manifest.id);
        if self.manifest.with_untracked(|own| own.as_ref() != Some(manifest)) {
            self.manifest.set(Some(manifest.clone()));
        }
        let is_open = self.trust.with_untracked(|trust| {
            trust.as_ref().is_some_and(|trust| trust.embedders() == embedders)
        });
        if is_open && self.kept.is_under(&key) {
            return;
        }
        let stored = stored::<Option<Trust>>(&key).ok().flatten();
        let stored = stored.filter(|trust| trust.embedders() == embedders);
        self.kept.open(key, stored.or_else(|| start(manifest, embedders)));
    }

    /// Unless this browser has stored some. Returns whether they were taken, and whether they are
    /// stored.
    pub(in crate::ui) fn take(&self, benchmark: &str, json: &str) -> (bool, bool) {
        if kept_trust(benchmark).is_some() {
            return (false, true);
        }
        let is_stored = store_text(&key_of(benchmark), json);
        // Read when guides are shown next.
        self.trust.set(None);
        (true, is_stored)
    }

    /// The weights of some embedders for a topic, 1 in sum: the usual ones until they were changed; tracked.
    pub(in crate::ui) fn weights(&self, topic: &str, embedders: &[String]) -> Vec<f64> {
        let own = self.trust.with(|trust| {
            let trust = trust.as_ref().filter(|trust| trust.topics().contains_key(topic))?;
            let weight = |id: &String| {
                let place = trust.embedders().iter().position(|own| own == id)?;
                trust.weights(topic).get(place).copied()
            };
            embedders.iter().map(weight).collect::<Option<Vec<f64>>>()
        });
        let ids = || embedders.iter().map(String::as_str);
        let usual = || match self.manifest.get() {
            Some(manifest) => usual_weights(&manifest, ids()),
            None => vec![1.0 / embedders.len().max(1) as f64; embedders.len()],
        };
        own.and_then(|own| normalised_weights(&own)).unwrap_or_else(usual)
    }

    /// Trusts embedders less that ranked the marked hits high.
    pub(in crate::ui) fn learn(
        &self,
        topic: &str,
        query: &str,
        lists: &[EmbedderLists<u32>],
        (k, eta): (usize, f64),
    ) {
        let wrong: HashSet<u32> =
            self.wrong.with_untracked(|wrong| wrong.iter().copied().collect());
        let lost = losses(lists, &wrong, k);
        self.change(|trust| {
            // Embedders that do not take part lose nothing.
            let of = |id: &String| {
                let place = lists.iter().position(|list| list.embedder == *id);
                place.and_then(|place| lost.get(place)).copied().unwrap_or(0.0)
            };
            let losses: Vec<f64> = trust.embedders().iter().map(of).collect();
            trust.give_feedback(topic, query, wrong.len(), &losses, eta).is_ok()
        });
        self.wrong.update(BTreeSet::clear);
    }

    /// Sets one embedder's weight for a topic, from 0 to 1; the others keep their proportions.
    pub(in crate::ui) fn set(&self, topic: &str, embedder: &str, weight: f64) {
        self.change(|trust| {
            let Some(place) = trust.embedders().iter().position(|own| own == embedder) else {
                return false;
            };
            let mut weights = trust.weights(topic).to_vec();
            let others: f64 =
                weights.iter().enumerate().filter(|(n, _)| *n != place).map(|(_, w)| w).sum();
            for (own, value) in weights.iter_mut().enumerate() {
                *value = match own == place {
                    true => weight,
                    false if others > 0.0 => *value / others * (1.0 - weight),
                    false => 0.0,
                };
            }
            trust.set(topic, &weights).is_ok()
        });
    }

    pub(in crate::ui) fn undo(&self, topic: &str) {
        self.change(|trust| trust.undo(topic));
    }

    fn change(&self, change: impl FnOnce(&mut Trust) -> bool) {
        self.kept.change_if(|trust| trust.as_mut().is_some_and(change));
    }
}

/// All topics start with the usual weights.
fn start(manifest: &Manifest, embedders: &[String]) -> Option<Trust> {
    let weights = usual_weights(manifest, embedders.iter().map(String::as_str));
    Trust::new(embedders.to_vec(), &weights).ok()
}

/// The weights that this browser has stored for a benchmark, as JSON.
pub(in crate::ui) fn kept_trust(benchmark: &str) -> Option<String> {
    let key = key_of(benchmark);
    stored_text(&key).filter(|text| Trust::from_json(&key, text).is_ok())
}

fn key_of(benchmark: &str) -> String {
    format!("rankscope-trust:{benchmark}")
}
