//! Which guides are unlike the others (§C.2): S(g) = Σᵢ wᵢ LOFᵢ(g) over embedders, and a guide with
//! S(g) > τ is dropped.
//!
//! The paper reduces vectors by UMAP first. With the handful of guides of a query there is little to
//! reduce: here distances are cosines of whole vectors, or Euclidean after a PCA to two dimensions.

use super::{
    GuideError,
    lof::{cosine_distances, euclidean_distances, local_outlier_factors},
    principal::principal_components,
};
use serde::{Deserialize, Serialize};

/// With fewer guides there is no neighbourhood to speak of, and nothing is dropped.
pub const LEAST_GUIDES: usize = 4;

/// What vectors go through before distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reduction {
    /// Nothing: distances are 1 − cos.
    #[default]
    None,
    /// PCA to two dimensions: distances are Euclidean.
    Pca,
}

/// All guides as one embedder sees them.
#[derive(Debug, Clone, PartialEq)]
pub struct EmbeddedGuides {
    /// The embedder's weight.
    pub weight: f64,
    /// `[guides, dim]`.
    pub vectors: Vec<Vec<f32>>,
}

/// How far each guide lies apart.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Outliers {
    /// There are fewer guides than [`LEAST_GUIDES`].
    Off {
        /// How many there are.
        n_guides: usize,
    },
    /// The scores.
    Scores {
        /// How many neighbours each guide was compared with.
        k: usize,
        /// S(g) of each guide.
        scores: Vec<f64>,
        /// LOFᵢ(g), `[embedders][guides]`.
        factors: Vec<Vec<f64>>,
    },
}

/// min(4, m − 1) neighbours among m guides; `None` where there are fewer than [`LEAST_GUIDES`].
pub fn n_neighbours(n_guides: usize) -> Option<usize> {
    (n_guides >= LEAST_GUIDES).then(|| 4.min(n_guides - 1))
}

/// How far each guide lies apart from the others under all embedders.
///
/// # Errors
/// Embedders with different numbers of guides, and vectors that have no distances.
pub fn outlier_scores(
    embedders: &[EmbeddedGuides],
    reduction: Reduction,
) -> Result<Outliers, GuideError> {
    let n_guides = embedders.first().map_or(0, |first| first.vectors.len());
    if let Some(other) = embedders.iter().find(|one| one.vectors.len() != n_guides) {
        let found = other.vectors.len();
        return Err(GuideError::Count { what: "guides", found, needed: n_guides });
    }
    let Some(k) = n_neighbours(n_guides) else { return Ok(Outliers::Off { n_guides }) };
    let mut factors = Vec::with_capacity(embedders.len());
    for embedder in embedders {
        let distances = match reduction {
            Reduction::None => cosine_distances(&embedder.vectors)?,
            Reduction::Pca => {
                let row = |vector: &Vec<f32>| vector.iter().copied().map(f64::from).collect();
                let rows: Vec<Vec<f64>> = embedder.vectors.iter().map(row).collect();
                euclidean_distances(&principal_components(&rows, 2)?)?
            }
        };
        factors.push(local_outlier_factors(&distances, k)?);
    }
    let score = |guide: usize| {
        let of_guide = embedders.iter().zip(&factors);
        of_guide.map(|(one, of)| one.weight * of.get(guide).copied().unwrap_or(0.0)).sum()
    };
    let scores = (0..n_guides).map(score).collect();
    Ok(Outliers::Scores { k, scores, factors })
}

/// The places of the guides that stay: all with S(g) ≤ τ; all where nothing was scored. If τ would drop
/// every guide, the one with the lowest score stays.
pub fn kept_guides(outliers: &Outliers, threshold: f64) -> Vec<usize> {
    match outliers {
        Outliers::Off { n_guides } => (0..*n_guides).collect(),
        Outliers::Scores { scores, .. } => {
            let is_kept = |(_, score): &(usize, &f64)| **score <= threshold;
            let kept: Vec<usize> =
                scores.iter().enumerate().filter(is_kept).map(|(guide, _)| guide).collect();
            if !kept.is_empty() {
                return kept;
            }
            let lowest = scores.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
            lowest.map(|(guide, _)| guide).into_iter().collect()
        }
    }
}
