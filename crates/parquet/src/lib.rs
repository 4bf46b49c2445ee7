//! Parquet files: columns of text ([`columns_from_parquet`]) and of vectors ([`ParquetVectors`]), and
//! all that a file has of both ([`parts_of_parquet`]).
//!
//! The Parquet crate panics on some damaged files. Natively callers catch that; in the page the reader
//! is a worker of its own (`reader`).

mod columns;
mod pages;
mod parts;
#[cfg(target_arch = "wasm32")]
pub mod reader;
mod vectors;

pub use columns::{columns_from_parquet, names_from_parquet, values_from_parquet};
pub use parts::{ParquetMatrix, ParquetParts, parts_of_parquet};
pub use vectors::ParquetVectors;
