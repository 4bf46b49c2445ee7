//! Rankscope: an in-browser benchmark viewer for text-to-image retrieval.
//!
//! # Rooms
//!
//! | room | what happens there | built with |
//! |---|---|---|
//! | [`benchmark`] | what is measured: manifest, queries, images, systems, relevance | always |
//! | [`formats`] | bytes ↔ records: TREC, BEIR, the papers' files, npy, Parquet, shards | always |
//! | [`ranking`] | ordered lists of hits: the order, selecting the top k | always |
//! | [`metrics`] | how good a list is, and why: one file a formula, protocols | always |
//! | [`statistics`] | do two orderings agree, is a difference more than chance | always |
//! | [`imported`] | files of other programs → rankings and judgements of an open benchmark | always |
//! | [`search`] | vectors → top k: the reference, bounded scans on the CPU, kernels on a GPU | always, `webgpu` |
//! | [`simd`] | the widest instructions that a processor has, chosen at run time | always |
//! | `gpu` | a GPU, and launches of WGSL kernels on it | `webgpu` |
//! | [`fieldbook`] | the built-in world: scenes, drawings, captions, questions and their answers | always, pixels `raster` |
//! | [`chart`] | numbers → geometry, no DOM | always |
//! | [`table`] | typed values under titles → CSV, JSON, sorted rows | always |
//! | `encode` | text or image → vector: tokenizers, BERT, CLIP's towers, bags of tokens, packs | `encode-cpu`, with Burn `encode` |
//! | `train` | pairs of images and captions → packs: losses, optimiser, loop, baselines | `train` |
//! | `transfer` | files from the network: streamed, checked, cached | `app`, `engine` |
//! | [`messages`] | requests and responses between page and worker | always |
//! | `engine` | the worker: device, shards in memory, requests → replies | `engine` |
//! | `ui` | the Leptos page | `app` |
//! | `cli` | the native commands, one file each | `cli` |
//!
//! # The way of the data
//!
//! ```text
//! recipe ─cli::build→ benchmark/ (manifest + shards)            once, natively
//! manifest ─transfer→ benchmark::Manifest
//! shard ─transfer, checked→ engine: vectors in memory or on the GPU
//! query text ─encode→ vector ─search→ hits ─metrics→ values ─statistics→ agreement
//!                                          ─chart→ geometry ─ui→ SVG
//! ```
//!
//! It runs one way. Only the hits leave the engine, so the size of the corpus never
//! reaches the page. `tests/architecture.rs` holds who may use whom.

mod digits;
mod random;

pub mod benchmark;
pub mod chart;
pub mod fieldbook;
pub mod formats;
pub mod imported;
pub mod messages;
pub mod metrics;
pub mod ranking;
pub mod search;
pub mod simd;
pub mod statistics;
pub mod table;
pub mod views;

#[cfg(feature = "encode-cpu")]
pub mod encode;

#[cfg(feature = "webgpu")]
pub mod gpu;

#[cfg(all(any(feature = "app", feature = "engine"), target_arch = "wasm32"))]
pub mod transfer;

#[cfg(all(feature = "engine", target_arch = "wasm32"))]
pub mod engine;

#[cfg(all(feature = "app", target_arch = "wasm32"))]
pub mod ui;

#[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
pub mod cli;

#[cfg(all(feature = "train", not(target_arch = "wasm32")))]
pub mod train;
