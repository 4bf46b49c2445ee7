//! All that a Parquet file has of vectors: each column of lists as a matrix, and the columns that
//! name its rows. For the page, whose visitors drop a file and name no column.

use crate::{
    columns::{columns_from_parquet, names_from_parquet},
    vectors::{ParquetVectors, vector_columns},
};
use parquet::file::reader::ChunkReader;
use rankscope_core::formats::{FormatError, Place};

/// A column of lists of equal length.
#[derive(Debug, Clone, PartialEq)]
pub struct ParquetMatrix {
    /// The column's name.
    pub column: String,
    /// The number of rows.
    pub n_rows: usize,
    /// The number of values in a row.
    pub dim: usize,
    /// The values of one row after another.
    pub values: Vec<f32>,
}

/// The vectors of a file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParquetParts {
    /// In the order of the columns.
    pub matrices: Vec<ParquetMatrix>,
    /// Columns of ids by their names, of those that have one in each row.
    pub ids: Vec<(String, Vec<String>)>,
}

/// Reads all columns of vectors, and those that are called ids.
///
/// # Errors
/// Not a Parquet file, no column of lists of numbers, with those that are there, or what
/// [`ParquetVectors::next_row`] refuses.
pub fn parts_of_parquet<R: ChunkReader + Clone + 'static>(
    file: &str,
    reader: R,
) -> Result<ParquetParts, FormatError> {
    let names = names_from_parquet(file, reader.clone())?;
    let columns = vector_columns(file, reader.clone())?;
    if columns.is_empty() {
        let reason = format!("no column of lists of numbers, only {}", names.join(", "));
        return Err(FormatError::new(file, Place::File, reason));
    }
    let mut parts = ParquetParts::default();
    for column in columns {
        let mut rows = ParquetVectors::open(file, reader.clone(), Some(&column))?;
        let (mut n_rows, mut dim, mut values) = (0, 0, Vec::new());
        while let Some(row) = rows.next_row()? {
            n_rows += 1;
            dim = row.len();
            values.extend(row);
        }
        if n_rows == 0 {
            return Err(FormatError::new(file, Place::File, "it has no rows"));
        }
        parts.matrices.push(ParquetMatrix { column, n_rows, dim, values });
    }
    for name in names.iter().filter(|name| row_ids(name)) {
        // Lists, and other columns that are no ids, are passed over.
        let Ok(read) = columns_from_parquet(file, reader.clone(), &[name]) else { continue };
        let ids: Option<Vec<String>> = read.into_iter().flatten().collect();
        parts.ids.extend(ids.map(|ids| (name.clone(), ids)));
    }
    Ok(parts)
}

/// Whether a column beside vectors is called ids, as `id`, `image_id` or `ids`.
fn row_ids(name: &str) -> bool {
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    words.any(|word| word.eq_ignore_ascii_case("id") || word.eq_ignore_ascii_case("ids"))
}
