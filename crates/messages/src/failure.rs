//! Errors as the visitor sees them.

use serde::{Deserialize, Serialize};

/// An error message for the visitor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What happened: one short sentence without a full stop.
    pub title: String,
    /// Where and why: the file, what was expected and what was found.
    pub detail: String,
    /// What to do next.
    pub advice: String,
}
