//! Losses of a batch: from the vectors of n images and of their n captions to one number and its
//! gradient with respect to every vector. Computed directly in float64, without automatic
//! differentiation: the scores of a batch are a small matrix, and the backward pass of the towers
//! starts from the gradient.

mod contrastive;
mod scores;
mod triplet;

pub use triplet::Negatives;

use scores::Scores;
use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum Loss {
    /// The mean cross-entropy of each caption's image and each image's caption among those of the
    /// batch, with a learned temperature (InfoNCE, as in CLIP, ICML 2021).
    Contrastive {
        /// Initial; CLIP's is 0.07.
        temperature: f32,
    },
    /// max(0, margin − cosine of the pair + cosine of a negative), in both directions (Faghri et al.,
    /// "VSE++", BMVC 2018).
    Triplet {
        /// How much closer a pair must be than a negative.
        margin: f32,
        negatives: Negatives,
    },
}

/// A batch's vectors from the towers, not normalised.
pub(super) struct Batch<'a> {
    /// `[n, dim]`.
    pub(super) images: &'a [f32],
    /// `[n, dim]`; each row is of the caption of the same row of `images`.
    pub(super) texts: &'a [f32],
    pub(super) dim: usize,
    /// `[n]`; pairs of the same group are not negatives of each other.
    pub(super) groups: &'a [usize],
}

pub(super) struct Outcome {
    pub(super) loss: f64,
    /// `[n, dim]`, with respect to the images' vectors before normalisation.
    pub(super) images: Vec<f32>,
    /// `[n, dim]`, with respect to the texts' vectors before normalisation.
    pub(super) texts: Vec<f32>,
    /// With respect to the logit scale; 0 if the loss has none.
    pub(super) logit_scale: f64,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contrastive { .. } => write!(f, "contrastive, learned temperature"),
            Self::Triplet { margin, negatives } => {
                let negatives = match negatives {
                    Negatives::All => "all negatives",
                    Negatives::SemiHard => "semi-hard negatives",
                    Negatives::Hardest => "hardest negatives",
                };
                write!(f, "triplet, margin {margin}, {negatives}")
            }
        }
    }
}

impl Loss {
    /// ln(1 / temperature).
    pub(super) fn initial_logit_scale(self) -> f32 {
        match self {
            Self::Contrastive { temperature } => -libm::logf(temperature),
            Self::Triplet { .. } => 0.0,
        }
    }

    /// The loss before mining starts. The hardest negatives of random vectors pull all vectors into
    /// one point, from which no gradient leads out, so all negatives count until there is some
    /// order.
    pub(super) fn before_mining(self) -> Self {
        match self {
            Self::Triplet { margin, negatives: Negatives::Hardest } => {
                Self::Triplet { margin, negatives: Negatives::All }
            }
            other => other,
        }
    }

    pub(super) fn has_temperature(self) -> bool {
        matches!(self, Self::Contrastive { .. })
    }

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
        let transposed: Vec<f64> =
            (0..n * n).map(|at| gradient.scores[(at % n) * n + at / n]).collect();
        Outcome {
            loss: gradient.loss,
            images: images.before(&combined(&gradient.scores, &texts.rows, dim)),
            texts: texts.before(&combined(&transposed, &images.rows, dim)),
            logit_scale: gradient.logit_scale,
        }
    }
}

/// Normalised vectors, and their norms before.
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

    /// The gradient before normalisation, from that after it: without the part along the vector,
    /// and divided by the norm.
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

/// All dot products `[n, m]` of rows `[n, dim]` and `[m, dim]`.
fn products(a: &[f64], b: &[f64], dim: usize) -> Vec<f64> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum();
    a.chunks(dim).flat_map(|a| b.chunks(dim).map(move |b| dot(a, b))).collect()
}

/// Sums `[n, dim]` of rows `[m, dim]` with weights `[n, m]`.
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
