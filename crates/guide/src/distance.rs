//! Needle's mean distance: δ̄(x) = (1 / ml) Σᵢ Σⱼ δ over l embedders and m guides, where
//! δ = 1 − cos (§3, eq. 1 and 4). Embedders count alike. Equal distances stand in the order of rows.

use super::GuideError;
use serde::Serialize;

/// δ = 1 − cos, 0 … 2.
pub fn distance_from_cosine(cosine: f64) -> f64 {
    1.0 - cosine
}

/// A picture by its mean distance to the guides.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DistanceHit {
    /// Its row in the corpus.
    pub row: usize,
    /// δ̄.
    pub distance: f64,
}

/// The mean distance of every row of a gallery to all guides under all embedders, added up one guide
/// under one embedder at a time.
#[derive(Debug, Clone, PartialEq)]
pub struct MeanDistances {
    sums: Vec<f64>,
    n_added: usize,
}

impl MeanDistances {
    /// Of this many rows, with nothing added.
    pub fn new(n_rows: usize) -> Self {
        Self { sums: vec![0.0; n_rows], n_added: 0 }
    }

    /// Adds a guide under an embedder, by its cosine to each row, in the order of rows.
    ///
    /// # Errors
    /// More or fewer cosines than rows.
    pub fn add(&mut self, cosines: &[f32]) -> Result<(), GuideError> {
        if cosines.len() != self.sums.len() {
            let (found, needed) = (cosines.len(), self.sums.len());
            return Err(GuideError::Count { what: "cosines", found, needed });
        }
        for (sum, cosine) in self.sums.iter_mut().zip(cosines) {
            *sum += distance_from_cosine(f64::from(*cosine));
        }
        self.n_added += 1;
        Ok(())
    }

    /// δ̄ of each row; empty before anything was added.
    pub fn means(&self) -> Vec<f64> {
        if self.n_added == 0 {
            return Vec::new();
        }
        self.sums.iter().map(|sum| sum / self.n_added as f64).collect()
    }

    /// The `k` nearest rows, nearest first; a distance that is not a number comes last.
    pub fn nearest(&self, k: usize) -> Vec<DistanceHit> {
        let hits = self.means().into_iter().enumerate();
        let mut hits: Vec<DistanceHit> =
            hits.map(|(row, distance)| DistanceHit { row, distance }).collect();
        let order = |a: &DistanceHit, b: &DistanceHit| {
            let by_distance = a.distance.total_cmp(&b.distance);
            a.distance.is_nan().cmp(&b.distance.is_nan()).then(by_distance).then(a.row.cmp(&b.row))
        };
        if k > 0 && k < hits.len() {
            hits.select_nth_unstable_by(k - 1, order);
        }
        hits.truncate(k);
        hits.sort_unstable_by(order);
        hits
    }
}
