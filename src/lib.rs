//! Rankscope: an in-browser benchmark viewer for text-to-image retrieval.
//!
//! This package is the browser app; what it computes is in the crates below `crates/`.
//!
//! | room | what happens there | built with |
//! |---|---|---|
//! | [`messages`] | requests and replies between page and worker | always |
//! | `engine` | the worker: device, galleries and encoders in memory, requests → replies | `engine` |
//! | `transfer` | files from the network: streamed, checked, cached | `app`, `engine` |
//! | `ui` | the Leptos page | `app` |
//!
//! Only hits leave the engine, so the size of the corpus never reaches the page.
//! `docs/architecture.md` has the whole; `tests/native/app/architecture.rs` holds who may use whom.

pub mod messages;

#[cfg(all(feature = "engine", target_arch = "wasm32"))]
pub mod engine;

#[cfg(all(any(feature = "app", feature = "engine"), target_arch = "wasm32"))]
pub mod transfer;

#[cfg(all(feature = "app", target_arch = "wasm32"))]
pub mod ui;
