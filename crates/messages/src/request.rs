//! What the page can ask of the worker. `system` and `encoder` are ids.

use super::{Picture, RowSet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Rank a system's gallery for one query. Answered by [`super::Response::Hits`]; by several, of
    /// which the last is marked, if the gallery does not fit in memory.
    Search {
        system: String,
        query: SearchQuery,
        k: usize,
        /// The second stage, which reorders the hits.
        rerank: Option<Reranker>,
        /// Whether to score all rows of a gallery that does not fit in memory, not just candidates.
        /// Galleries in memory are always searched completely.
        #[serde(default)]
        all_rows: bool,
        /// The rows to search; `None` for all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        among: Option<RowSet>,
    },
    /// Load what a [`Request::Search`] needs, before its depth is known: the encoder if `is_text`,
    /// else the vectors of the benchmark's queries, and the gallery if it fits in memory. Nothing
    /// is encoded or searched. Answered by [`super::Response::Prepared`].
    Prepare { system: String, is_text: bool },
    /// Rank a system's gallery for all queries of the benchmark, from their stored vectors.
    /// Answered by several [`super::Response::Rankings`], of which the last is marked.
    RankQueries {
        system: String,
        /// Hits for each query, in the queries' order. Queries without an entry get none.
        depths: Vec<u32>,
    },
    /// [`Request::RankQueries`], judged by the worker with the benchmark's qrels. Answered by
    /// [`super::Response::Judged`].
    JudgeQueries {
        system: String,
        /// What to compute: a measure's name and the id of a definition of relevance.
        columns: Vec<(String, String)>,
    },
    /// [`Request::RankQueries`] by the int8 codes alone, without rescoring. Never used for the
    /// results of a search.
    RankQueriesByCodes { system: String, depths: Vec<u32> },
    /// Rank all rows of a system's gallery for some queries of the benchmark: brute force, and slow
    /// on disk. Answered as [`Request::RankQueries`], with one query per reply.
    RankWhole {
        system: String,
        /// Rows in `queries.jsonl`.
        queries: Vec<u32>,
        depths: Vec<u32>,
    },
    /// Score given images for every query of the benchmark, from the stored vectors of both.
    /// Answered as [`Request::RankQueries`], with the images ordered by score.
    RerankQueries {
        system: String,
        /// Rows in the corpus, for each query in the queries' order.
        rows: Vec<Vec<u32>>,
    },
    /// Rank the benchmark's texts (its captions if systems have vectors of them, else its queries)
    /// for an image or a picture.
    FindTexts { system: String, query: SearchQuery, k: usize },
    /// Rank the benchmark's queries for a query, by their stored vectors. Answered by
    /// [`super::Response::Texts`].
    FindQueries { system: String, query: SearchQuery, k: usize },
    /// Rank the texts for some images, from the stored vectors of both. Answered as
    /// [`Request::RankQueries`], where a query is an index in `images` and a hit's row that of a
    /// text.
    RankTexts {
        system: String,
        /// Rows in the corpus.
        images: Vec<u32>,
        depths: Vec<u32>,
    },
    /// Find the nearest pictures of some, by the stored vectors. Answered as
    /// [`Request::RankQueries`], where a query is an index in `rows`.
    Neighbours {
        system: String,
        rows: Vec<u32>,
        /// Hits for each, never the picture itself.
        k: usize,
        /// The rows to search; `None` for all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        among: Option<RowSet>,
    },
    /// Train a classifier for each topic on the training pictures, and rank the others by its score
    /// (see `rankscope_core::topics`). Answered as [`Request::RankQueries`], where a query is the
    /// index of a topic. Pictures are ordered by float64 scores; the reply rounds them to float32.
    ClassifyTopics {
        system: String,
        /// For each topic, the training rows that show it, ascending.
        topics: Vec<Vec<u32>>,
    },
    /// Rank a system's gallery for one guide image, and report its vector. Answered by
    /// [`super::Response::Guided`].
    Guide {
        system: String,
        /// The guide: an image of the corpus, or a picture.
        guide: SearchQuery,
        k: usize,
    },
    /// Measure how many of the exact first hits a system's search engine finds. Answered by
    /// [`super::Response::Recalled`].
    MeasureRecall { system: String },
    /// Ask a system's search engine what it stores with its vectors of these images. Answered by
    /// [`super::Response::Named`].
    NameImages { system: String, rows: Vec<u32> },
    /// Encode an encoder's check texts on this device and compare them with their stored vectors.
    CheckEncoder { encoder: String },
    /// List what the worker holds in memory.
    Holdings,
}

