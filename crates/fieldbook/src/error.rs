//! What can go wrong in the built-in world.

use super::{Fact, Group};

/// Everything that the room refuses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FieldbookError {
    /// Not of the form `fb<seed>-<index>`.
    #[error("{text:?} is no scene: expected fb<seed>-<index>, such as fb7-1234")]
    SceneId {
        /// What was given.
        text: String,
    },
    /// A scene states what cannot be, or cannot be seen.
    #[error("the scene's {fact:?} does not fit the rest of it")]
    Implausible {
        /// The first fact that does not fit.
        fact: Fact,
    },
    /// A group without species.
    #[error("no species of the group {group:?} fits")]
    NoSpecies {
        /// The group.
        group: Group,
    },
}
