//! Where matrices lie in a file, so that any of their rows can be read from a slice of it: the page
//! reads a visitor's file piece by piece.

use super::{
    FormatError, Place,
    fbin::shape_of_fbin,
    file_kind::{FileKind, file_kind},
    matrix_rows::{MatrixRows, NumberKind, rows_of_columns},
    npy::{matrix_of_npy, npy_head},
    safetensors_rows::{header_of_safetensors, matrices_of_safetensors},
    score_matrix::{ScoreList, ScoreMatrix, ScoreSide},
};
use crate::{
    digits::in_groups,
    limits::{MAX_DIM, MAX_NPY_HEADER_BYTES, MAX_SAFETENSORS_HEADER_BYTES},
};
use std::io::Cursor;
use std::ops::Range;

/// A matrix `[n_rows, dim]` within a file. Its size was checked against the file's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixPlace {
    /// The tensor's; `None` where the file is one matrix.
    pub name: Option<String>,
    pub n_rows: usize,
    pub dim: usize,
    pub number: NumberKind,
    /// Of the first value, in bytes from the file's start.
    pub offset: u64,
    /// Whether columns follow each other: [`Self::turned`] turns them into rows.
    pub is_fortran: bool,
}

/// How much of a file's beginning [`matrices_in`] needs. `head` is the first [`super::HEAD_BYTES`].
pub fn bytes_of_head(head: &[u8], n_bytes: u64) -> u64 {
    let usual = u64::from(MAX_NPY_HEADER_BYTES) + 64;
    let needed = match (file_kind(head, n_bytes), head.first_chunk::<8>()) {
        (FileKind::Safetensors, Some(length)) => {
            // A longer header is refused.
            u64::from_le_bytes(*length).min(MAX_SAFETENSORS_HEADER_BYTES).saturating_add(8)
        }
        _ => usual,
    };
    needed.min(n_bytes)
}

/// The matrices of a `.npy`, `.safetensors` or `.fbin` file of `n_bytes` that begins with `head`, in
/// their order in the file. `None` if the file is none of these.
pub fn matrices_in(
    file: &str,
    head: &[u8],
    n_bytes: u64,
) -> Option<Result<Vec<MatrixPlace>, FormatError>> {
    let one = |place: Result<MatrixPlace, String>| {
        let place = place.and_then(|place| place.checked(n_bytes));
        place.map(|place| vec![place]).map_err(|e| FormatError::new(file, Place::File, e))
    };
    match file_kind(head, n_bytes) {
        FileKind::Npy => Some(one(place_of_npy(head))),
        FileKind::Fbin => Some(one(matrix_of_fbin(head))),
        FileKind::Safetensors => Some(matrices_of_tensors(file, head, n_bytes)),
        _ => None,
    }
}

fn place_of_npy(head: &[u8]) -> Result<MatrixPlace, String> {
    let matrix = matrix_of_npy(&npy_head(head)?)?;
    let place = MatrixPlace::new(None, matrix.shape, matrix.number, matrix.offset)?;
    Ok(MatrixPlace { is_fortran: matrix.is_fortran, ..place })
}

fn matrix_of_fbin(head: &[u8]) -> Result<MatrixPlace, String> {
    let (shape, offset) = shape_of_fbin(head).ok_or("its header is cut short")?;
    MatrixPlace::new(None, shape, NumberKind::F32, offset)
}

fn matrices_of_tensors(
    file: &str,
    head: &[u8],
    n_bytes: u64,
) -> Result<Vec<MatrixPlace>, FormatError> {
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let mut reader = head;
    let (metadata, data) = header_of_safetensors(file, &mut reader, n_bytes)?;
    let found = matrices_of_safetensors(&metadata).into_iter().map(|matrix| {
        let place =
            MatrixPlace::new(Some(matrix.name), matrix.shape, matrix.number, data + matrix.offset)?;
        place.within(n_bytes)
    });
    let found: Result<Vec<MatrixPlace>, String> = found.collect();
    let found = found.map_err(wrong)?;
    if found.is_empty() {
        return Err(wrong("no tensor is a matrix of F16, BF16, F32 or F64".into()));
    }
    Ok(found)
}

impl MatrixPlace {
    /// Rows of float32 one after another, and nothing else.
    pub fn of_singles(n_rows: usize, dim: usize) -> Self {
        Self { name: None, n_rows, dim, number: NumberKind::F32, offset: 0, is_fortran: false }
    }

