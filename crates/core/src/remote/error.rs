//! What can go wrong with a search engine elsewhere, in plain words with what to do.

use crate::benchmark::{RemoteKind, named_for_key};
use thiserror::Error;

/// Why a search engine did not answer, or why its answer cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RemoteError {
    /// Nothing answers there.
    #[error("{url} cannot be reached: {why}")]
    Unreachable {
        /// The address that was asked.
        url: String,
        /// What the system or the browser said.
        why: String,
    },
    /// It is there, and the browser keeps its answers from the page.
    #[error(
        "{url} is there, but its answers do not say that pages of {origin} may read them (CORS), so \
         the browser keeps them"
    )]
    NoCors {
        /// The address that was asked.
        url: String,
        /// Where the page is from.
        origin: String,
        /// Which engine it should be.
        kind: RemoteKind,
    },
    /// A page that came encrypted may not ask unencrypted.
    #[error("{url} is not encrypted, and the browser lets no page that came by https ask it")]
    MixedContent {
        /// The address that was to be asked.
        url: String,
    },
    /// Its certificate is not accepted.
    #[error("the certificate of {url} is not accepted: {why}")]
    Certificate {
        /// The address that was asked.
        url: String,
        /// What is wrong with it.
        why: String,
    },
    /// It took too long.
    #[error("{url} has not answered in full within {seconds} seconds")]
    TimedOut {
        /// The address that was asked.
        url: String,
        /// How long was waited.
        seconds: u32,
    },
    /// It wants a key, or another one.
    #[error("{url} refuses with status {status}: {}", key_words(*.has_key))]
    Key {
        /// The address that was asked.
        url: String,
        /// 401 or 403.
        status: u16,
        /// Whether a key was sent.
        has_key: bool,
    },
    /// It has no such collection.
    #[error("{url} has no collection {collection}")]
    NoCollection {
        /// The address of the engine.
        url: String,
        /// The collection.
        collection: String,
    },
    /// Another status that is no success.
    #[error("{url} answers with status {status}{}", after_colon(.said))]
    Status {
        /// The address that was asked.
        url: String,
        /// The status.
        status: u16,
        /// What it said.
        said: String,
    },
    /// It is not the engine that the manifest says, or one that this program does not know.
    #[error("{url} does not answer as {} does: {reason}", .kind.title())]
    NotUnderstood {
        /// The address that was asked.
        url: String,
        /// Which engine it should be.
        kind: RemoteKind,
        /// What is missing in the answer.
        reason: String,
    },
    /// Its answer contradicts the request or the benchmark.
    #[error("the answer of {url} was not used: {reason}")]
    Contradicts {
        /// The address that was asked.
        url: String,
        /// Where, and how.
        reason: String,
    },
    /// The collection has vectors of another length.
    #[error(
        "the vectors of collection {collection} have {found} dimensions, those of the system {expected}"
    )]
    Dim {
        /// The collection.
        collection: String,
        /// Its dim.
        found: u64,
        /// The system's.
        expected: u64,
    },
    /// The collection compares in another way.
    #[error("collection {collection} compares by {found}, and the manifest says {expected}")]
    Metric {
        /// The collection.
        collection: String,
        /// Its metric, as the engine names it.
        found: String,
        /// The manifest's.
        expected: String,
    },
    /// The collection is not whole, or of another corpus.
    #[error(
        "collection {collection} holds {found} points, and the benchmark has {expected} pictures"
    )]
    Rows {
        /// The collection.
        collection: String,
        /// Its points.
        found: u64,
        /// The pictures.
        expected: u64,
    },
    /// A filter that admits, or leaves out, too many pictures to be named.
    #[error("the filter names {n} pictures, and {most} can be sent to a search engine")]
    Filter {
        /// The pictures that the filter admits.
        n: usize,
        /// The most.
        most: usize,
    },
    /// The exact ranking cannot be had.
    #[error("collection {collection} has {n} values, and {most} can be read back to rank exactly")]
    TooLarge {
        /// The collection.
        collection: String,
        /// Its values.
        n: u64,
        /// The most.
        most: u64,
    },
    /// The visitor cancelled it.
    #[error("cancelled")]
    Cancelled,
}

impl RemoteError {
    /// What happened, in one short sentence without a full stop.
    #[must_use]
    pub fn title(&self) -> &'static str {
        match self {
            Self::Unreachable { .. } => "The search engine cannot be reached",
            Self::NoCors { .. } => "The search engine does not let this page ask it",
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
            Self::TooLarge { .. } => "The exact ranking cannot be had",
            Self::Cancelled => "Cancelled",
        }
    }

    /// What to do next, in a sentence or two.
    #[must_use]
    pub fn advice(&self) -> String {
        let fill = "fill it with `rankscope index DIR --to URL`";
        match self {
            Self::Unreachable { .. } => {
                "Check that it runs, that the address in the manifest is its \
                 own, and that no firewall is between; then try again."
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
                "Whoever runs the search engine has to renew or replace the \
                 certificate; check the clock and the host's name too."
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
                "Try again in a moment; if it stays, look into the search engine's log.".into()
            }
            Self::Status { .. } => "Check the address and the collection in the manifest.".into(),
            Self::NotUnderstood { kind, .. } => format!(
                "Check that the address in the manifest is that of {}, without the path of its API.",
                kind.title()
            ),
            Self::Contradicts { .. } => {
                "Check what stands between: a proxy, or another program under \
                 this address. The ids of points must be the rows of the corpus."
                    .into()
            }
            Self::Dim { .. } | Self::Metric { .. } => {
                format!("Name another collection in the manifest, or {fill}.")
            }
            Self::Rows { .. } => format!(
                "If it is not whole yet, {fill}, which goes on where it stopped; else name another \
                 collection in the manifest."
            ),
            Self::Filter { .. } => "Choose a narrower filter, or a system with a gallery.".into(),
            Self::TooLarge { .. } => {
                "Put the gallery beside the search engine in the benchmark, or \
                 use Qdrant, which ranks exactly by itself."
                    .into()
            }
            Self::Cancelled => "Start it again if you need it.".into(),
        }
    }
}

fn key_words(has_key: bool) -> &'static str {
    if has_key { "the key is not one of its own" } else { "no key was sent" }
}

fn after_colon(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!(": {said}") }
}
