//! What the reader of Parquet finds in a file. The worker gets `[file, bytes]` and answers with the
//! reason why the file cannot be read, or with `[json, values, …]`: a head, and the values of each
//! of its columns as float32.

use serde::{Deserialize, Serialize};

/// The vectors of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParquetHead {
    /// The columns of vectors, in the order of their values.
    pub columns: Vec<ParquetColumn>,
    /// Columns of ids by their names.
    pub ids: Vec<(String, Vec<String>)>,
}

/// A column of vectors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParquetColumn {
    /// Its name.
    pub name: String,
    /// The number of rows.
    pub n_rows: usize,
    /// The number of values in a row.
    pub dim: usize,
}
