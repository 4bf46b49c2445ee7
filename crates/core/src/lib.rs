//! What Rankscope computes, without tensors, browser or network. Results are the same natively and in the
//! page.
//!
//! | module | does |
//! |---|---|
//! | [`benchmark`] | a benchmark's files: manifest, queries, images, systems, relevance |
//! | [`formats`] | bytes ↔ records: TREC, BEIR, the papers' files, npy, Parquet |
//! | [`vectors`] | embeddings: shards, their types, scores |
//! | [`ranking`] | ordered lists of hits: their order, the top k, moves between lists |
//! | [`metrics`] | how good a ranking is and why: measures, one file a formula, protocols |
//! | [`statistics`] | whether two orderings agree, whether a difference exceeds chance |
//! | [`remote`] | remote search engines: requests to Qdrant and Chroma, checks of their answers |
//! | [`search`] | vectors → top k: brute force, scans with an error bound, galleries on disk |
//! | [`simd`] | the widest instruction set of the CPU, chosen at run time |
//! | [`chart`] | numbers → geometry, without a DOM |
//! | [`table`] | typed values under titles → CSV, JSON, sorted rows |
//! | [`topics`] | recognising topics, propagating and suggesting tags |
//! | [`views`] | the page's addresses, for router, server and bundler |
//! | [`embed`] | one block of a page alone: names, address parameters, the HTML of a frame |
//! | [`content_policy`] | what the page may load and run, for server and bundler |
//! | [`analysis`] | what the pages compute: columns, tallies, subsets, comparisons, second stages |
//! | [`report`] | what commands print as JSON and pages show |
//! | [`citation`] | a view in words and as BibTeX, with its publications |
//! | [`imported`] | files of other programs → rankings and judgements of an open benchmark |
//! | [`matching`] | differences between two lists of ids that should be equal |
//! | [`visit`] | a visitor's additions to the page ↔ a zip archive |
//! | [`random`], [`digits`] | seeded random numbers; thousands separators |
//! | [`limits`] | the largest sizes that readers accept |
//!
//! `rankscope-arithmetic` provides search, vectors and what they need. `tests/app/architecture.rs` enforces
//! which module may use which.

pub mod analysis;
pub mod benchmark;
pub mod chart;
pub mod citation;
pub mod content_policy;
pub mod digits;
pub mod embed;
pub mod formats;
pub mod imported;
pub mod matching;
pub mod metrics;
pub mod remote;
pub mod report;
pub mod statistics;
pub mod table;
pub mod topics;
pub mod views;
pub mod visit;

pub use rankscope_arithmetic::{feedback, limits, random, ranking, search, simd, spaces, vectors};
