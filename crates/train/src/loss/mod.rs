//! Losses over a batch: vectors of n images and of their n captions → one number, and its
//! gradient in every vector.
//!
//! Written out by hand in float64: a batch's scores are a small matrix, and the gradient of
//! the towers starts from here.

mod contrastive;
mod triplet;

use serde::{Deserialize, Serialize};

/// What a training lowers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum Loss {
    /// The mean cross-entropy of finding each caption's image and each image's caption among
    /// the batch, with a learned temperature (InfoNCE as in CLIP, ICML 2021).
    Contrastive {
        /// The temperature at first; CLIP's is 0.07.
        temperature: f32,
    },
    /// max(0, margin − cosine of the pair + cosine of a negative), in both directions (Faghri
    /// et al., "VSE++", BMVC 2018).
    Triplet {
        /// By how much a pair must lie closer than a negative.
        margin: f32,
        /// Which negatives count.
        negatives: Negatives,
    },
}

/// Which of a batch's other images (or captions) count in a triplet loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Negatives {
    /// All, summed: no mining.
    All,
    /// The closest of those farther than the pair itself; where there is none, the farthest
    /// of all (Schroff et al., "FaceNet", CVPR 2015).
    SemiHard,
    /// The closest: the maximum of hinges.
    Hardest,
}

/// A batch's vectors as the towers gave them, not normalised.
pub(super) struct Batch<'a> {
    /// `[n, dim]`.
    pub(super) images: &'a [f32],
    /// `[n, dim]`, row for row the captions of `images`.
    pub(super) texts: &'a [f32],
    pub(super) dim: usize,
    /// A number for each pair; pairs with the same number are no negatives of each other.
    pub(super) groups: &'a [usize],
}

/// A loss and its gradient.
pub(super) struct Outcome {
    pub(super) loss: f64,
    /// `[n, dim]`, in the vectors before normalisation.
    pub(super) images: Vec<f32>,
    /// `[n, dim]`, in the vectors before normalisation.
    pub(super) texts: Vec<f32>,
    /// In the logit scale; 0 where the loss has none.
    pub(super) logit_scale: f64,
}

/// Cosines of a batch, `[n, n]`: row for an image, column for a caption.
struct Scores<'a> {
    n: usize,
    values: Vec<f64>,
    groups: &'a [usize],
}

/// A loss as a function of the scores, with its gradient in them.
struct ScoreGradient {
    loss: f64,
    /// `[n, n]`.
    scores: Vec<f64>,
    logit_scale: f64,
}

impl Scores<'_> {
    fn at(&self, image: usize, text: usize) -> f64 {
        self.values[image * self.n + text]
    }

    fn is_negative(&self, image: usize, text: usize) -> bool {
        self.groups[image] != self.groups[text]
    }
}

impl Loss {
    /// The logit scale to begin with: ln(1 / temperature).
    pub(super) fn initial_logit_scale(self) -> f32 {
        match self {
            Self::Contrastive { temperature } => -libm::logf(temperature),
            Self::Triplet { .. } => 0.0,
        }
    }

    /// The loss at first. The hardest negatives of random vectors pull
    /// all of them to one point, from where no gradient leads away, so all negatives count
    /// until there is some order.
    pub(super) fn before_mining(self) -> Self {
        match self {
            Self::Triplet { margin, negatives: Negatives::Hardest } => {
                Self::Triplet { margin, negatives: Negatives::All }
            }
            other => other,
        }
    }

    /// Whether it makes use of the logit scale.
    pub(super) fn has_temperature(self) -> bool {
        matches!(self, Self::Contrastive { .. })
    }

    /// The loss of a batch and its gradient.
    pub(super) fn outcome(self, batch: &Batch<'_>, logit_scale: f32) -> Outcome {
        let (n, dim) = (batch.groups.len(), batch.dim);
        let images = Units::new(batch.images, dim);
        let texts = Units::new(batch.texts, dim);
        let scores =
            Scores { n, values: products(&images.rows, &texts.rows, dim), groups: batch.groups };
        let gradient = match self {
            Self::Contrastive { .. } => contrastive::gradient(&scores, f64::from(logit_scale)),
            Self::Triplet { margin, negatives } => {
                triplet::gradient(&scores, f64::from(margin), negatives)
            }
        };
        let turned: Vec<f64> =
            (0..n * n).map(|at| gradient.scores[(at % n) * n + at / n]).collect();
        Outcome {
            loss: gradient.loss,
            images: images.before(&combined(&gradient.scores, &texts.rows, dim)),
            texts: texts.before(&combined(&turned, &images.rows, dim)),
            logit_scale: gradient.logit_scale,
        }
    }
}

/// Vectors of length 1 with the lengths that they had.
struct Units {
    dim: usize,
    rows: Vec<f64>,
    norms: Vec<f64>,
}

impl Units {
    fn new(vectors: &[f32], dim: usize) -> Self {
        let mut rows: Vec<f64> = vectors.iter().map(|value| f64::from(*value)).collect();
        let mut norms = Vec::with_capacity(rows.len() / dim);
        for row in rows.chunks_mut(dim) {
            let norm = row.iter().map(|value| value * value).sum::<f64>().sqrt().max(1e-12);
            row.iter_mut().for_each(|value| *value /= norm);
            norms.push(norm);
        }
        Self { dim, rows, norms }
    }

    /// A gradient in the units → in the vectors before: what points along a vector has no
    /// effect, the rest is divided by its length.
    fn before(&self, gradient: &[f64]) -> Vec<f32> {
        let mut before = Vec::with_capacity(gradient.len());
        let rows = self.rows.chunks(self.dim).zip(gradient.chunks(self.dim));
        for ((unit, gradient), norm) in rows.zip(&self.norms) {
            let along: f64 = unit.iter().zip(gradient).map(|(u, g)| u * g).sum();
            #[expect(clippy::cast_possible_truncation, reason = "rounding is the point")]
            before.extend(unit.iter().zip(gradient).map(|(u, g)| ((g - along * u) / norm) as f32));
        }
        before
    }
}

/// `[n, dim]` and `[m, dim]` → `[n, m]`, every dot product.
fn products(a: &[f64], b: &[f64], dim: usize) -> Vec<f64> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum();
    a.chunks(dim).flat_map(|a| b.chunks(dim).map(move |b| dot(a, b))).collect()
}

/// Weights `[n, m]` and rows `[m, dim]` → their weighted sums `[n, dim]`.
fn combined(weights: &[f64], rows: &[f64], dim: usize) -> Vec<f64> {
    let n_rows = rows.len() / dim;
    let mut sums = vec![0.0; weights.len() / n_rows * dim];
    for (sum, weights) in sums.chunks_mut(dim).zip(weights.chunks(n_rows)) {
        for (weight, row) in weights.iter().zip(rows.chunks(dim)).filter(|(w, _)| **w != 0.0) {
            sum.iter_mut().zip(row).for_each(|(sum, value)| *sum += weight * value);
        }
    }
    sums
}

#[cfg(test)]
mod tests;
