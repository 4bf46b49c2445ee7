use rankscope_core::benchmark::{BenchmarkError, lists::ListError};
use rankscope_core::formats::FormatError;
use rankscope_core::remote::RemoteError;
use rankscope_core::search::SearchError;
use rankscope_core::topics::RidgeError;
use rankscope_encode::EncodeError;
use rankscope_messages::{Failure, RowSetError};
use rankscope_transfer::TransferError;
use thiserror::Error;

#[derive(Debug, Error)]
pub(crate) enum EngineError {
    #[error(transparent)]
    Transfer(#[from] TransferError),
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error(transparent)]
    Benchmark(#[from] BenchmarkError),
    #[error(transparent)]
    Encode(#[from] EncodeError),
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error(transparent)]
    Lists(Box<ListError>),
    #[error(transparent)]
    Remote(#[from] RemoteError),
    #[error("the vectors of {0} are in a search engine")]
    NoGallery(String),
    #[error("the benchmark has no column {0}")]
    UnknownColumn(String),
    #[error("no benchmark is open")]
    NotOpen,
    #[error("the benchmark has no system {0:?}")]
    UnknownSystem(String),
    #[error("the benchmark has no encoder {0:?}")]
    UnknownEncoder(String),
    #[error("{0} has no text encoder, so it cannot encode new text")]
    NoEncoder(String),
    #[error("{0} has no vision tower, so it cannot encode a picture")]
    NoVisionTower(String),
    #[error("{0} has no stored query vectors")]
    NoStoredQueries(String),
    #[error("{0} has no stored vectors of the texts")]
    NoStoredTexts(String),
    #[error("{system} has no stored vectors of the guides of {engine}")]
    NoStoredGuides { system: String, engine: String },
    #[error("{engine} has no guide at row {row}")]
    NoSuchGuide { engine: String, row: u32 },
    #[error("the gallery of {0} does not fit in memory")]
    NotInMemory(String),
    #[error("{what} has {found} rows; the manifest says {expected}")]
    Rows { what: String, found: usize, expected: usize },
    #[error("{what} has vectors of {found} dimensions; {system} has {expected}")]
    Dim { what: String, system: String, found: usize, expected: usize },
    #[error("{path}, row {row}: the server sent a row that does not match its 1-bit code")]
    OtherRow { path: String, row: u32 },
    #[error("{path} does not have the 1-bit codes of {n_rows} rows of {dim} dimensions")]
    OtherSigns { path: String, n_rows: usize, dim: u32 },
    #[error("the benchmark has no query at row {0}")]
    NoSuchQuery(u32),
    #[error("the benchmark has no image at row {0}")]
    NoSuchImage(u32),
    #[error("no topic can be learnt: {0}")]
    Topics(#[from] RidgeError),
    #[error(transparent)]
    Filter(#[from] RowSetError),
    #[error("{0}")]
    NoWebGpu(String),
}

impl EngineError {
    pub(super) fn is_cancelled(&self) -> bool {
        matches!(
            self,
            Self::Transfer(TransferError::Cancelled) | Self::Remote(RemoteError::Cancelled)
        )
    }

    /// Whether parts of shards are unavailable or wrong. The whole shard may be right.
    pub(super) fn is_about_parts(&self) -> bool {
        matches!(
            self,
            Self::Transfer(TransferError::NoParts { .. })
                | Self::OtherRow { .. }
                | Self::OtherSigns { .. }
                | Self::Format(_)
        )
    }

    pub(super) fn is_of_device(&self) -> bool {
        matches!(self, Self::Encode(EncodeError::Device(_)) | Self::Search(SearchError::Device(_)))
    }
}

impl From<&EngineError> for Failure {
    fn from(error: &EngineError) -> Self {
        let rebuild = "Rebuild the benchmark with `rankscope build` and upload the whole folder.";
        let (title, advice) = match error {
            EngineError::Transfer(error) => return error.into(),
            EngineError::Remote(error) => {
                let (title, detail) = (error.title().into(), error.to_string());
                return Self { title, detail, advice: error.advice() };
            }
            EngineError::Format(_)
            | EngineError::Benchmark(_)
            | EngineError::Lists(_)
            | EngineError::Rows { .. }
            | EngineError::OtherRow { .. }
            | EngineError::OtherSigns { .. }
            | EngineError::Dim { .. } => ("A file of the benchmark cannot be used", rebuild),
            EngineError::Encode(EncodeError::Device(_))
            | EngineError::Search(SearchError::Device(_)) => {
                ("The GPU stopped responding", "The CPU takes over. Try again.")
            }
            EngineError::Encode(EncodeError::Picture { .. }) => {
                ("This picture cannot be used", "Choose another picture, or a smaller copy of it.")
            }
            EngineError::Encode(_) => (
                "The encoder cannot be used",
                "Import it again with `rankscope encoder import`, then rebuild the benchmark.",
            ),
            EngineError::NoEncoder(_) => (
                "This system has no text encoder",
                "Choose one of the benchmark's queries, or a system with a text encoder.",
            ),
            EngineError::NoVisionTower(_) => (
                "This system cannot search with a picture",
                "Choose a system whose encoder has a vision tower, or type a query.",
            ),
            EngineError::NoStoredQueries(_) => (
                "This system cannot answer the benchmark's queries",
                "Type your own query, or choose another system.",
            ),
            EngineError::NoStoredTexts(_) => (
                "This system cannot rank texts",
                "Choose another system, or build the benchmark with the captions’ vectors.",
            ),
            EngineError::NoStoredGuides { .. } => (
                "This system cannot compare these guides",
                "Choose another system, or build the benchmark with the guides’ vectors for it.",
            ),
            EngineError::NotInMemory(_) => (
                "This needs a gallery that fits in memory",
                "Raise the limit with memory=MB in the address, or choose another system.",
            ),
            EngineError::NoGallery(_) => (
                "This needs a gallery in the benchmark",
                "Choose another system, or add the gallery to the benchmark next to the search engine.",
            ),
            EngineError::Topics(_) => (
                "No classifier can be trained on these vectors",
                "Choose another system, or check its vectors.",
            ),
            EngineError::NoWebGpu(_) => ("WebGPU is not available", "The CPU answers instead."),
            EngineError::Search(SearchError::Dim { .. })
            | EngineError::NotOpen
            | EngineError::UnknownSystem(_)
            | EngineError::UnknownEncoder(_)
            | EngineError::UnknownColumn(_)
            | EngineError::NoSuchQuery(_)
            | EngineError::NoSuchGuide { .. }
            | EngineError::NoSuchImage(_)
            | EngineError::Filter(_) => {
                ("The request does not fit the benchmark", "Reload the page.")
            }
        };
        Self { title: title.into(), detail: error.to_string(), advice: advice.into() }
    }
}
