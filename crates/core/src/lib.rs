//! What Rankscope computes, without tensors, browser or network: every function here runs the
//! same natively and in the page.
//!
//! | room | what happens there |
//! |---|---|
//! | [`benchmark`] | what is measured: manifest, queries, images, systems, relevance |
//! | [`formats`] | bytes ↔ records: TREC, BEIR, the papers' files, npy, Parquet |
//! | [`vectors`] | embeddings: shards, their types, scores |
//! | [`ranking`] | ordered lists of hits: the order, the top k |
//! | [`metrics`] | how good a list is, and why: one file a formula, protocols |
//! | [`statistics`] | whether two orderings agree, whether a difference is more than chance |
//! | [`search`] | vectors → top k: the reference, scans with an error bound, galleries on disk |
//! | [`simd`] | the widest instructions that a processor has, chosen at run time |
//! | [`chart`] | numbers → geometry, no DOM |
//! | [`table`] | typed values under titles → CSV, JSON, sorted rows |
//! | [`views`] | the page's addresses, for router, server and bundler |
//! | [`imported`] | files of other programs → rankings and judgements of an open benchmark |
//!
//! `tests/native/app/architecture.rs` holds who may use whom.

pub mod benchmark;
pub mod chart;
pub mod digits;
pub mod formats;
pub mod imported;
pub mod metrics;
pub mod random;
pub mod ranking;
pub mod search;
pub mod simd;
pub mod statistics;
pub mod table;
pub mod vectors;
pub mod views;
