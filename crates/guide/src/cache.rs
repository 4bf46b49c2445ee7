//! Guides of earlier queries (§C.3): a query whose text lies within τ_text of a cached one takes its
//! guides, and says whose they are.

use super::GuideError;
use serde::{Deserialize, Serialize};

/// A query with its guides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CachedQuery<G> {
    /// The query's text.
    pub text: String,
    /// What kind of guides these are, such as engines, number and size: only a query that asks for the
    /// same kind may take them.
    pub kind: String,
    /// Its text vector `[dim]`.
    pub vector: Vec<f32>,
    /// Its guides.
    pub guides: Vec<G>,
    /// Memory of the entry, as its maker counts it.
    pub bytes: u64,
}

/// A cached query that is near enough.
#[derive(Debug, PartialEq)]
pub struct Nearest<'a, G> {
    /// The query.
    pub query: &'a CachedQuery<G>,
    /// The cosine of the two texts.
    pub cosine: f64,
}

/// The cached queries of one build of one benchmark, oldest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GuideCache<G> {
    /// The benchmark and its build, such as the hash of its manifest: texts of another are not compared.
    build: String,
    queries: Vec<CachedQuery<G>>,
}

impl<G> GuideCache<G> {
    /// An empty cache of a build of a benchmark.
    pub fn new(build: impl Into<String>) -> Self {
        Self { build: build.into(), queries: Vec::new() }
    }

    /// The build that the queries were asked of. A cache of another build is to be cleared.
    pub fn build(&self) -> &str {
        &self.build
    }

    /// The cached queries, oldest first.
    pub fn queries(&self) -> &[CachedQuery<G>] {
        &self.queries
    }

    /// Memory of all entries, in bytes.
    pub fn bytes(&self) -> u64 {
        self.queries.iter().map(|query| query.bytes).sum()
    }

    /// Keeps a query's guides; an entry with the same text and kind is replaced.
    pub fn keep(&mut self, query: CachedQuery<G>) {
        self.queries.retain(|other| (&other.text, &other.kind) != (&query.text, &query.kind));
        self.queries.push(query);
    }

    /// The nearest query with guides of this kind, if its cosine is τ_text or more; of equally near
    /// ones the oldest.
    ///
    /// # Errors
    /// A threshold that is no cosine.
    pub fn nearest(
        &self,
        vector: &[f32],
        kind: &str,
        threshold: f64,
    ) -> Result<Option<Nearest<'_, G>>, GuideError> {
        checked_threshold(threshold)?;
        let of_kind = self.queries.iter().filter(|query| query.kind == kind);
        let cosines = of_kind.filter_map(|query| {
            cosine(vector, &query.vector).map(|cosine| Nearest { query, cosine })
        });
        let mut best: Option<Nearest<'_, G>> = None;
        for near in cosines.filter(|near| near.cosine >= threshold) {
            if best.as_ref().is_none_or(|best| near.cosine > best.cosine) {
                best = Some(near);
            }
        }
        Ok(best)
    }

    /// Removes a text's entries; `false` if there was none.
    pub fn remove(&mut self, text: &str) -> bool {
        let n_before = self.queries.len();
        self.queries.retain(|query| query.text != text);
        self.queries.len() < n_before
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.queries.clear();
    }
}

/// Refuses a threshold that is no cosine.
pub(crate) fn checked_threshold(threshold: f64) -> Result<(), GuideError> {
    if (-1.0..=1.0).contains(&threshold) { Ok(()) } else { Err(GuideError::Threshold(threshold)) }
}

/// The cosine of two vectors; `None` where lengths differ or one has no direction.
pub fn cosine(a: &[f32], b: &[f32]) -> Option<f64> {
    if a.len() != b.len() {
        return None;
    }
    let dot = |a: &[f32], b: &[f32]| -> f64 {
        a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
    };
    let cosine = dot(a, b) / (dot(a, a) * dot(b, b)).sqrt();
    // Equal vectors have cosine 1, whatever is rounded, so that a threshold of 1 finds them.
    if a == b && cosine.is_finite() { Some(1.0) } else { cosine.is_finite().then_some(cosine) }
}