impl Request {
    /// The id of the system that it concerns.
    pub fn system(&self) -> Option<&str> {
        match self {
            Self::Search { system, .. }
            | Self::Prepare { system, .. }
            | Self::RankQueries { system, .. }
            | Self::JudgeQueries { system, .. }
            | Self::RankQueriesByCodes { system, .. }
            | Self::RankWhole { system, .. }
            | Self::RerankQueries { system, .. }
            | Self::FindTexts { system, .. }
            | Self::FindQueries { system, .. }
            | Self::RankTexts { system, .. }
            | Self::Neighbours { system, .. }
            | Self::ClassifyTopics { system, .. }
            | Self::MeasureRecall { system }
            | Self::NameImages { system, .. }
            | Self::Guide { system, .. } => Some(system),
            Self::CheckEncoder { .. } | Self::Holdings => None,
        }
    }

    /// The id of the second stage's system.
    pub fn reranker(&self) -> Option<&str> {
        match self {
            Self::Search { rerank: Some(reranker), .. } => Some(&reranker.system),
            _ => None,
        }
    }

    /// The pixels that travel next to its JSON.
    pub fn pixels(&self) -> Option<&Arc<Vec<u8>>> {
        let queries = match self {
            Self::Search { query, rerank, .. } => {
                [Some(query), rerank.as_ref().map(|reranker| &reranker.query)]
            }
            Self::FindTexts { query, .. }
            | Self::FindQueries { query, .. }
            | Self::Guide { guide: query, .. } => [Some(query), None],
            _ => return None,
        };
        queries.into_iter().flatten().find_map(|query| match query {
            SearchQuery::Picture(picture) => Some(&picture.rgba),
            _ => None,
        })
    }

    /// Puts pixels that travelled next to its JSON back: both stages of a search take the same
    /// picture.
    pub fn put_pixels(&mut self, rgba: &Arc<Vec<u8>>) {
        let queries = match self {
            Self::Search { query, rerank, .. } => {
                [Some(query), rerank.as_mut().map(|reranker| &mut reranker.query)]
            }
            Self::FindTexts { query, .. }
            | Self::FindQueries { query, .. }
            | Self::Guide { guide: query, .. } => [Some(query), None],
            _ => return,
        };
        for query in queries.into_iter().flatten() {
            if let SearchQuery::Picture(picture) = query {
                picture.rgba = rgba.clone();
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum SearchQuery {
    /// Free text, through the system's encoder.
    Text(String),
    /// A query of the benchmark, by its row in `queries.jsonl`, from its stored vector.
    Stored(u32),
    /// Images similar to an image of the corpus, by its row.
    Image(u32),
    /// A guide that the benchmark carries, from its stored vector; `engine` is an id.
    StoredGuide {
        engine: String,
        /// The guide's row in the engine's list.
        row: u32,
    },
    /// A picture of the visitor's, through the vision tower of the system's encoder.
    Picture(Picture),
    /// A vector `[dim]` in the system's space, which the page computed: the bits of its float32 values, which
    /// JSON carries unchanged, in a form that requests have anyway.
    Vector(Vec<u32>),
}

/// A second stage: rescores the first stage's hits and orders them by the new scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reranker {
    pub system: String,
    /// In a form that this system can use: it may have to encode a text whose vector the first
    /// system has stored.
    pub query: SearchQuery,
}