    fn new(
        name: Option<String>,
        [n_rows, dim]: [u64; 2],
        number: NumberKind,
        offset: u64,
    ) -> Result<Self, String> {
        let of = name.as_ref().map(|name| format!("tensor {name}: ")).unwrap_or_default();
        let dim = usize::try_from(dim).ok().filter(|dim| (1..=MAX_DIM).contains(dim)).ok_or_else(
            || format!("{of}its rows have {dim} values, and 1 to {MAX_DIM} are possible"),
        )?;
        let n_rows =
            usize::try_from(n_rows).map_err(|_| format!("{of}its {n_rows} rows are too many"))?;
        Ok(Self { name, n_rows, dim, number, offset, is_fortran: false })
    }

    /// `None` beyond 2⁶⁴.
    fn end(&self) -> Option<u64> {
        (self.n_rows as u64).checked_mul(self.row_bytes())?.checked_add(self.offset)
    }

    fn checked(self, n_bytes: u64) -> Result<Self, String> {
        match self.end() {
            Some(end) if end == n_bytes => Ok(self),
            end => {
                let wanted = end.map_or("more than a file can hold".into(), |end| {
                    format!("{} bytes", in_groups(end))
                });
                Err(format!(
                    "cut short or damaged: its header says [{}, {}], which is {wanted}, and it has {}",
                    self.n_rows,
                    self.dim,
                    in_groups(n_bytes)
                ))
            }
        }
    }

    fn within(self, n_bytes: u64) -> Result<Self, String> {
        match self.end() {
            Some(end) if end <= n_bytes => Ok(self),
            _ => Err("cut short: a tensor ends after the file".into()),
        }
    }

    pub fn row_bytes(&self) -> u64 {
        (self.dim * self.number.bytes()) as u64
    }

    /// The matrix row by row, from all bytes of a file that stores columns.
    pub fn turned(self, file: &[u8]) -> (Self, Vec<u8>) {
        let columns = usize::try_from(self.offset).ok().and_then(|offset| file.get(offset..));
        let shape = [self.n_rows, self.dim];
        let rows = rows_of_columns(columns.unwrap_or_default(), shape, self.number.bytes());
        (Self { offset: 0, is_fortran: false, ..self }, rows)
    }

    /// The range in bytes.
    pub fn bytes_of(&self, rows: Range<usize>) -> Range<u64> {
        let at = |row: usize| self.offset + row as u64 * self.row_bytes();
        at(rows.start)..at(rows.end)
    }

    /// The values of rows from their bytes; `first_row` is the number of the first. Refuses bytes that end
    /// within a row, and doubles beyond float32.
    pub fn rows_from_bytes<'a>(
        &self,
        file: &str,
        first_row: usize,
        bytes: &'a [u8],
    ) -> Result<impl Iterator<Item = Result<Vec<f32>, FormatError>> + use<'a>, FormatError> {
        let n_rows = bytes.len() as u64 / self.row_bytes();
        let shape = [n_rows, self.dim as u64];
        let mut rows = MatrixRows::new(file, bytes, shape, self.number)?;
        Ok(std::iter::from_fn(move || rows.next_row().transpose())
            .map(move |row| row.map_err(|e| in_whole(e, first_row))))
    }

    /// Lists of scores from the bytes of rows, as [`ScoreMatrix::lists`] gives them: `of` are places among
    /// these rows, or columns.
    pub fn scores_from_bytes(
        &self,
        file: &str,
        first_row: usize,
        bytes: &[u8],
        (side, of): (ScoreSide, &[usize]),
    ) -> Result<Vec<ScoreList>, FormatError> {
        let n_rows = bytes.len() as u64 / self.row_bytes();
        let shape = [n_rows, self.dim as u64];
        let rows = MatrixRows::new(file, Cursor::new(bytes), shape, self.number)?;
        let lists = ScoreMatrix::new(file, rows).and_then(|mut matrix| matrix.lists(side, of));
        lists.map_err(|e| in_whole(e, first_row))
    }
}

/// An error in rows that begin with `first_row`, as one of the whole matrix.
fn in_whole(error: FormatError, first_row: usize) -> FormatError {
    match error.place {
        Place::Row(row) => FormatError { place: Place::Row(first_row + row), ..error },
        _ => error,
    }
}
