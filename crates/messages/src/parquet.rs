//! What the Parquet worker finds in a file. It gets `[file, bytes]` and answers with the reason why
//! the file cannot be read, or with `[json, values, …]`: a head, and each column's values as
//! float32.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParquetHead {
    /// In the order of their values.
    pub columns: Vec<ParquetColumn>,
    /// Columns of ids, by name.
    pub ids: Vec<(String, Vec<String>)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParquetColumn {
    pub name: String,
    pub n_rows: usize,
    /// Values per row.
    pub dim: usize,
}
