//! The scores of a batch, from which every loss is computed.

/// The cosines of a batch, `[n, n]`: a row for each image, a column for each caption.
pub(super) struct Scores<'a> {
    pub(super) n: usize,
    pub(super) values: Vec<f64>,
    pub(super) groups: &'a [usize],
}

pub(super) struct ScoreGradient {
    pub(super) loss: f64,
    /// `[n, n]`.
    pub(super) scores: Vec<f64>,
    pub(super) logit_scale: f64,
}

impl Scores<'_> {
    pub(super) fn at(&self, image: usize, text: usize) -> f64 {
        self.values[image * self.n + text]
    }

    pub(super) fn is_negative(&self, image: usize, text: usize) -> bool {
        self.groups[image] != self.groups[text]
    }
}
