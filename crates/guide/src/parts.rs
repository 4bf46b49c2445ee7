//! What all guides of a query found, so that any part of them can be fused without searching again.

use super::{embedder_lists::EmbedderLists, rank_fusion::rank_fused, variation::Variation};

/// The lists of all guides of a query under all embedders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GuideLists<E> {
    /// Engine and number of each guide.
    pub guides: Vec<(E, usize)>,
    /// `[embedders][guides][ranks]`, rows of the corpus, best first.
    pub lists: Vec<Vec<Vec<u32>>>,
}

/// A part of the guides and embedders.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a, E> {
    /// The first embedders.
    pub n_embedders: usize,
    /// These engines.
    pub engines: &'a [E],
    /// The first guides of each.
    pub n_guides: usize,
    /// The weight of each embedder.
    pub weights: &'a [f64],
    /// k of eq. 5.
    pub depth: usize,
}

impl<E: PartialEq> GuideLists<E> {
    /// The lists of a part.
    pub fn of(&self, part: &Part<'_, E>) -> Vec<EmbedderLists<u32>> {
        let is_in = |(engine, number): &(E, usize)| {
            part.engines.contains(engine) && *number < part.n_guides
        };
        let of_embedder = |(weight, lists): (&f64, &Vec<Vec<u32>>)| {
            let chosen = self.guides.iter().zip(lists).filter(|(guide, _)| is_in(guide));
            let lists = chosen.map(|(_, list)| list.clone()).collect();
            EmbedderLists { embedder: String::new(), weight: *weight, lists }
        };
        part.weights.iter().zip(&self.lists).take(part.n_embedders).map(of_embedder).collect()
    }

    /// The rows of a part by rank fusion (eq. 5), with one further list for each embedder, if any.
    pub fn fused(&self, part: &Part<'_, E>, further: &[&[u32]]) -> Vec<u32> {
        let mut lists = self.of(part);
        for (embedder, list) in lists.iter_mut().zip(further) {
            embedder.lists.push(list.to_vec());
        }
        rank_fused(&lists, part.depth).into_iter().map(|hit| hit.item).collect()
    }

    /// The rows of a part with one thing varied; `named` finds an engine by its name. For another size
    /// these must be the lists of guides of that size.
    pub fn varied(
        &self,
        part: &Part<'_, E>,
        variation: &Variation,
        named: impl Fn(&String) -> Option<E>,
    ) -> Vec<u32> {
        let Part { n_embedders, engines, n_guides, weights, depth } = *part;
        let by = |names: &[String]| {
            let engines: Vec<E> = names.iter().filter_map(&named).collect();
            self.fused(&Part { n_embedders, engines: &engines, n_guides, weights, depth }, &[])
        };
        match variation {
            &Variation::Numbers { n_guides, n_embedders } => {
                self.fused(&Part { n_embedders, engines, n_guides, weights, depth }, &[])
            }
            Variation::Alone(name) => by(std::slice::from_ref(name)),
            Variation::Together(names) => by(names),
            Variation::Size(_) => self.fused(part, &[]),
        }
    }
}
