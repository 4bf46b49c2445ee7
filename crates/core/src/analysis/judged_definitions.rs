//! The judgements of a dataset's definitions of relevance: those of the benchmark, which arrive after
//! its other lists, one definition after another, then those added on this device.

use crate::benchmark::Relevance;
use std::sync::{Arc, OnceLock};

/// Judgements by definition, in the order of the manifest. Clones share those of the benchmark, so
/// they arrive in all of them.
#[derive(Debug, Clone, Default)]
pub struct JudgedDefinitions {
    own: Arc<Vec<OnceLock<Relevance>>>,
    added: Vec<Relevance>,
}

impl JudgedDefinitions {
    /// Those of a benchmark with so many definitions, before they have arrived.
    pub fn awaited(n_own: usize) -> Self {
        let own = (0..n_own).map(|_| OnceLock::new()).collect();
        Self { own: Arc::new(own), added: Vec::new() }
    }

    /// Those of a benchmark.
    pub fn of(own: Vec<Relevance>) -> Self {
        let own = own.into_iter().map(OnceLock::from).collect();
        Self { own: Arc::new(own), added: Vec::new() }
    }

    /// The benchmark's, and others after them in place of those that were added before.
    #[must_use]
    pub fn with(&self, added: Vec<Relevance>) -> Self {
        Self { own: self.own.clone(), added }
    }

    /// The same with other judgements of one of the benchmark's definitions.
    #[must_use]
    pub fn replaced(&self, definition: usize, judged: Relevance) -> Self {
        let mut own = Vec::clone(&self.own);
        if let Some(place) = own.get_mut(definition) {
            *place = judged.into();
        }
        Self { own: Arc::new(own), added: self.added.clone() }
    }

    /// Keeps the judgements of one of the benchmark's definitions, unless they are there.
    pub fn keep(&self, definition: usize, judged: Relevance) {
        if let Some(place) = self.own.get(definition) {
            place.get_or_init(|| judged);
        }
    }

    /// Whether the judgements of all the benchmark's definitions have arrived.
    pub fn are_there(&self) -> bool {
        self.own.iter().all(|judged| judged.get().is_some())
    }

    /// Whether both share the benchmark's judgements, arrived or not.
    pub fn are_of_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.own, &other.own)
    }

    /// The number of definitions, whether or not their judgements have arrived.
    pub fn len(&self) -> usize {
        self.own.len() + self.added.len()
    }

    /// Whether there are no definitions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether definitions were added to the benchmark's.
    pub fn has_added(&self) -> bool {
        !self.added.is_empty()
    }

    /// The judgements of a definition; `None` before they have arrived.
    pub fn get(&self, definition: usize) -> Option<&Relevance> {
        match definition.checked_sub(self.own.len()) {
            Some(place) => self.added.get(place),
            None => self.own.get(definition)?.get(),
        }
    }

    /// All, in order; none before all of the benchmark's have arrived.
    pub fn iter(&self) -> impl Iterator<Item = &Relevance> {
        let n = if self.are_there() { self.len() } else { 0 };
        (0..n).filter_map(|definition| self.get(definition))
    }
}

impl PartialEq for JudgedDefinitions {
    fn eq(&self, other: &Self) -> bool {
        let same = self.are_of_same(other) || self.own == other.own;
        same && self.added == other.added
    }
}
