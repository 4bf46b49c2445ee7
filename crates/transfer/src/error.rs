use js_sys::Reflect;
use rankscope_core::benchmark::FileEntry;
use rankscope_messages::Failure;
use thiserror::Error;
use wasm_bindgen::{JsCast, JsValue};

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TransferError {
    #[error("{url} was not found (404)")]
    NotFound { url: String },
    /// A folder opened in another browser, or removed since.
    #[error("{url} refers to a folder that is not stored in this browser")]
    NotHere {
        /// Of the folder, or of a file in it.
        url: String,
    },
    #[error("{url}: the server answered with status {status}")]
    Status { url: String, status: u16 },
    #[error("{url}: {message}")]
    Network { url: String, message: String },
    #[error("{path} has {found} bytes; the manifest says {expected}")]
    Size { path: String, expected: u64, found: u64 },
    #[error("{url} has more than {most} bytes")]
    TooLong { url: String, most: u64 },
    #[error("{path} has SHA-256 {found}; the manifest says {expected}")]
    Sha256 { path: String, expected: String, found: String },
    /// The server does not send parts of files, or not those requested.
    #[error("{url}: {why}")]
    NoParts { url: String, why: String },
    #[error("{url} is not UTF-8 text")]
    NotText { url: String },
    #[error("cancelled")]
    Cancelled,
    #[error("{call}: {message}")]
    NoSpace { call: String, message: String },
    #[error("there is no storage for files that do not fit in memory: {message}")]
    NoFileSystem { message: String },
    #[error("{call}: {message}")]
    Browser { call: String, message: String },
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

    pub(super) fn network(url: &str, value: &JsValue) -> Self {
        Self::Network { url: url.into(), message: message_from_js(value) }
    }

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

pub(super) fn message_from_js(value: &JsValue) -> String {
    match value.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => value.as_string().unwrap_or_else(|| format!("{value:?}")),
    }
}

/// What the browser said, without the name of the error's class.
pub(super) fn message_from_gloo(error: gloo::net::Error) -> String {
    match error {
        gloo::net::Error::JsError(error) => error.message,
        error => error.to_string(),
    }
}

pub(super) fn check_size(file: &FileEntry, found: u64) -> Result<(), TransferError> {
    if found == file.bytes {
        return Ok(());
    }
    Err(TransferError::Size { path: file.path.clone(), expected: file.bytes, found })
}

pub(super) fn check_sha256(file: &FileEntry, found: String) -> Result<(), TransferError> {
    if found == file.sha256 {
        return Ok(());
    }
    Err(TransferError::Sha256 { path: file.path.clone(), expected: file.sha256.clone(), found })
}

impl From<&TransferError> for Failure {
    fn from(error: &TransferError) -> Self {
        let (title, advice) = match error {
            TransferError::NotFound { .. } => (
                "A file of the benchmark is missing",
                "Check that the whole folder was uploaded, or rebuild it with `rankscope build`.",
            ),
            TransferError::NotHere { .. } => (
                "This benchmark is not on this machine",
                "It was opened from a folder, in another browser or before its files were removed, \
                 and was never uploaded. Drop the same folder on the Benchmark page to open it here.",
            ),
            TransferError::Status { .. } => (
                "The server refused a file of the benchmark",
                "Try again in a moment. If the problem persists, contact the server’s administrator.",
            ),
            TransferError::Network { .. } => (
                "The server cannot be reached",
                "Check the connection and the address of the benchmark, then try again. Offline, only \
                 files stored by earlier visits are available: “Keep all for offline”, on the \
                 Benchmark page and on Learn, stores the others while there is a connection.",
            ),
            TransferError::Size { .. } | TransferError::Sha256 { .. } => (
                "A file of the benchmark is damaged",
                "The file does not match the manifest, so it was not used. Try again. If the problem \
                 persists, upload the folder again or rebuild it with `rankscope build`.",
            ),
            TransferError::TooLong { .. } => (
                "A file is too long to be a benchmark",
                "Check that the address is that of a benchmark's folder.",
            ),
            TransferError::NoParts { .. } => (
                "The server does not send parts of files",
                "Add `rows=all` to the address to fetch whole files, or use a server that supports range \
                 requests.",
            ),
            TransferError::NotText { .. } => (
                "A file of the benchmark is not text",
                "Rebuild the benchmark with `rankscope build`.",
            ),
            TransferError::Cancelled => ("Cancelled", "Start it again if you need it."),
            TransferError::NoSpace { .. } => (
                "The browser has no space left for files",
                "Free some disk space, or remove stored files on the Benchmark page. A private window \
                 has less space than an ordinary one.",
            ),
            TransferError::NoFileSystem { .. } => (
                "This browser does not store files for the page",
                "Open the page over https, or from this machine, in an ordinary window of a current \
                 browser. If there is enough memory, add `memory=` to the address with more megabytes \
                 than the gallery has, to keep the gallery in memory instead.",
            ),
            TransferError::Browser { .. } => (
                "The browser could not load or store a file",
                "Try again. If the problem persists, use a current Chromium, Firefox or Safari.",
            ),
        };
        Self { title: title.into(), detail: error.to_string(), advice: advice.into() }
    }
}
