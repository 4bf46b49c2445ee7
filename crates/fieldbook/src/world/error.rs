//! Errors of the built-in world.

use crate::Fact;

/// Why a scene or its id was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FieldbookError {
    /// The text is not of the form `fb<seed>-<index>`.
    #[error("{text:?} is not a scene id: expected fb<seed>-<index>, such as fb7-1234")]
    SceneId {
        /// The text as given.
        text: String,
    },
    /// A fact contradicts those before it, or would not be visible.
    #[error(
        "the scene's {fact:?} does not fit its other facts: choose a value that `alternatives` lists"
    )]
    Implausible {
        /// The first fact that does not fit.
        fact: Fact,
    },
}
