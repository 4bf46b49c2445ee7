//! What went wrong, in words for the visitor.

use serde::{Deserialize, Serialize};

/// Something went wrong, in words for the visitor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What happened, in one short sentence.
    pub title: String,
    /// Where and why: file, sizes, what was expected and what was found.
    pub detail: String,
    /// What to do next.
    pub advice: String,
}
