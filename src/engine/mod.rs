//! The worker: a device, galleries and encoders in memory, requests → replies.
//!
//! One way through it: worker → tasks → searches (`query_vector`, `large_search`, `rankings`) →
//! corpus → session → context. Requests run as tasks side by side and yield to each other between
//! blocks of work, so that a search need not wait for a leaderboard. The page knows nothing of
//! the engine but [`crate::messages`].
//!
//! It may use everything but `ui` and `cli`. Enter by [`start`].

mod context;
mod corpus;
mod device;
mod error;
mod large_search;
mod memory;
mod query_vector;
mod rankings;
mod session;
mod tasks;
mod worker;
mod yield_now;

pub use worker::start;
