//! How much each embedder is trusted with queries of a topic (§C.1): weights that feedback moves, with
//! their history.

use super::{
    EmbedderLists, GuideError,
    rank_fusion::importance,
    weights::{checked_weights, normalised_weights, updated_weights},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, HashSet},
    hash::Hash,
};

/// The paper's learning rate.
pub const ETA: f64 = 0.05;

/// Each embedder's loss: Δᵢ = Σⱼ Σ_h S(rankᵢⱼ(h)) over guides j and wrong hits h, with S of eq. 5.
pub fn losses<T: Eq + Hash>(of: &[EmbedderLists<T>], wrong: &HashSet<T>, k: usize) -> Vec<f64> {
    let loss_of_list = |list: &Vec<T>| -> f64 {
        let mut counted: HashSet<&T> = HashSet::new();
        let ranked = (1..).zip(list.iter().take(k));
        let is_wrong = |(_, item): &(usize, &T)| wrong.contains(*item);
        let losses = ranked.filter(is_wrong).filter(|(_, item)| counted.insert(*item));
        losses.map(|(rank, _)| importance(rank, k)).sum()
    };
    of.iter().map(|embedder| embedder.lists.iter().map(loss_of_list).sum()).collect()
}

/// Why weights changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ChangeReason {
    /// Hits of a query were marked as wrong.
    Feedback {
        /// The query's id or text.
        query: String,
        /// How many hits were marked.
        n_wrong: usize,
        /// Δ of each embedder.
        losses: Vec<f64>,
        /// η.
        learning_rate: f64,
    },
    /// Somebody moved them.
    Moved,
}

/// A change of a topic's weights.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Why.
    pub reason: ChangeReason,
    /// The weights before.
    pub before: Vec<f64>,
}

/// A topic's weights and how they came about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Topic {
    /// The weight of each embedder; they sum to 1.
    pub weights: Vec<f64>,
    /// The changes, oldest first.
    pub history: Vec<Change>,
}

/// The weights of all embedders for all topics. A topic without a change has the weights that all
/// topics start with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trust {
    embedders: Vec<String>,
    start: Vec<f64>,
    topics: BTreeMap<String, Topic>,
}

impl Trust {
    /// Every topic starts with these weights, divided by their sum.
    ///
    /// # Errors
    /// A weight that is negative or not finite, all weights 0, or another number than of embedders.
    pub fn new(embedders: Vec<String>, weights: &[f64]) -> Result<Self, GuideError> {
        let start = sound(&embedders, weights)?;
        Ok(Self { embedders, start, topics: BTreeMap::new() })
    }

    /// Every topic starts with equal weights.
    ///
    /// # Errors
    /// No embedder.
    pub fn equal(embedders: Vec<String>) -> Result<Self, GuideError> {
        let weights = vec![1.0; embedders.len()];
        Self::new(embedders, &weights)
    }

    /// The embedders' names, in the order of all weights.
    pub fn embedders(&self) -> &[String] {
        &self.embedders
    }

    /// The topics whose weights were changed.
    pub fn topics(&self) -> &BTreeMap<String, Topic> {
        &self.topics
    }

    /// The weights for a topic.
    pub fn weights(&self, topic: &str) -> &[f64] {
        self.topics.get(topic).map_or(&self.start, |topic| &topic.weights)
    }

    /// Lowers the weights of the embedders that ranked wrong hits high.
    ///
    /// # Errors
    /// As [`updated_weights`].
    pub fn give_feedback(
        &mut self,
        topic: &str,
        query: &str,
        n_wrong: usize,
        losses: &[f64],
        learning_rate: f64,
    ) -> Result<(), GuideError> {
        let weights = updated_weights(self.weights(topic), losses, learning_rate)?;
        let (query, losses) = (query.to_owned(), losses.to_vec());
        self.change(
            topic,
            weights,
            ChangeReason::Feedback { query, n_wrong, losses, learning_rate },
        );
        Ok(())
    }

    /// Sets the weights for a topic, divided by their sum.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn set(&mut self, topic: &str, weights: &[f64]) -> Result<(), GuideError> {
        let weights = sound(&self.embedders, weights)?;
        self.change(topic, weights, ChangeReason::Moved);
        Ok(())
    }

    /// Takes the last change of a topic back; `false` if there is none.
    pub fn undo(&mut self, topic: &str) -> bool {
        let Some(of_topic) = self.topics.get_mut(topic) else { return false };
        let Some(last) = of_topic.history.pop() else { return false };
        of_topic.weights = last.before;
        if of_topic.history.is_empty() {
            self.topics.remove(topic);
        }
        true
    }

    /// All of it as JSON, to be kept in a file.
    ///
    /// # Errors
    /// None in practice.
    pub fn to_json(&self) -> Result<String, GuideError> {
        serde_json::to_string_pretty(self).map_err(|error| GuideError::Trust(error.to_string()))
    }

    /// Reads what [`Self::to_json`] wrote; `file` is its name, for messages.
    ///
    /// # Errors
    /// Text that is not such a file, or weights that [`Self::new`] would refuse.
    pub fn from_json(file: &str, text: &str) -> Result<Self, GuideError> {
        let wrong = |reason: String| GuideError::Trust(format!("{file}: {reason}"));
        let read: Self = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let check = |place: &str, weights: &[f64]| {
            sound(&read.embedders, weights).map_err(|error| wrong(format!("{place}: {error}")))
        };
        check("start", &read.start)?;
        for (name, topic) in &read.topics {
            check(&format!("topic {name}"), &topic.weights)?;
            for (number, change) in (1..).zip(&topic.history) {
                check(&format!("topic {name}, change {number}"), &change.before)?;
            }
        }
        Ok(read)
    }

    fn change(&mut self, topic: &str, weights: Vec<f64>, reason: ChangeReason) {
        let start = &self.start;
        let new = || Topic { weights: start.clone(), history: Vec::new() };
        let topic = self.topics.entry(topic.to_owned()).or_insert_with(new);
        let before = std::mem::replace(&mut topic.weights, weights);
        topic.history.push(Change { reason, before });
    }
}

/// Weights that can be used, divided by their sum.
fn sound(embedders: &[String], weights: &[f64]) -> Result<Vec<f64>, GuideError> {
    checked_weights(embedders, weights)?;
    normalised_weights(weights).ok_or(GuideError::NoWeight)
}
