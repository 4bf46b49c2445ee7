//! Pictures in the order of what guides found.

use super::plan::DEPTH;
use super::{Guide, Guides, Plan};
use crate::ui::task::now_ms;
use leptos::prelude::*;
use rankscope_guide::{
    EmbeddedGuides, EmbedderLists, MeanDistances, Outliers, Reduction, Term, kept_guides,
    outlier_scores, rank_fused,
};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct Fused {
    pub(in crate::ui) hits: Vec<Ordered>,
    pub(in crate::ui) embedders: Vec<String>,
    /// The guides that took part, in the order of the terms.
    pub(in crate::ui) guides: Vec<Arc<Guide>>,
    pub(in crate::ui) fuse_ms: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct Ordered {
    pub(in crate::ui) row: u32,
    /// The sum of its terms, or its mean distance.
    pub(in crate::ui) score: f64,
    /// What each list adds; empty by distance.
    pub(in crate::ui) terms: Vec<Term>,
}

impl Fused {
    pub(in crate::ui) fn first(&self, n: usize) -> &[Ordered] {
        self.hits.get(..n.min(self.hits.len())).unwrap_or_default()
    }
}

impl Guides {
    /// The guides that take part: not dropped by the visitor, nor as outliers. Tracked.
    pub(in crate::ui) fn taking_part(
        &self,
        plan: &Plan,
        outliers: Option<&Outliers>,
    ) -> Vec<Arc<Guide>> {
        let is_planned = |guide: &Arc<Guide>| {
            guide.scene.as_ref().is_none_or(|scene| plan.engines.contains(&scene.engine))
        };
        let kept = self.dropped.with(|dropped| {
            let all = self.all().into_iter().filter(is_planned);
            all.filter(|guide| !dropped.contains(&guide.key)).collect::<Vec<_>>()
        });
        let (Some(tau), Some(outliers)) = (plan.choice.tau, outliers) else { return kept };
        let places = kept_guides(outliers, tau);
        places.into_iter().filter_map(|place| kept.get(place).cloned()).collect()
    }

    /// Pictures in the order of what the guides found so far; `None` before anything was. Tracked.
    pub(in crate::ui) fn fused(
        &self,
        plan: &Plan,
        weights: &[f64],
        outliers: Option<&Outliers>,
        n_images: usize,
    ) -> Option<Fused> {
        let guides = self.taking_part(plan, outliers);
        let start = now_ms();
        let hits = match plan.choice.by_distance {
            true => self.by_distance(plan, &guides, n_images)?,
            false => self.by_rank(plan, weights, &guides),
        };
        let fuse_ms = now_ms() - start;
        let embedders = plan.embedders.clone();
        (!hits.is_empty()).then_some(Fused { hits, embedders, guides, fuse_ms })
    }

    fn by_rank(&self, plan: &Plan, weights: &[f64], guides: &[Arc<Guide>]) -> Vec<Ordered> {
        let hits = rank_fused(&self.lists(plan, weights, guides), DEPTH).into_iter();
        hits.map(|hit| Ordered { row: hit.item, score: hit.score, terms: hit.terms }).collect()
    }

    /// The rows that each guide found under each embedder; tracked.
    pub(in crate::ui) fn lists(
        &self,
        plan: &Plan,
        weights: &[f64],
        guides: &[Arc<Guide>],
    ) -> Vec<EmbedderLists<u32>> {
        let lists = |(embedder, weight): (&String, &f64)| {
            let list = |guide: &Arc<Guide>| -> Vec<u32> {
                let found = self.found(embedder, &guide.key, plan.k);
                let hits = found.as_ref().map_or(&[][..], |found| &found.hits);
                hits.iter().map(|hit| hit.row_in_corpus).collect()
            };
            let lists = guides.iter().map(list).collect();
            EmbedderLists { embedder: embedder.clone(), weight: *weight, lists }
        };
        plan.embedders.iter().zip(weights).map(lists).collect()
    }

    /// Whether an embedder has no vector of a guide; tracked.
    fn is_unseen(&self, embedder: &str, guide: &Guide) -> bool {
        self.unseen.with(|unseen| unseen.contains(&(embedder.to_owned(), guide.key.clone())))
    }

    /// By mean distance, once all distances are known.
    fn by_distance(
        &self,
        plan: &Plan,
        guides: &[Arc<Guide>],
        n_images: usize,
    ) -> Option<Vec<Ordered>> {
        let mut distances = MeanDistances::new(n_images);
        for embedder in &plan.embedders {
            let seen = guides.iter().filter(|guide| !self.is_unseen(embedder, guide));
            for guide in seen {
                let found = self.found(embedder, &guide.key, plan.k)?;
                let mut cosines = vec![f32::NAN; n_images];
                for hit in &found.hits {
                    if let Some(place) = cosines.get_mut(hit.row_in_corpus as usize) {
                        *place = hit.score;
                    }
                }
                distances.add(&cosines).ok()?;
            }
        }
        let nearest = distances.nearest(100).into_iter().filter_map(|hit| {
            let row = u32::try_from(hit.row).ok()?;
            Some(Ordered { row, score: hit.distance, terms: Vec::new() })
        });
        Some(nearest.collect())
    }
}

/// `None` before all vectors are known. Tracked.
pub(in crate::ui) fn apart(guides: Guides, plan: &Plan, weights: &[f64]) -> Option<Outliers> {
    let all = guides.dropped.with(|dropped| {
        guides.all().into_iter().filter(|guide| !dropped.contains(&guide.key)).collect::<Vec<_>>()
    });
    let embedded = |(embedder, weight): (&String, &f64)| {
        let vector = |guide: &Arc<Guide>| {
            guides.found(embedder, &guide.key, plan.k).map(|found| found.vector.clone())
        };
        let vectors = all.iter().map(vector).collect::<Option<Vec<Vec<f32>>>>()?;
        Some(EmbeddedGuides { weight: *weight, vectors })
    };
    // An embedder that misses a guide cannot say which lies apart.
    let sees_all = |(embedder, _): &(&String, &f64)| {
        all.iter().all(|guide| !guides.is_unseen(embedder, guide))
    };
    let embedders = plan.embedders.iter().zip(weights).filter(sees_all).map(embedded);
    let embedders = embedders.collect::<Option<Vec<EmbeddedGuides>>>()?;
    outlier_scores(&embedders, Reduction::None).ok()
}
