use serde::{Deserialize, Serialize};

/// What a denominator counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Counted {
    /// The first ranks.
    Ranks,
    /// Relevant images, found or not.
    Relevant,
    /// The ranks of the ideal list.
    Ideal,
    /// Nothing that a hit fills by itself.
    Whole,
}
