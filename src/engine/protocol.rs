//! What the page and the worker say to each other, as JSON over `postMessage`; rankings of many
//! queries as bytes beside it, in an array `[json, bytes]`.
//!
//! The page opens a benchmark once and, when [`Event::Device`] has come, sends requests, each
//! under an id of its own choosing. Every request ends in exactly one of [`Event::Response`],
//! [`Event::Failed`] and [`Event::Cancelled`]; [`Event::Progress`] may come before. The page
//! drops what comes under an id that it no longer waits for.

use super::row_set::RowSet;
use rankscope_core::benchmark::Manifest;
use rankscope_core::ranking::Hit;
use rankscope_core::vectors::ShardDtype;
use serde::{Deserialize, Serialize};

/// Names a request; never used twice in one page.
pub type RequestId = u32;

/// Page → worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Command {
    /// Choose a device and get ready for a benchmark. Sent once, after [`Event::Started`].
    Open {
        /// Absolute URL of the benchmark's folder, ending in `/`.
        base_url: String,
        /// Its manifest, as the page has read it.
        manifest: Box<Manifest>,
        /// The visitor's wish.
        device: DevicePreference,
        /// The most bytes that the galleries may take in memory, if it is not the usual.
        room_bytes: Option<u64>,
    },
    /// Work to do.
    Request {
        /// The id of the answers.
        id: RequestId,
        /// What is asked.
        request: Request,
    },
    /// The answer is no longer wanted.
    Cancel {
        /// The id of the request.
        id: RequestId,
    },
}

/// Work for the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Rank a system's gallery for one query. Where it does not fit in memory, it is answered with
    /// several [`Response::Hits`], the last of which is marked.
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
    /// Answers with several [`Response::Rankings`], the last of which is marked.
    RankQueries {
        /// The system's id.
        system: String,
        /// How many hits for each query, in the queries' order; nothing beyond the last.
        depths: Vec<u32>,
    },
    /// The same as [`Request::RankQueries`] by what the device searches with alone: codes, or the
    /// scores of a GPU, of which nothing is scored again. What a search shows is never this.
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
    /// What is in the worker's memory.
    Holdings,
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

/// Which device to compute on (`?device=` in the address).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DevicePreference {
    /// A real GPU through WebGPU where there is one, otherwise the CPU.
    #[default]
    Auto,
    /// WebGPU even on a fallback adapter; an error where there is none.
    WebGpu,
    /// The CPU.
    Cpu,
}

/// Worker → page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Event {
    /// The engine's module is on its way. Sent by the loader before the module runs.
    Module {
        /// Bytes so far, decompressed.
        received: u64,
        /// Bytes in all; 0 where it is not known.
        total: u64,
    },
    /// The module runs and takes commands.
    Started,
    /// The device is chosen; again when there is more to say of it.
    Device(DeviceReport),
    /// How far a request is.
    Progress {
        /// The request.
        id: RequestId,
        /// How far.
        progress: Progress,
    },
    /// An answer.
    Response {
        /// The request.
        id: RequestId,
        /// The answer.
        response: Response,
    },
    /// A request, or opening (without id), failed. The worker goes on.
    Failed {
        /// The request.
        id: Option<RequestId>,
        /// Why, and what to do.
        failure: Failure,
    },
    /// A request was cancelled.
    Cancelled {
        /// The request.
        id: RequestId,
    },
    /// The worker cannot go on and must be replaced.
    Crashed {
        /// What it said.
        message: String,
    },
}

/// The device that the worker computes on, and why this one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceReport {
    /// WebGPU or CPU.
    pub kind: DeviceKind,
    /// The adapter's name, or how the CPU is used.
    pub name: String,
    /// Why this device, in a sentence.
    pub reason: String,
    /// The browser's GPU, also where it is not used; `None` where it was not asked for, or there
    /// is none.
    #[serde(default)]
    pub adapter: Option<AdapterFacts>,
    /// What turned out not to be as it should, such as an encoder that disagrees here with its
    /// stored vectors; a sentence each.
    #[serde(default)]
    pub notices: Vec<String>,
}

/// What the browser says of its GPU: WebGPU's names and units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdapterFacts {
    /// Its name.
    pub name: String,
    /// Whether it computes on the processor.
    pub is_fallback: bool,
    /// Whether shaders may compute in float16 (`shader-f16`).
    pub has_shader_f16: bool,
    /// `maxBufferSize`, in bytes.
    pub max_buffer_bytes: u64,
    /// `maxStorageBufferBindingSize`, in bytes: the most that a shader sees of a buffer.
    pub max_storage_binding_bytes: u64,
    /// `maxComputeInvocationsPerWorkgroup`.
    pub max_workgroup_invocations: u32,
    /// `maxComputeWorkgroupSizeX`, `Y` and `Z`.
    pub max_workgroup_size: [u32; 3],
    /// `maxComputeWorkgroupStorageSize`, in bytes.
    pub max_workgroup_storage_bytes: u32,
}

/// The two kinds of device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeviceKind {
    /// A GPU, by WebGPU.
    WebGpu,
    /// WebAssembly with SIMD.
    Cpu,
}

/// How far a request is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// What is being done, in a few words, such as `systems/x/gallery-00000.safetensors`.
    pub what: String,
    /// How much is done.
    pub done: u64,
    /// How much there is.
    pub total: u64,
    /// Of what.
    pub unit: ProgressUnit,
}

/// What progress counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProgressUnit {
    /// Bytes of a download.
    Bytes,
    /// Queries of the benchmark.
    Queries,
    /// Rows of a corpus.
    Rows,
    /// Texts of a self-check.
    Texts,
    /// Text encoders.
    Encoders,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Response {
    /// To [`Request::Search`].
    Hits {
        /// In order.
        hits: Vec<Hit>,
        /// How long each stage took.
        timings: Timings,
        /// Whether all of the corpus was searched; otherwise more hits will come in the place of
        /// these.
        last: bool,
    },
    /// To [`Request::RankQueries`], [`Request::RankQueriesByCodes`], [`Request::RankWhole`] and
    /// [`Request::RerankQueries`]: the rankings of some consecutive queries.
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
    /// To [`Request::FindTexts`].
    Texts {
        /// The queries' rows in `queries.jsonl` with their scores, in order.
        texts: Vec<(u32, f32)>,
    },
    /// To [`Request::CheckEncoder`].
    EncoderChecked {
        /// A line for each stored text.
        checks: Vec<EncoderCheck>,
        /// The lowest cosine with which it passes.
        needed: f64,
    },
    /// To [`Request::Holdings`].
    Held {
        /// Bytes of the worker's WebAssembly memory, which grows and never shrinks.
        wasm_bytes: u64,
        /// Galleries and encoders, those used last at the end.
        held: Vec<Held>,
    },
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

/// Something went wrong, in words for the visitor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What happened, in one short sentence.
    pub title: String,
    /// Where and why: file, sizes, what was expected and what was found.
    pub detail: String,
    /// What to do next.
    pub advice: String,
}
