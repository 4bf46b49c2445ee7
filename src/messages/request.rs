//! What the page asks of the worker.

use super::RowSet;
use serde::{Deserialize, Serialize};

/// Work for the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Rank a system's gallery for one query. Where it does not fit in memory, several
    /// [`super::Response::Hits`] answer it, the last of which is marked.
    Search {
        /// The system's id.
        system: String,
        /// What is looked for.
        query: SearchQuery,
        /// How many hits.
        k: usize,
        /// The system that puts those hits in another order, if any.
        rerank: Option<Reranker>,
        /// Whether to score all rows of a corpus that does not fit in memory, and not only
        /// candidates. Others are always searched whole.
        #[serde(default)]
        all_rows: bool,
        /// The rows that may be found, if not all. A second stage orders what the first has found
        /// among them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        among: Option<RowSet>,
    },
    /// Rank a system's gallery for all queries of the benchmark, from their stored vectors.
    /// Several [`super::Response::Rankings`] answer it, the last of which is marked.
    RankQueries {
        /// The system's id.
        system: String,
        /// How many hits for each query, in the queries' order; nothing beyond the last.
        depths: Vec<u32>,
    },
    /// The same as [`Request::RankQueries`] by the int8 codes alone, with nothing scored again. What
    /// a search shows is never this.
    RankQueriesByCodes {
        /// The system's id.
        system: String,
        /// How many hits for each query, in the queries' order; nothing beyond the last.
        depths: Vec<u32>,
    },
    /// Rank all rows of a system's gallery for some queries of the benchmark, also where it is in
    /// files: slow there, and what brute force finds. Answers as [`Request::RankQueries`] does,
    /// with each query by itself.
    RankWhole {
        /// The system's id.
        system: String,
        /// Rows in `queries.jsonl`.
        queries: Vec<u32>,
        /// How many hits for each of these.
        depths: Vec<u32>,
    },
    /// Score chosen images for every query of the benchmark, from the stored vectors of both.
    /// Answers as [`Request::RankQueries`] does, with the images in the order of their scores.
    RerankQueries {
        /// The system's id.
        system: String,
        /// The images' rows in the corpus, for each query in the queries' order.
        rows: Vec<Vec<u32>>,
    },
    /// Rank the benchmark's queries for an image, from the stored vectors of both.
    FindTexts {
        /// The system's id.
        system: String,
        /// The image's row in the corpus.
        image: u32,
        /// How many queries.
        k: usize,
    },
    /// Encode the pack's check texts on this device and compare with its stored vectors.
    CheckEncoder {
        /// The encoder's id.
        encoder: String,
    },
    /// What the worker holds in memory.
    Holdings,
}

impl Request {
    /// The id of the system that it is about, if it is about one.
    #[must_use]
    pub fn system(&self) -> Option<&str> {
        match self {
            Self::Search { system, .. }
            | Self::RankQueries { system, .. }
            | Self::RankQueriesByCodes { system, .. }
            | Self::RankWhole { system, .. }
            | Self::RerankQueries { system, .. }
            | Self::FindTexts { system, .. } => Some(system),
            Self::CheckEncoder { .. } | Self::Holdings => None,
        }
    }
}

/// What is looked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum SearchQuery {
    /// Own words, through the system's encoder.
    Text(String),
    /// A query of the benchmark by its row in `queries.jsonl`, from its stored vector.
    Stored(u32),
    /// More like an image of the corpus, by its row.
    Image(u32),
}

/// A second stage: scores the hits of the first, and orders them by its own scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reranker {
    /// The system's id.
    pub system: String,
    /// The same question in this system's terms: it may have to read what another has stored.
    pub query: SearchQuery,
}
