//! Relevance judgements by several definitions: from the facts, from simulated annotators, from
//! the pools of systems; and a simulated model that is asked about pictures.

mod annotators;
mod answers;
mod classes;
mod definition;
mod verified;

pub use annotators::{ANNOTATORS, Annotator, N_VOTES, VoteChances, votes, voting_pool};
pub use answers::yes_and_no;
pub use classes::{N_CLASSES, classes};
pub use definition::Definition;
pub use verified::{POOL_DEPTH, verified};
