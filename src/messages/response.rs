//! What the worker replies to a request.

use rankscope_core::ranking::Hit;
use rankscope_core::vectors::ShardDtype;
use serde::{Deserialize, Serialize};

/// A reply.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Response {
    /// To [`super::Request::Search`].
    Hits {
        /// In order.
        hits: Vec<Hit>,
        /// How long each stage took.
        timings: Timings,
        /// Whether all of the corpus was searched; otherwise more hits replace these.
        last: bool,
    },
    /// To [`super::Request::RankQueries`], [`super::Request::RankQueriesByCodes`],
    /// [`super::Request::RankWhole`] and [`super::Request::RerankQueries`]: the rankings of some
    /// consecutive queries.
    Rankings {
        /// The row in `queries.jsonl` of the first of them.
        first_query: u32,
        /// A ranking for each, in order. They travel beside the JSON, as [`super::packed`] bytes.
        #[serde(skip)]
        rankings: Vec<Vec<Hit>>,
        /// How many rows were scored for each, all or those that signs chose, where the gallery is
        /// in files; `None` where it is in memory.
        #[serde(default)]
        n_candidates: Option<usize>,
        /// Whether they are the last.
        last: bool,
    },
    /// To [`super::Request::FindTexts`].
    Texts {
        /// The queries' rows in `queries.jsonl` with their scores, in order.
        texts: Vec<(u32, f32)>,
    },
    /// To [`super::Request::CheckEncoder`].
    EncoderChecked {
        /// A line for each stored text.
        checks: Vec<EncoderCheck>,
        /// The lowest cosine with which it passes.
        needed: f64,
    },
    /// To [`super::Request::Holdings`].
    Held {
        /// Bytes of the worker's WebAssembly memory, which grows and never shrinks.
        wasm_bytes: u64,
        /// Galleries and encoders, those used last at the end.
        held: Vec<Held>,
    },
}

impl Response {
    /// Whether it ends its request.
    #[must_use]
    pub fn is_last(&self) -> bool {
        match self {
            Self::Hits { last, .. } | Self::Rankings { last, .. } => *last,
            Self::Texts { .. } | Self::EncoderChecked { .. } | Self::Held { .. } => true,
        }
    }
}

/// Something large in the worker's memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// What it is.
    pub kind: HeldKind,
    /// The id of the system or the encoder.
    pub id: String,
    /// How its values are stored in the benchmark's files.
    pub stored: ShardDtype,
    /// What is computed with, and where, in a few words.
    pub computed: String,
    /// Bytes that its values take in the worker's memory.
    pub bytes: u64,
    /// And in the GPU's.
    pub bytes_on_gpu: u64,
}

/// The two kinds of what is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum HeldKind {
    /// The vectors of a system's images.
    Gallery,
    /// The weights of a text encoder.
    Encoder,
}

/// How one text fared in the encoder's self-check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EncoderCheck {
    /// The text.
    pub text: String,
    /// Whether the token ids are the stored ones.
    pub same_tokens: bool,
    /// Cosine of this device's vector and the stored one.
    pub cosine: f64,
}

/// Milliseconds of each stage of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Timings {
    /// Fetching and preparing what was not yet in memory: gallery and encoder.
    pub load_ms: f64,
    /// Text to vector; `None` for a stored vector.
    pub encode_ms: Option<f64>,
    /// Whether the text's vector was remembered from an earlier search.
    pub is_remembered: bool,
    /// Vector to hits.
    pub search_ms: f64,
    /// Hits to hits in another order, the encoding for it included; `None` without a second stage.
    pub rerank_ms: Option<f64>,
    /// Rows of the corpus that were gone through.
    pub n_rows: usize,
    /// How many rows of the corpus may be found; `None` where it is all.
    #[serde(default)]
    pub n_among: Option<usize>,
    /// How many of them were scored, where signs chose these; `None` where nothing can be missing:
    /// as many candidates as rows are all rows.
    pub n_candidates: Option<usize>,
}
