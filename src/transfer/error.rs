use crate::messages::Failure;
use js_sys::Reflect;
use thiserror::Error;
use wasm_bindgen::JsValue;

/// Why a file did not arrive.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TransferError {
    /// The server has no such file.
    #[error("{url} is not there (404)")]
    NotFound {
        /// The absolute URL.
        url: String,
    },
    /// It was opened from a folder, in another browser or until it was removed.
    #[error("{url} names files of a folder that this browser does not have")]
    NotHere {
        /// The address that stands for the folder, or for a file in it.
        url: String,
    },
    /// The server answered, but not with the file.
    #[error("{url}: the server answered with status {status}")]
    Status {
        /// The absolute URL.
        url: String,
        /// HTTP status.
        status: u16,
    },
    /// The server did not answer, or the connection broke.
    #[error("{url}: {message}")]
    Network {
        /// The absolute URL.
        url: String,
        /// What the browser said.
        message: String,
    },
    /// The file is longer or shorter than the manifest says.
    #[error("{path} has {found} bytes, and the manifest says {expected}")]
    Size {
        /// Relative to the benchmark.
        path: String,
        /// Bytes in the manifest.
        expected: u64,
        /// Bytes that came.
        found: u64,
    },
    /// The file is not the one that the manifest describes.
    #[error("{path} has SHA-256 {found}, and the manifest says {expected}")]
    Sha256 {
        /// Relative to the benchmark.
        path: String,
        /// Hash in the manifest.
        expected: String,
        /// Hash of what came.
        found: String,
    },
    /// The text is not UTF-8.
    #[error("{url} is not text in UTF-8")]
    NotText {
        /// The absolute URL.
        url: String,
    },
    /// The visitor no longer wants it.
    #[error("cancelled")]
    Cancelled,
    /// The browser keeps no more for this page.
    #[error("{call}: {message}")]
    NoSpace {
        /// What was to be kept, or the call.
        call: String,
        /// What the browser said.
        message: String,
    },
    /// The browser has no file system for this page.
    #[error("files that do not fit in memory have no place here: {message}")]
    NoFileSystem {
        /// What the browser said.
        message: String,
    },
    /// The browser refused a call that should work.
    #[error("{call}: {message}")]
    Browser {
        /// The call.
        call: String,
        /// What the browser said.
        message: String,
    },
}

impl TransferError {
    pub(super) fn browser(call: &str, value: &JsValue) -> Self {
        let (call, message) = (call.into(), message_from_js(value));
        let name = Reflect::get(value, &"name".into()).ok().and_then(|name| name.as_string());
        match name.as_deref() {
            Some("QuotaExceededError") => Self::NoSpace { call, message },
            _ => Self::Browser { call, message },
        }
    }

    /// Says of which file a refusal is.
    pub(super) fn at_file(self, path: &str) -> Self {
        match self {
            Self::NoSpace { call, message } => {
                Self::NoSpace { call: format!("{path}, {call}"), message }
            }
            Self::Browser { call, message } => {
                Self::Browser { call: format!("{path}, {call}"), message }
            }
            other => other,
        }
    }
}

/// What a thrown JavaScript value says.
pub(super) fn message_from_js(value: &JsValue) -> String {
    use wasm_bindgen::JsCast;
    match value.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => value.as_string().unwrap_or_else(|| format!("{value:?}")),
    }
}

impl From<&TransferError> for Failure {
    fn from(error: &TransferError) -> Self {
        let (title, advice) = match error {
            TransferError::NotFound { .. } => (
                "A file of the benchmark is missing",
                "Check that the whole folder was uploaded, or build it again with `rankscope build`.",
            ),
            TransferError::NotHere { .. } => (
                "This benchmark is not on this machine",
                "It was opened from a folder, in another browser or earlier, and never uploaded. \
                 Drop the same folder on the Benchmark page to open it here.",
            ),
            TransferError::Status { .. } => (
                "The server refused a file of the benchmark",
                "Try again in a moment; if it stays so, ask whoever runs the server.",
            ),
            TransferError::Network { .. } => (
                "The server cannot be reached",
                "Check the connection and the address of the benchmark, then try again. Without a \
                 network there is what earlier visits have kept.",
            ),
            TransferError::Size { .. } | TransferError::Sha256 { .. } => (
                "A file of the benchmark is damaged",
                "What arrived is not what the manifest describes, so it was not used. Try again; \
                 if it stays so, upload the folder again or rebuild it with `rankscope build`.",
            ),
            TransferError::NotText { .. } => (
                "A file of the benchmark is not text",
                "Build the benchmark again with `rankscope build`.",
            ),
            TransferError::Cancelled => ("Cancelled", "Start it again when you want it."),
            TransferError::NoSpace { .. } => (
                "The browser has no space left for files",
                "Free some of the disk, or remove what is kept of other benchmarks: About has a \
                 button for it. A private window has less space than an ordinary one.",
            ),
            TransferError::NoFileSystem { .. } => (
                "This browser keeps no files for the page",
                "Open the page over https, or from this machine, in an ordinary window of a current \
                 browser. Where there is memory enough, `memory=` in the address with more \
                 megabytes than the gallery has holds it there instead.",
            ),
            TransferError::Browser { .. } => (
                "The browser refused to load a file",
                "Try again; if it stays so, try a current Chromium, Firefox or Safari.",
            ),
        };
        Self { title: title.into(), detail: error.to_string(), advice: advice.into() }
    }
}
