//! What an adapter of a search engine does: requests as JSON, and its answers as plain values, as yet
//! unchecked.

use super::call::{Call, Method};
use crate::benchmark::Remote;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// Room for what stands around the values of an answer, in bytes.
const FRAME_BYTES: usize = 1 << 20;
/// Bytes of a hit, generously.
const HIT_BYTES: usize = 160;
/// Bytes of a payload, generously: captions are sentences.
const PAYLOAD_BYTES: usize = 8 << 10;
/// Bytes of a value of a vector, generously.
const VALUE_BYTES: usize = 32;

/// A collection that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// What further requests call it.
    pub(super) id: String,
    /// `None` while it is empty.
    pub(super) dim: Option<u64>,
    /// As the engine names it.
    pub(super) metric: String,
}

/// Which collection a request is about.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) remote: &'a Remote,
    /// [`Found::id`].
    pub(super) id: &'a str,
}

/// What hits are asked for.
pub(super) struct Asked<'a> {
    pub(super) queries: &'a [Vec<f32>],
    pub(super) k: usize,
    pub(super) filter: Filter,
    /// Whether to rank without the index, where the engine can.
    pub(super) exact: bool,
}

/// Which rows may be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Filter {
    All,
    /// These alone.
    Only(Vec<u32>),
    /// All but these.
    Not(Vec<u32>),
}

/// A point to be stored.
pub(super) struct Point {
    pub(super) row: u32,
    pub(super) vector: Vec<f32>,
    pub(super) payload: Value,
}

/// A hit as the engine tells it: its id, and its score, higher for better.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Claimed {
    pub(super) id: String,
    pub(super) score: f64,
}

/// Why an answer is not one of this engine.
pub(super) type NotRead = String;

/// An adapter.
pub(super) trait Dialect: Sync {
    /// Asks for the collection.
    fn find(&self, remote: &Remote) -> Call;
    /// Reads the answer.
    fn found(&self, remote: &Remote, body: &[u8]) -> Result<Found, NotRead>;
    /// Asks how many points there are, exactly.
    fn count(&self, place: Place<'_>) -> Call;
    /// Reads the answer.
    fn counted(&self, body: &[u8]) -> Result<u64, NotRead>;
    /// Asks for the best points of several queries.
    fn query(&self, place: Place<'_>, asked: &Asked<'_>) -> Call;
    /// Reads the answer: a list for each query.
    fn hits(&self, body: &[u8]) -> Result<Vec<Vec<Claimed>>, NotRead>;
    /// Asks for the points of some rows, with their vectors or by id alone.
    fn points(&self, place: Place<'_>, rows: &[u32], with_vectors: bool) -> Call;
    /// Reads the answer: ids, and vectors if they were asked for.
    fn points_read(&self, body: &[u8]) -> Result<Vec<(String, Vec<f32>)>, NotRead>;
    /// Asks for what is stored with some rows beside their vectors.
    fn payloads(&self, place: Place<'_>, rows: &[u32]) -> Call;
    /// Reads the answer: ids and payloads, null for none.
    fn payloads_read(&self, body: &[u8]) -> Result<Vec<(String, Value)>, NotRead>;
    /// Makes the collection.
    fn create(&self, remote: &Remote, dim: usize) -> Call;
    /// Stores points, in place of those with the same id.
    fn store(&self, place: Place<'_>, points: &[Point]) -> Call;
    /// What an error says, in its own words.
    fn said(&self, body: &[u8]) -> Option<String>;
    /// How the engine names a metric of the manifest.
    fn metric(&self, remote: &Remote) -> &'static str;
    /// Whether it ranks exactly if it is asked to.
    fn ranks_exactly(&self) -> bool;
    /// Whether it can leave out rows.
    fn can_leave_out(&self) -> bool;
}

/// A request without a body.
pub(super) fn get(remote: &Remote, path: &str) -> Call {
    call(remote, Method::Get, path, None::<&Value>)
}

/// A request with a body; float32 in the fewest digits that give it back.
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
        // Plain data, so that this cannot fail.
        body: body.and_then(|body| serde_json::to_string(body).ok()),
        max_answer_bytes: FRAME_BYTES,
    }
}

impl Call {
    /// For an answer of so many hits.
    pub(super) fn with_hits(self, n: usize) -> Self {
        Self { max_answer_bytes: FRAME_BYTES.saturating_add(n.saturating_mul(HIT_BYTES)), ..self }
    }

    /// For an answer of so many payloads.
    pub(super) fn with_payloads(self, n: usize) -> Self {
        let max_answer_bytes = FRAME_BYTES.saturating_add(n.saturating_mul(PAYLOAD_BYTES));
        Self { max_answer_bytes, ..self }
    }

    /// For an answer of so many values of vectors.
    pub(super) fn with_values(self, n: usize) -> Self {
        Self { max_answer_bytes: FRAME_BYTES.saturating_add(n.saturating_mul(VALUE_BYTES)), ..self }
    }
}

/// Reads an answer's JSON.
pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, NotRead> {
    serde_json::from_slice(body).map_err(|error| format!("its answer is not as expected ({error})"))
}
