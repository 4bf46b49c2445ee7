//! Folds: a gallery in parts, where each query searches only the part that it belongs to.
//!
//! COCO 1K cuts the 25,000 test captions into five folds of 5,000 in the order of
//! `coco_test_ids.npy`; a fold's gallery is the pictures of its captions. A ranking of the
//! whole gallery is cut to the query's fold before it is judged, and the mean is that of the
//! folds' means. From images to texts, an image searches the captions of its fold. Source:
//! `eccv_caption`, `metrics.py`, `coco_1k_recalls`.

use super::{JudgedList, Mean, Order};
use crate::benchmark::{FOLD_FACET, Image, Judgements, Query};
use crate::ranking::Hit;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folds {
    n_folds: usize,
    of_query: Vec<Option<usize>>,
    of_image: Vec<Option<usize>>,
}

/// A caption from which the folds were cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoldCaption {
    /// `None` if it is not a query.
    pub query_row: Option<usize>,
    /// Of its picture.
    pub row_in_corpus: usize,
}

impl Folds {
    /// Cuts `captions` into `n_folds` consecutive folds of ⌊n / n_folds⌋; the remainder is in no
    /// fold. A picture belongs to the fold of its first caption.
    pub fn consecutive(
        captions: &[FoldCaption],
        n_folds: usize,
        n_queries: usize,
        n_images: usize,
    ) -> Self {
        let mut folds =
            Self { n_folds, of_query: vec![None; n_queries], of_image: vec![None; n_images] };
        let n_in_fold = captions.len().checked_div(n_folds).unwrap_or(0);
        if n_in_fold == 0 {
            return folds;
        }
        for (fold, captions) in captions.chunks_exact(n_in_fold).take(n_folds).enumerate() {
            for caption in captions {
                let query = caption.query_row.and_then(|row| folds.of_query.get_mut(row));
                if let Some(of_query) = query {
                    *of_query = Some(fold);
                }
                if let Some(of_image) = folds.of_image.get_mut(caption.row_in_corpus) {
                    of_image.get_or_insert(fold);
                }
            }
        }
        folds
    }

    /// The folds given by the facet [`FOLD_FACET`] of queries and images, which are in the benchmark's order;
    /// `None` if no query has it.
    pub fn from_facets(queries: &[Query], images: &[Image]) -> Option<Self> {
        fn named(facets: &BTreeMap<String, String>) -> Option<&str> {
            facets.get(FOLD_FACET).map(String::as_str)
        }
        let names: BTreeSet<&str> = queries.iter().filter_map(|q| named(&q.facets)).collect();
        let fold = |facets| names.iter().position(|name| Some(*name) == named(facets));
        (!names.is_empty()).then(|| Self {
            n_folds: names.len(),
            of_query: queries.iter().map(|query| fold(&query.facets)).collect(),
            of_image: images.iter().map(|image| fold(&image.facets)).collect(),
        })
    }

    /// The same from images to texts: an image asks for the texts of its fold. `image_rows` are the rows of the
    /// images that ask; a text is in the fold of the image that `caption_images` has for it, or, without these,
    /// in that of the query that it is.
    #[must_use]
    pub fn reversed(&self, image_rows: &[u32], caption_images: Option<&[u32]>) -> Self {
        let of_rows = |rows: &[u32]| {
            rows.iter().map(|row| self.of_image.get(*row as usize).copied().flatten()).collect()
        };
        Self {
            n_folds: self.n_folds,
            of_query: of_rows(image_rows),
            of_image: caption_images.map_or_else(|| self.of_query.clone(), of_rows),
        }
    }

    /// Judges the hits in the query's fold, ranked by score; `None` if the query is in no fold. The ranking
    /// should cover the whole gallery: a shorter one may have too few hits in the fold.
    pub fn judge(
        &self,
        query_row: usize,
        hits: &[Hit],
        judgements: &Judgements,
    ) -> Option<JudgedList> {
        let fold = self.fold_of(query_row)?;
        let is_inside =
            |hit: &&Hit| self.of_image.get(hit.row_in_corpus as usize) == Some(&Some(fold));
        let inside: Vec<Hit> = hits.iter().filter(is_inside).copied().collect();
        // This order reads no ids.
        Some(JudgedList::in_order(Order::ByScore, &inside, judgements, &[]).within_fold())
    }

    /// The mean over folds of each fold's mean; `values` are in the queries' order. Folds without a value are
    /// left out; n counts queries.
    pub fn mean(&self, values: &[Option<f64>]) -> Option<Mean> {
        let mean_of = |fold: usize| {
            let inside = values.iter().enumerate();
            let inside = inside.filter(|(query_row, _)| self.fold_of(*query_row) == Some(fold));
            Mean::of(inside.map(|(_, value)| *value))
        };
        let means: Vec<Mean> = (0..self.n_folds).filter_map(mean_of).collect();
        let of_folds = Mean::of(means.iter().map(|mean| Some(mean.mean)))?;
        Some(Mean { mean: of_folds.mean, n: means.iter().map(|mean| mean.n).sum() })
    }

    fn fold_of(&self, query_row: usize) -> Option<usize> {
        self.of_query.get(query_row).copied().flatten()
    }
}
