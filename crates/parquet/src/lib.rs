//! Parquet files: columns of text ([`columns_from_parquet`]), columns of vectors
//! ([`ParquetVectors`]), all of both in a file ([`parts_of_parquet`]), and rows with pictures
//! ([`each_row_of_parquet`]). The Parquet crate panics
//! on some damaged files: native callers catch that; for the page, the reader is a worker of its
//! own (`reader`).

mod columns;
mod pages;
mod parts;
#[cfg(target_arch = "wasm32")]
pub mod reader;
mod rows;
mod vectors;

pub use columns::{columns_from_parquet, names_from_parquet, values_from_parquet};
pub use parts::{ParquetMatrix, ParquetParts, parts_of_parquet};
pub use rows::{Cell, CellKind, each_row_of_parquet, kinds_of_parquet};
pub use vectors::ParquetVectors;
