//! Rankscope: an in-browser benchmark viewer for text-to-image retrieval.
//!
//! This package is the page. What it computes is in the crates under `crates/`: `rankscope-engine` is
//! the worker that searches and encodes, and the page knows of it only `rankscope-messages`. Only hits
//! leave the engine, so the page never depends on the size of the corpus. See `docs/architecture.md`.

#[cfg(target_arch = "wasm32")]
pub mod ui;
