//! The worker: a device, galleries and encoders in memory, requests → responses.
//!
//! The page and the worker share only the messages in [`protocol`], with rankings [`packed`] and
//! filters as a [`row_set`]; the rest is built into the worker alone. Requests run as tasks side by
//! side and give way to each other between blocks of work, so that a search need not wait for a
//! leaderboard. It may use everything but `ui` and `cli`.

pub mod packed;
pub mod protocol;
pub mod row_set;

#[cfg(all(feature = "engine", target_arch = "wasm32"))]
mod corpus;
#[cfg(all(feature = "engine", target_arch = "wasm32"))]
mod device;
#[cfg(all(feature = "engine", target_arch = "wasm32"))]
mod error;
#[cfg(all(feature = "engine", target_arch = "wasm32"))]
mod give_way;
#[cfg(all(feature = "engine", target_arch = "wasm32"))]
mod large_search;
#[cfg(all(feature = "engine", target_arch = "wasm32"))]
mod memory;
#[cfg(all(feature = "engine", target_arch = "wasm32"))]
mod rank_whole;
#[cfg(all(feature = "engine", target_arch = "wasm32"))]
mod session;
#[cfg(all(feature = "engine", target_arch = "wasm32"))]
mod tasks;
#[cfg(all(feature = "engine", target_arch = "wasm32"))]
mod worker;

#[cfg(all(feature = "engine", target_arch = "wasm32"))]
pub use worker::start;
