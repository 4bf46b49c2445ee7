//! Judged@k: how much of what a measure looks at has been judged at all.
//!
//! A value says little where most of the images are unjudged: they count as misses and may be
//! anything. The share is over the hits that there are, so that a short list does not look as
//! if it were unjudged. Judged is every image with a grade, of whatever sign.

use super::{JudgedList, real};
use serde::{Deserialize, Serialize};

/// How many of the first hits are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgedShare {
    /// Judged hits.
    pub n_judged: usize,
    /// Hits looked at: k, or fewer where the list is shorter.
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
