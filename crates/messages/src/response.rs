use rankscope_core::benchmark::Image;
use rankscope_core::ranking::Hit;
use rankscope_core::remote::Recall;
use rankscope_core::vectors::ShardDtype;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Response {
    /// To [`super::Request::Search`].
    Hits {
        /// Best first.
        hits: Vec<Hit>,
        timings: Timings,
        /// Whether the search is complete; if not, a later reply replaces these hits.
        last: bool,
    },
    /// To [`super::Request::Prepare`].
    Prepared,
    /// To [`super::Request::RankQueries`], [`super::Request::RankQueriesByCodes`],
    /// [`super::Request::RankWhole`], [`super::Request::RerankQueries`],
    /// [`super::Request::RankTexts`], [`super::Request::Neighbours`] and
    /// [`super::Request::ClassifyTopics`]: the rankings of consecutive queries.
    Rankings {
        /// A row in `queries.jsonl`.
        first_query: u32,
        /// A ranking for each query, in order. Sent as [`super::packed`] bytes next to the JSON.
        #[serde(skip)]
        rankings: Vec<Vec<Hit>>,
        /// For a gallery on disk, how many rows were scored for each query: all, or the candidates
        /// that the signs selected. `None` for a gallery in memory.
        #[serde(default)]
        n_candidates: Option<usize>,
        last: bool,
    },
    /// To [`super::Request::JudgeQueries`].
    Judged {
        /// [`rankscope_core::analysis::SystemValues::to_bytes`], next to the JSON.
        #[serde(skip)]
        values: Vec<u8>,
    },
    /// To [`super::Request::Guide`].
    Guided {
        /// Best first. Sent as [`super::packed`] bytes next to the JSON.
        #[serde(skip)]
        hits: Vec<Hit>,
        /// The guide's vector, `[dim]`.
        vector: Vec<f32>,
        timings: Timings,
    },
    /// To [`super::Request::FindTexts`] and [`super::Request::FindQueries`].
    Texts {
        /// The texts' rows with their scores, best first.
        texts: Vec<(u32, f32)>,
    },
    /// To [`super::Request::MeasureRecall`].
    Recalled {
        /// `None` without exact hits to compare with.
        recall: Option<Recall>,
    },
    /// To [`super::Request::NameImages`].
    Named {
        /// By row in the corpus, as far as the engine names them.
        images: Vec<(u32, Image)>,
    },
    /// To [`super::Request::CheckEncoder`].
    EncoderChecked {
        /// One for each check text.
        checks: Vec<EncoderCheck>,
        /// The lowest cosine that passes.
        needed: f64,
    },
    /// To [`super::Request::Holdings`].
    Held {
        /// Bytes of the worker's WebAssembly memory, which grows and never shrinks.
        wasm_bytes: u64,
        /// Galleries and encoders, most recently used last.
        held: Vec<Held>,
    },
}

impl Response {
    pub fn is_last(&self) -> bool {
        match self {
            Self::Hits { last, .. } | Self::Rankings { last, .. } => *last,
            Self::Prepared
            | Self::Judged { .. }
            | Self::Guided { .. }
            | Self::Texts { .. }
            | Self::Recalled { .. }
            | Self::Named { .. }
            | Self::EncoderChecked { .. }
            | Self::Held { .. } => true,
        }
    }
}

/// A gallery or an encoder in the worker's memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    pub kind: HeldKind,
    /// The id of the system or the encoder.
    pub id: String,
    /// The type of its values in the benchmark's files.
    pub stored: ShardDtype,
    /// The type used for computing, and the device.
    pub computed: String,
    /// In the worker's memory.
    pub bytes: u64,
    /// In the GPU's memory.
    pub bytes_on_gpu: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum HeldKind {
    /// A system's images.
    Gallery,
    /// The texts that images rank.
    Texts,
    /// A text encoder.
    Encoder,
    /// A vision tower.
    VisionTower,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EncoderCheck {
    pub text: String,
    /// Whether the token ids equal the stored ones.
    pub same_tokens: bool,
    /// Cosine of this device's vector and the stored one.
    pub cosine: f64,
}

/// How long each stage of a search took, and how many rows it covered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Timings {
    /// Loading what was not in memory yet: gallery and encoder.
    pub load_ms: f64,
    /// Text or picture to vector; `None` for a stored vector.
    pub encode_ms: Option<f64>,
    /// Whether that vector was cached from an earlier search.
    pub is_remembered: bool,
    /// Vector to hits.
    pub search_ms: f64,
    /// Includes encoding the query for it; `None` without a second stage.
    pub rerank_ms: Option<f64>,
    /// Rows searched.
    pub n_rows: usize,
    /// Rows that the filter admits.
    #[serde(default)]
    pub n_among: Option<usize>,
    /// Rows scored, if the signs selected candidates; `None` if the search was exact, also when all
    /// rows were candidates.
    pub n_candidates: Option<usize>,
}
