//! Relevance judgements by several definitions: from the facts, from simulated annotators, from
//! the pools of systems.

mod annotators;
mod classes;
mod definition;
mod verified;

pub use annotators::{ANNOTATORS, Annotator, N_VOTES, VoteChances, votes, voting_pool};
pub use classes::{N_CLASSES, classes};
pub use definition::Definition;
pub use verified::{POOL_DEPTH, verified};
