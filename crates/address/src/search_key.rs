//! A search as the engine is asked for it.

use rankscope_core::analysis::PictureFilter;
use rankscope_messages::{DevicePreference, Request, Reranker, RowSet, SearchQuery};
use std::sync::Arc;

/// The inputs of a search: equal keys have equal results.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchKey {
    pub(crate) base_url: String,
    pub(crate) device: DevicePreference,
    pub(crate) system: String,
    pub(crate) query: SearchQuery,
    pub(crate) depth: usize,
    pub(crate) rerank: Option<Reranker>,
    pub(crate) all_rows: bool,
    pub(crate) among: Option<Arc<PictureFilter>>,
    /// The rows that the definition of relevance ranks for the query; `None` for all.
    pub(crate) candidates: Option<Vec<u32>>,
    pub(crate) n_images: usize,
}

impl SearchKey {
    pub fn system_id(&self) -> &str {
        &self.system
    }

    pub fn request(&self) -> Request {
        Request::Search {
            system: self.system.clone(),
            query: self.query.clone(),
            k: self.depth,
            rerank: self.rerank.clone(),
            all_rows: self.all_rows,
            among: self.rows(),
        }
    }

    /// Loads what the search needs; `None` for pictures, which a visit seldom begins with.
    pub fn preparation(&self) -> Option<Request> {
        let is_text = match self.query {
            SearchQuery::Text(_) => true,
            SearchQuery::Stored(_) => false,
            _ => return None,
        };
        Some(Request::Prepare { system: self.system.clone(), is_text })
    }

    /// The rows to search: those that pass the filter, and of fixed candidates these only.
    fn rows(&self) -> Option<RowSet> {
        let Some(candidates) = &self.candidates else {
            return self.among.as_ref().map(|filter| RowSet::new(filter.by_row()));
        };
        let mut is_in = vec![false; self.n_images];
        for row in candidates {
            if let Some(place) = is_in.get_mut(*row as usize) {
                *place = self.among.as_ref().is_none_or(|filter| filter.has(*row));
            }
        }
        Some(RowSet::new(is_in))
    }
}
