/// A relevant image in a ranking: all that any measure needs to know of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelevantHit {
    /// Which image, by its row in the corpus.
    pub row_in_corpus: u32,
    /// Its place in the ranking, from 1.
    pub rank: usize,
    /// Its grade, 1 or more.
    pub grade: i32,
    /// How many relevant images there are up to here, this one included.
    pub n_relevant_so_far: usize,
    /// How many images above were judged with grade 0.
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
