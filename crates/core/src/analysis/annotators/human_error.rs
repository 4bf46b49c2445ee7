//! People who verify what was proposed, and who err.

use crate::random::SplitMix64;

/// Simulated people: each picture that anyone proposes for a query is judged once, and the
/// judgement is wrong with this probability. A relevant picture is then missed, another called
/// relevant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HumanError {
    /// 0 … 1.
    pub probability: f64,
    /// Other seeds err on other pictures.
    pub seed: u64,
}

impl HumanError {
    /// Whether the judgement of a picture for a query is wrong. It depends on nothing but the seed,
    /// so that it is the same no matter who proposed the picture.
    pub(super) fn is_wrong(&self, query_row: u32, row_in_corpus: u32) -> bool {
        // The seed is scattered first: otherwise seed and row would be exchangeable.
        let seed = SplitMix64::new(self.seed).next_u64();
        let judgement = u64::from(query_row) << 32 | u64::from(row_in_corpus);
        f64::from(SplitMix64::new(seed ^ judgement).unit()) < self.probability
    }
}
