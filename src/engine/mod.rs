//! The worker: a device, galleries and encoders in memory, requests → replies.
//!
//! Calls go one way: worker → tasks → searches (`query_vector`, `large_search`, `rankings`) →
//! corpus → session → context. A gallery that does not fit in memory is
//! searched by `large_search`, or by `signs_first` where its signs come with the benchmark
//! (`server_rows`). Requests run as concurrent tasks that yield between blocks of work,
//! so that a search need not wait for a leaderboard. The page knows only [`crate::messages`].
//!
//! May use everything but `ui`. The entry point is [`start`].

mod context;
mod corpus;
mod device;
mod error;
mod large_search;
mod lists;
mod memory;
mod query_vector;
mod rankings;
mod remote;
mod remotes;
mod server_rows;
mod session;
mod shape;
mod shard_parts;
mod signs_first;
mod tasks;
mod vision_tower;
mod warm_up;
mod worker;
mod yield_now;

pub use worker::start;
