//! What can go wrong with a remote search engine, and what to do.

use crate::benchmark::{RemoteKind, named_for_key};
use thiserror::Error;

/// Why a search engine did not answer, or its answer cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RemoteError {
    #[error("{url} cannot be reached: {why}")]
    Unreachable { url: String, why: String },
    #[error("{url} answers, but does not allow pages of {origin} to read its answers (CORS)")]
    NoCors { url: String, origin: String, kind: RemoteKind },
    #[error(
        "{url} is not encrypted, so the browser does not let a page loaded over https connect to it"
    )]
    MixedContent { url: String },
    #[error("the certificate of {url} is not accepted: {why}")]
    Certificate { url: String, why: String },
    #[error("{url} has not answered in full within {seconds} seconds")]
    TimedOut { url: String, seconds: u32 },
    #[error("{url} refuses with status {status}: {}", key_words(*.has_key))]
    Key { url: String, status: u16, has_key: bool },
    #[error("{url} has no collection {collection}")]
    NoCollection { url: String, collection: String },
    #[error("{url} answers with status {status}{}", after_colon(.said))]
    Status { url: String, status: u16, said: String },
    #[error("{url} does not answer as {} does: {reason}", .kind.title())]
    NotUnderstood { url: String, kind: RemoteKind, reason: String },
    #[error("the answer of {url} was not used: {reason}")]
    Contradicts { url: String, reason: String },
    #[error(
        "the vectors of collection {collection} have {found} dimensions, those of the system {expected}"
    )]
    Dim { collection: String, found: u64, expected: u64 },
    #[error("collection {collection} compares by {found}, but the manifest says {expected}")]
    Metric { collection: String, found: String, expected: String },
    #[error(
        "collection {collection} holds {found} points, but the benchmark has {expected} pictures"
    )]
    Rows { collection: String, found: u64, expected: u64 },
    #[error("the filter names {n} pictures, but at most {most} can be sent to a search engine")]
    Filter { n: usize, most: usize },
    #[error(
        "collection {collection} has {n} values, but at most {most} can be read back and ranked exactly"
    )]
    TooLarge { collection: String, n: u64, most: u64 },
    #[error("cancelled")]
    Cancelled,
}

impl RemoteError {
    /// One short sentence without a full stop.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Unreachable { .. } => "The search engine cannot be reached",
            Self::NoCors { .. } => "The search engine does not allow requests from this page",
            Self::MixedContent { .. } => "The search engine’s address is not encrypted",
            Self::Certificate { .. } => "The search engine’s certificate is not accepted",
            Self::TimedOut { .. } => "The search engine does not answer in time",
            Self::Key { has_key: true, .. } => "The search engine refuses this key",
            Self::Key { has_key: false, .. } => "The search engine asks for a key",
            Self::NoCollection { .. } => "The search engine does not have this collection",
            Self::Status { .. } => "The search engine reports an error",
            Self::NotUnderstood { .. } => "This is not the search engine that was expected",
            Self::Contradicts { .. } => "The search engine’s answer cannot be used",
            Self::Dim { .. } | Self::Metric { .. } | Self::Rows { .. } => {
                "The collection does not fit the benchmark"
            }
            Self::Filter { .. } => "The filter is too long for a search engine",
            Self::TooLarge { .. } => "The exact ranking is not available",
            Self::Cancelled => "Cancelled",
        }
    }

    /// What to do next, in a sentence or two.
    pub fn advice(&self) -> String {
        let fill = "fill it with `rankscope index DIR --to URL`";
        match self {
            Self::Unreachable { .. } => {
                "Check that it is running, that the manifest has its address, and that no firewall \
                 blocks it; then try again."
                    .into()
            }
            Self::NoCors { origin, kind, .. } => {
                let setting = match kind {
                    RemoteKind::Chroma => format!(
                        "Start Chroma with a configuration file that says cors_allow_origins: \
                         [\"{origin}\"] (chroma run FILE), then try again."
                    ),
                    RemoteKind::Qdrant => {
                        "Start Qdrant with service.enable_cors: true, or have the \
                         proxy before it send Access-Control-Allow-Origin; then try again."
                            .into()
                    }
                };
                format!("{setting} If it asks for a key, check the key: a refusal looks the same.")
            }
            Self::MixedContent { .. } => "Give the search engine an https address, or open this \
                 benchmark from a page on your own machine (rankscope serve)."
                .into(),
            Self::Certificate { .. } => {
                "Renew or replace the certificate, or ask the operator to; check the clock and the \
                 host name too."
                    .into()
            }
            Self::TimedOut { .. } => {
                "It may be starting or busy: try again in a moment, or ask for \
                 fewer results."
                    .into()
            }
            Self::Key { url, .. } => format!(
                "Enter the key on the Benchmark page, under “Remote search”, or give commands the \
                 option --key {}, which sends this host the key in the environment variable \
                 RANKSCOPE_REMOTE_KEY, and try again.",
                named_for_key(url)
            ),
            Self::NoCollection { .. } => format!("Check the name of the collection, or {fill}."),
            Self::Status { status: 429 | 500..=599, .. } => {
                "Try again in a moment; if it persists, check the search engine's log.".into()
            }
            Self::Status { .. } => "Check the address and the collection in the manifest.".into(),
            Self::NotUnderstood { kind, .. } => format!(
                "Check that the address in the manifest is that of {}, without the path of its API.",
                kind.title()
            ),
            Self::Contradicts { .. } => {
                "Check for a proxy in between, or another program at this address. The ids of points \
                 must be the rows of the corpus."
                    .into()
            }
            Self::Dim { .. } | Self::Metric { .. } => {
                format!("Name another collection in the manifest, or {fill}.")
            }
            Self::Rows { .. } => format!(
                "If it is incomplete, {fill}, which goes on where it stopped; otherwise name another \
                 collection in the manifest."
            ),
            Self::Filter { .. } => "Choose a narrower filter, or a system with a gallery.".into(),
            Self::TooLarge { .. } => {
                "Add the gallery to the benchmark next to the search engine, or use Qdrant, which \
                 ranks exactly by itself."
                    .into()
            }
            Self::Cancelled => "Start it again if you need it.".into(),
        }
    }
}

fn key_words(has_key: bool) -> &'static str {
    if has_key { "it does not accept the key" } else { "no key was sent" }
}

fn after_colon(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!(": {said}") }
}
