//! All vectors of a Parquet file: each column of lists as a matrix, and the columns that name its
//! rows. For the page, whose visitors drop a file and name no column.

use crate::{
    columns::{columns_from_parquet, names_from_parquet},
    vectors::{ParquetVectors, vector_columns},
};
use parquet::file::reader::ChunkReader;
use rankscope_core::formats::{FormatError, Place};

/// A column of lists of equal length.
#[derive(Debug, Clone, PartialEq)]
pub struct ParquetMatrix {
    pub column: String,
    pub n_rows: usize,
    /// Values per row.
    pub dim: usize,
    /// Row-major.
    pub values: Vec<f32>,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParquetParts {
    pub matrices: Vec<ParquetMatrix>,
    /// Columns of ids by name, of those with one in each row.
    pub ids: Vec<(String, Vec<String>)>,
}

/// Reads all columns of vectors, and those that are called ids.
///
/// # Errors
/// Not a Parquet file, no column of lists of numbers, or what [`ParquetVectors::next_row`] refuses.
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
        // Skips lists and other columns that are no ids.
        let Ok(read) = columns_from_parquet(file, reader.clone(), &[name]) else { continue };
        let ids: Option<Vec<String>> = read.into_iter().flatten().collect();
        parts.ids.extend(ids.map(|ids| (name.clone(), ids)));
    }
    Ok(parts)
}

/// Whether a column's name says ids, as `id`, `image_id` or `ids`.
fn row_ids(name: &str) -> bool {
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    words.any(|word| word.eq_ignore_ascii_case("id") || word.eq_ignore_ascii_case("ids"))
}
