//! The relevant hits of a ranking.

/// A relevant image in a ranking, with everything that a measure needs to know about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelevantHit {
    /// The image, by its row in the corpus.
    pub row_in_corpus: u32,
    /// Its rank, from 1.
    pub rank: usize,
    /// Its grade, 1 or more.
    pub grade: i32,
    /// The number of relevant images up to this rank, inclusive.
    pub n_relevant_so_far: usize,
    /// The number of images above that were judged with grade 0.
    pub n_nonrelevant_above: usize,
    /// The first rank with the same score.
    pub first_tied: usize,
    /// The last rank with the same score.
    pub last_tied: usize,
}

impl RelevantHit {
    /// P@rank at this hit.
    #[must_use]
    pub fn precision(&self) -> f64 {
        super::real(self.n_relevant_so_far) / super::real(self.rank)
    }
}
