//! Hubs: images that are among the first hits of very many queries, while most are never found.
//!
//! Source: Radovanović, Nanopoulos & Ivanović, "Hubs in Space", JMLR 2010.

use crate::ranking::Hit;
use crate::statistics::skewness;
use std::cmp::Reverse;

/// How often each image is among the first k hits: N_k.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hubness {
    /// By row in the corpus.
    pub counts: Vec<u32>,
}

impl Hubness {
    /// Of the first `k` hits of some queries, among all images of a corpus.
    pub fn new<'a>(
        rankings: impl IntoIterator<Item = &'a [Hit]>,
        n_images: usize,
        k: usize,
    ) -> Self {
        let mut counts = vec![0; n_images];
        for hit in rankings.into_iter().flat_map(|hits| hits.iter().take(k)) {
            if let Some(count) = counts.get_mut(hit.row_in_corpus as usize) {
                *count += 1;
            }
        }
        Self { counts }
    }

    /// The skewness of N_k over all images; `None` if all have the same.
    pub fn skewness(&self) -> Option<f64> {
        skewness(&self.counts.iter().copied().map(f64::from).collect::<Vec<_>>())
    }

    /// How many images no query has among its first k.
    pub fn n_never(&self) -> usize {
        self.counts.iter().filter(|count| **count == 0).count()
    }

    /// The `n` images that are found most often, as `(row, count)`; equal counts in corpus order. Images
    /// that are never found are not among them.
    pub fn top(&self, n: usize) -> Vec<(usize, u32)> {
        let found = self.counts.iter().copied().enumerate().filter(|(_, count)| *count > 0);
        let mut found: Vec<(usize, u32)> = found.collect();
        found.sort_by_key(|(_, count)| Reverse(*count));
        found.truncate(n);
        found
    }
}
