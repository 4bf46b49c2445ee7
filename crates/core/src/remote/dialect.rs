//! An adapter of a search engine: makes requests as JSON, and turns answers into plain values, still
//! unchecked.

use super::call::{Call, Method};
use crate::benchmark::Remote;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// Room for the parts of an answer around its values.
const FRAME_BYTES: usize = 1 << 20;
/// Generous.
const HIT_BYTES: usize = 160;
/// Generous: captions are sentences.
const PAYLOAD_BYTES: usize = 8 << 10;
/// Generous.
const VALUE_BYTES: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// The name in further requests.
    pub(super) id: String,
    /// `None` while it is empty.
    pub(super) dim: Option<u64>,
    /// As the engine names it.
    pub(super) metric: String,
}

#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) remote: &'a Remote,
    /// [`Found::id`].
    pub(super) id: &'a str,
}

/// A query for hits.
pub(super) struct Asked<'a> {
    pub(super) queries: &'a [Vec<f32>],
    pub(super) k: usize,
    pub(super) filter: Filter,
    /// Whether to rank without the index, if the engine can.
    pub(super) exact: bool,
}

/// Which rows may be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Filter {
    All,
    Only(Vec<u32>),
    /// Excludes these.
    Not(Vec<u32>),
}

pub(super) struct Point {
    pub(super) row: u32,
    pub(super) vector: Vec<f32>,
    pub(super) payload: Value,
}

/// A hit as the engine returns it; a higher score is better.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Claimed {
    pub(super) id: String,
    pub(super) score: f64,
}

/// Why an answer cannot be this engine's.
pub(super) type NotRead = String;

pub(super) trait Dialect: Sync {
    fn find(&self, remote: &Remote) -> Call;
    fn found(&self, remote: &Remote, body: &[u8]) -> Result<Found, NotRead>;
    /// The exact number of points.
    fn count(&self, place: Place<'_>) -> Call;
    fn counted(&self, body: &[u8]) -> Result<u64, NotRead>;
    /// The best points of several queries.
    fn query(&self, place: Place<'_>, asked: &Asked<'_>) -> Call;
    /// A list for each query.
    fn hits(&self, body: &[u8]) -> Result<Vec<Vec<Claimed>>, NotRead>;
    /// The points of some rows, with their vectors or by id alone.
    fn points(&self, place: Place<'_>, rows: &[u32], with_vectors: bool) -> Call;
    /// Ids, and vectors if requested.
    fn points_read(&self, body: &[u8]) -> Result<Vec<(String, Vec<f32>)>, NotRead>;
    /// What is stored with some rows in addition to their vectors.
    fn payloads(&self, place: Place<'_>, rows: &[u32]) -> Call;
    /// Ids and payloads, null for none.
    fn payloads_read(&self, body: &[u8]) -> Result<Vec<(String, Value)>, NotRead>;
    fn create(&self, remote: &Remote, dim: usize) -> Call;
    /// Replaces those with the same id.
    fn store(&self, place: Place<'_>, points: &[Point]) -> Call;
    /// An error's message.
    fn said(&self, body: &[u8]) -> Option<String>;
    /// The engine's name of a metric.
    fn metric(&self, remote: &Remote) -> &'static str;
    /// Whether it can rank exactly.
    fn ranks_exactly(&self) -> bool;
    /// Whether it can exclude rows.
    fn can_leave_out(&self) -> bool;
}

pub(super) fn get(remote: &Remote, path: &str) -> Call {
    call(remote, Method::Get, path, None::<&Value>)
}

/// Writes float32 in the fewest digits that round-trip.
pub(super) fn call(
    remote: &Remote,
    method: Method,
    path: &str,
    body: Option<&impl Serialize>,
) -> Call {
    Call {
        kind: remote.kind,
        method,
        url: format!("{}/{path}", remote.base()),
        // Plain data, so this cannot fail.
        body: body.and_then(|body| serde_json::to_string(body).ok()),
        max_answer_bytes: FRAME_BYTES,
    }
}

impl Call {
    pub(super) fn with_hits(self, n: usize) -> Self {
        Self { max_answer_bytes: FRAME_BYTES.saturating_add(n.saturating_mul(HIT_BYTES)), ..self }
    }

    pub(super) fn with_payloads(self, n: usize) -> Self {
        let max_answer_bytes = FRAME_BYTES.saturating_add(n.saturating_mul(PAYLOAD_BYTES));
        Self { max_answer_bytes, ..self }
    }

    pub(super) fn with_values(self, n: usize) -> Self {
        Self { max_answer_bytes: FRAME_BYTES.saturating_add(n.saturating_mul(VALUE_BYTES)), ..self }
    }
}

pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, NotRead> {
    serde_json::from_slice(body).map_err(|error| format!("its answer is not as expected ({error})"))
}
