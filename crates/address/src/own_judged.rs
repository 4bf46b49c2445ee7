//! Judgements of the query in the address that no definition of the benchmark has.

use crate::question::Asked;
use rankscope_core::benchmark::Relevance;

/// Judgements of one query, from Fieldbook's facts or by the visitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnJudged {
    pub asked: Asked,
    pub title: String,
    pub counts_as: String,
    /// The judgements, of a single query in row 0.
    pub relevance: Relevance,
}
