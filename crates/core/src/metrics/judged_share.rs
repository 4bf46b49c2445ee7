//! Judged@k: the share of the hits that a measure reads that are judged.
//!
//! A value means little where most images are unjudged: they count as misses, and some may be
//! relevant. The share is of the hits in the list, so that a short list does not look unjudged.
//! Every image with a grade is judged, whatever its sign.

use super::{JudgedList, real};
use serde::{Deserialize, Serialize};

/// How many of the first hits are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgedShare {
    /// Judged hits.
    pub n_judged: usize,
    /// Hits read: k, or fewer where the list is shorter.
    pub n_hits: usize,
}

impl JudgedShare {
    /// Among the first `k` hits.
    #[must_use]
    pub fn of_top(list: &JudgedList, k: usize) -> Self {
        let n_judged = list.grades().iter().take(k).flatten().count();
        Self { n_judged, n_hits: list.n_given().min(k) }
    }

    /// 0 … 1; `None` where there are no hits.
    #[must_use]
    pub fn share(self) -> Option<f64> {
        (self.n_hits > 0).then(|| real(self.n_judged) / real(self.n_hits))
    }
}
