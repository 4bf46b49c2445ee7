use super::asked::{Asked, refused};
use super::shards::Stored;
use crate::ui::engine_client::ReplyEvent;
use crate::ui::task::Ended;
use rankscope_core::analysis::Derived;
use rankscope_core::benchmark::{FileEntry, System};
use rankscope_core::ranking::{Hit, before_rest, hits_in_order};
use rankscope_core::spaces::QueryMap;
use rankscope_messages::Response;

/// A derived system with vectors.
pub(super) struct Made {
    pub(super) stored: Stored,
    /// From a query of the part to one of its own; `None` for feedback, which has the part's space.
    pub(super) map: Option<QueryMap>,
    /// The rows that feedback has judged for each query, in order.
    pub(super) judged: Vec<Vec<u32>>,
}

impl Made {
    /// Of the shards of its gallery and of its queries.
    pub(super) fn new(
        asked: &Asked,
        derived: &Derived,
        gallery: Vec<FileEntry>,
        queries: Vec<FileEntry>,
    ) -> Result<Self, Ended> {
        let system = derived.system(&asked.dataset).map_err(|e| refused(e.to_string()))?;
        let system = System {
            // Queries of other kinds are made the part's vectors and mapped first.
            encoder: None,
            gallery: gallery.iter().map(|file| file.path.clone()).collect(),
            queries: queries.first().map(|file| file.path.clone()),
            ..system
        };
        let files = gallery.into_iter().chain(queries).collect();
        Ok(Self { stored: Stored { system, files }, map: None, judged: Vec::new() })
    }

    pub(super) fn n_judged(&self, query: usize) -> usize {
        self.judged(query).len()
    }

    fn judged(&self, query: usize) -> &[u32] {
        self.judged.get(query).map_or(&[], Vec::as_slice)
    }

    /// Depths at which the images that were not judged are as many as asked for.
    pub(super) fn deeper(&self, depths: &[u32]) -> Vec<u32> {
        let deeper = |(query, depth): (usize, &u32)| {
            let n_judged = u32::try_from(self.judged(query).len()).unwrap_or(u32::MAX);
            if *depth == 0 { 0 } else { depth.saturating_add(n_judged) }
        };
        depths.iter().enumerate().map(deeper).collect()
    }

    /// Rankings as they are asked for.
    pub(super) fn judged_first(&self, depths: &[u32], event: &mut ReplyEvent) {
        let ReplyEvent::Reply(Response::Rankings { first_query, rankings, .. }) = event else {
            return;
        };
        for (query, hits) in (*first_query as usize..).zip(rankings) {
            let depth = depths.get(query).copied().unwrap_or(0) as usize;
            *hits = if depth == 0 { Vec::new() } else { self.ranking(query, hits, depth) };
        }
    }

    /// What feedback has judged, then the others as they were found.
    pub(super) fn ranking(&self, query: usize, hits: &[Hit], depth: usize) -> Vec<Hit> {
        let judged = self.judged(query);
        let rest: Vec<Hit> =
            hits.iter().filter(|hit| !judged.contains(&hit.row_in_corpus)).copied().collect();
        let mut all = before_rest(&hits_in_order(judged), &rest);
        all.truncate(depth);
        all
    }
}
