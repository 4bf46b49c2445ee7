//! The judgements of a dataset's definitions of relevance: those of the benchmark, which arrive after
//! its other lists, then those added on this device.

use crate::benchmark::Relevance;
use std::sync::{Arc, OnceLock};

/// Judgements by definition, in the order of the manifest. Clones share those of the benchmark, so
/// they arrive in all of them.
#[derive(Debug, Clone, Default)]
pub struct JudgedDefinitions {
    own: Arc<OnceLock<Vec<Relevance>>>,
    /// The number of the benchmark's own definitions.
    n_own: usize,
    added: Vec<Relevance>,
}

impl JudgedDefinitions {
    /// Those of a benchmark with so many definitions, before they have arrived.
    #[must_use]
    pub fn awaited(n_own: usize) -> Self {
        Self { own: Arc::default(), n_own, added: Vec::new() }
    }

    /// Those of a benchmark.
    #[must_use]
    pub fn of(own: Vec<Relevance>) -> Self {
        let n_own = own.len();
        Self { own: Arc::new(OnceLock::from(own)), n_own, added: Vec::new() }
    }

    /// The benchmark's, and others after them in place of those that were added before.
    #[must_use]
    pub fn with(&self, added: Vec<Relevance>) -> Self {
        Self { own: self.own.clone(), n_own: self.n_own, added }
    }

    /// Keeps the benchmark's judgements, unless they are there.
    pub fn keep(&self, own: Vec<Relevance>) {
        self.own.get_or_init(|| own);
    }

    /// Whether the benchmark's judgements have arrived.
    #[must_use]
    pub fn are_there(&self) -> bool {
        self.n_own == 0 || self.own.get().is_some()
    }

    /// Whether both share the benchmark's judgements, arrived or not.
    #[must_use]
    pub fn are_of_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.own, &other.own)
    }

    /// The number of definitions, whether or not their judgements have arrived.
    #[must_use]
    pub fn len(&self) -> usize {
        self.n_own + self.added.len()
    }

    /// Whether there are no definitions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether definitions were added to the benchmark's.
    #[must_use]
    pub fn has_added(&self) -> bool {
        !self.added.is_empty()
    }

    /// The judgements of a definition; `None` before they have arrived.
    #[must_use]
    pub fn get(&self, definition: usize) -> Option<&Relevance> {
        match definition.checked_sub(self.n_own) {
            Some(place) => self.added.get(place),
            None => self.own.get()?.get(definition),
        }
    }

    /// All, in order; none before the benchmark's have arrived.
    pub fn iter(&self) -> impl Iterator<Item = &Relevance> {
        let added = if self.are_there() { self.added.as_slice() } else { &[] };
        self.own.get().into_iter().flatten().chain(added)
    }
}

impl PartialEq for JudgedDefinitions {
    fn eq(&self, other: &Self) -> bool {
        let same = self.are_of_same(other) || self.own == other.own;
        same && self.n_own == other.n_own && self.added == other.added
    }
}
