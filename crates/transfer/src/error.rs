use js_sys::Reflect;
use rankscope_messages::Failure;
use thiserror::Error;
use wasm_bindgen::JsValue;

/// Why a file could not be loaded or stored.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TransferError {
    /// The server has no such file.
    #[error("{url} was not found (404)")]
    NotFound {
        /// The absolute URL.
        url: String,
    },
    /// It was opened from a folder in another browser, or has been removed since.
    #[error("{url} refers to a folder that is not stored in this browser")]
    NotHere {
        /// The address of the folder, or of a file in it.
        url: String,
    },
    /// The server answered with an error status.
    #[error("{url}: the server answered with status {status}")]
    Status {
        /// The absolute URL.
        url: String,
        /// The HTTP status.
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
    /// The file's size differs from the manifest's.
    #[error("{path} has {found} bytes; the manifest says {expected}")]
    Size {
        /// Relative to the benchmark.
        path: String,
        /// Bytes in the manifest.
        expected: u64,
        /// Bytes received.
        found: u64,
    },
    /// A file that no manifest lists does not end.
    #[error("{url} has more than {most} bytes")]
    TooLong {
        /// The absolute URL.
        url: String,
        /// The most bytes of such a file.
        most: u64,
    },
    /// The file's hash differs from the manifest's.
    #[error("{path} has SHA-256 {found}; the manifest says {expected}")]
    Sha256 {
        /// Relative to the benchmark.
        path: String,
        /// Hash in the manifest.
        expected: String,
        /// Hash of the bytes received.
        found: String,
    },
    /// The server does not send parts of files, or not those that were asked for.
    #[error("{url}: {why}")]
    NoParts {
        /// The absolute URL.
        url: String,
        /// What it did.
        why: String,
    },
    /// The text is not UTF-8.
    #[error("{url} is not UTF-8 text")]
    NotText {
        /// The absolute URL.
        url: String,
    },
    /// The visitor cancelled it.
    #[error("cancelled")]
    Cancelled,
    /// The browser's storage quota for this site is used up.
    #[error("{call}: {message}")]
    NoSpace {
        /// The file, or the call that failed.
        call: String,
        /// What the browser said.
        message: String,
    },
    /// The browser offers no file system to this page.
    #[error("there is no storage for files that do not fit in memory: {message}")]
    NoFileSystem {
        /// What the browser said.
        message: String,
    },
    /// A browser call failed unexpectedly.
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

    /// Adds the file's path to a browser error.
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

/// The message of a thrown JavaScript value.
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
                "Check that the whole folder was uploaded, or rebuild it with `rankscope build`.",
            ),
            TransferError::NotHere { .. } => (
                "This benchmark is not on this machine",
                "It was opened from a folder, in another browser or before its files were removed, \
                 and was never uploaded. Drop the same folder on the Benchmark page to open it here.",
            ),
            TransferError::Status { .. } => (
                "The server refused a file of the benchmark",
                "Try again in a moment. If the problem persists, contact whoever runs the server.",
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
                "Add `rows=all` to the address to fetch whole files, or use a server that knows range \
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
