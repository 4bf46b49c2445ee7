//! `queries.jsonl`.

use super::{BenchmarkError, image::lines_of_jsonl};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A query of the benchmark. Its position in `queries.jsonl` is its row in every system's stored
/// query vectors.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    /// The id that judgements use.
    pub id: String,
    /// The text of the query.
    pub text: String,
    /// `test`, `val` …; may be empty.
    #[serde(default)]
    pub split: String,
    /// Properties that results can be broken down by.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facets: BTreeMap<String, String>,
}

/// Reads `queries.jsonl`.
///
/// # Errors
/// A line that is not a query; the error gives its number.
pub fn queries_from_jsonl(file: &str, text: &str) -> Result<Vec<Query>, BenchmarkError> {
    queries_of_jsonl(file, text).collect()
}

/// The same query by query, for callers that pause in between.
///
/// # Errors
/// A line that is not a query, by its number.
pub fn queries_of_jsonl(
    file: &str,
    text: &str,
) -> impl Iterator<Item = Result<Query, BenchmarkError>> {
    lines_of_jsonl(file, text)
}
