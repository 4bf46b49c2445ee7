//! Rankscope: an in-browser benchmark viewer for text-to-image retrieval.
//!
//! This package is the browser app; the crates under `crates/` do the computing.
//!
//! | module | what it does | features |
//! |---|---|---|
//! | [`messages`] | requests and replies between page and worker | none |
//! | `engine` | the worker: device, galleries and encoders in memory, requests → replies | `engine`; on WebGPU `engine-gpu` |
//! | `parquet_reader` | a worker for one file: Parquet → matrices | `parquet-reader` |
//! | `transfer` | downloads: streamed, checked, cached | `app` or `engine` |
//! | `ui` | the Leptos page | `app` |
//!
//! Only hits leave the engine, so the page never depends on the size of the corpus.
//! See `docs/architecture.md`. `tests/native/app/architecture.rs` checks the dependencies between
//! modules.

pub mod messages;

#[cfg(all(feature = "engine", target_arch = "wasm32"))]
pub mod engine;

#[cfg(all(feature = "parquet-reader", target_arch = "wasm32"))]
pub mod parquet_reader;

#[cfg(all(any(feature = "app", feature = "engine"), target_arch = "wasm32"))]
pub mod transfer;

#[cfg(all(feature = "app", target_arch = "wasm32"))]
pub mod ui;
