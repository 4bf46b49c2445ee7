//! The engine: a worker with a device, galleries and encoders in memory; requests → replies.
//!
//! Calls go one way: worker → tasks → searches (`query_vector`, `large_search`, `rankings`) →
//! corpus → session → context. A gallery that does not fit in memory is searched by `large_search`,
//! or by `signs_first` where its signs come with the benchmark (`server_rows`). Requests run as
//! concurrent tasks that yield between blocks of work, so that a search need not wait for a
//! leaderboard.
//!
//! The entry point is [`start`], with a [`Device`]. This crate's program is the engine on the CPU;
//! `rankscope-engine-webgpu` is the same engine on a GPU.
#![cfg(target_arch = "wasm32")]

mod adapter;
mod context;
mod corpus;
mod cpu;
mod device;
mod error;
mod large_search;
mod lists;
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

pub use adapter::adapter;
pub use cpu::Cpu;
pub use device::{Device, PendingTower, on_cpu};
pub use worker::start;
