//! What every way of answering is measured with.

use super::{
    gathered::{Gathered, Part},
    plan::Plan,
};
use crate::benchmark::open::Benchmark;
use rankscope_core::analysis::{Board, SystemValues};
use rankscope_core::ranking::{Hit, hits_in_order};
use rankscope_guide::{EmbedderLists, rank_fused};

/// What every way of answering is measured with.
pub(crate) struct Setup<'a> {
    pub(crate) benchmark: &'a Benchmark,
    pub(crate) plan: &'a Plan,
    pub(crate) weights: &'a [f64],
    pub(crate) board: &'a Board,
    /// Each embedder's ranking of each query by its text, `[embedders][queries]`; empty for one without
    /// vectors of texts.
    pub(crate) of_text: &'a [Vec<Vec<Hit>>],
}

impl Setup<'_> {
    /// Measures [`Self::rankings`]; queries without guides keep the text's list, which is empty where no
    /// embedder knows texts.
    pub(crate) fn way(
        &self,
        name: &str,
        all: &[Gathered],
        ranking: impl Fn(&Gathered) -> Vec<Hit>,
    ) -> SystemValues {
        self.board.values(name, &self.rankings(all, ranking))
    }

    /// A ranking of each gathered query; those without guides keep the text's list.
    pub(crate) fn rankings(
        &self,
        all: &[Gathered],
        ranking: impl Fn(&Gathered) -> Vec<Hit>,
    ) -> Vec<Vec<Hit>> {
        let mut rankings: Vec<Vec<Hit>> = vec![Vec::new(); self.benchmark.queries.len()];
        for of in all {
            let mut hits = ranking(of);
            if hits.is_empty() {
                hits = self.fused_text(of.query);
            }
            if let Some(place) = rankings.get_mut(of.query) {
                *place = hits;
            }
        }
        rankings
    }

    /// The whole plan with these weights.
    pub(crate) fn whole<'a>(&'a self, weights: &'a [f64]) -> Part<'a> {
        Part {
            n_embedders: self.plan.n_embedders,
            engines: &self.plan.engines,
            n_guides: self.plan.n_guides,
            weights,
            depth: self.plan.depth,
        }
    }

    /// Whether an embedder knows texts.
    pub(crate) fn has_text(&self) -> bool {
        self.of_text.iter().any(|of| !of.is_empty())
    }

    /// The first rows of each embedder's ranking by text.
    pub(crate) fn text_lists(&self, query: usize) -> Vec<Vec<u32>> {
        let list = |of: &Vec<Vec<Hit>>| {
            let hits = of.get(query).map_or(&[][..], Vec::as_slice);
            hits.iter().take(self.plan.depth).map(|hit| hit.row_in_corpus).collect()
        };
        self.of_text.iter().map(list).collect()
    }

    /// The embedders' rankings by text, fused as lists of guides are.
    pub(crate) fn fused_text(&self, query: usize) -> Vec<Hit> {
        let lists = self.text_lists(query).into_iter().zip(self.weights);
        let lists: Vec<EmbedderLists<u32>> = lists
            .map(|(list, weight)| EmbedderLists {
                embedder: String::new(),
                weight: *weight,
                lists: vec![list],
            })
            .collect();
        let fused = rank_fused(&lists, self.plan.depth).into_iter().map(|hit| hit.item);
        hits_in_order(&fused.collect::<Vec<u32>>())
    }
}
