//! Scores of every query for every image, `[queries][images]`, as evaluations of image–text matching
//! keep them. Read in blocks of rows or of columns, so that a large matrix is never in memory whole.

use super::{FormatError, MatrixRows, Place};
use std::io::{Read, Seek};

/// Which lists of a matrix are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreSide {
    /// The scores of a query for all images.
    Queries,
    /// The scores of an image for all queries.
    Images,
}

/// The scores of a query for all images, or of an image for all queries.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ScoreList {
    pub singles: Vec<f32>,
    /// The same before they were rounded; empty unless the file has float64.
    pub doubles: Vec<f64>,
}

impl ScoreList {
    /// One score as exactly as the file has it; NaN outside the list.
    pub fn score(&self, place: usize) -> f64 {
        let single = || self.singles.get(place).map_or(f64::NAN, |score| f64::from(*score));
        self.doubles.get(place).copied().unwrap_or_else(single)
    }
}

/// The most values of a block of rows: 4 MiB of float32.
const VALUES_OF_ROWS: usize = 1 << 20;

/// The most values of a block of columns: 128 MiB of float32, and 256 MiB of float64 beside them. Each block reads the whole file.
const VALUES_OF_COLUMNS: usize = 1 << 25;

#[derive(Debug)]
pub struct ScoreMatrix<R> {
    file: String,
    rows: MatrixRows<R>,
}

impl<R: Read + Seek> ScoreMatrix<R> {
    /// Refuses a file that goes on after its last row.
    pub fn new(file: &str, mut rows: MatrixRows<R>) -> Result<Self, FormatError> {
        rows.go_to(rows.n_rows())?;
        rows.next_row()?;
        Ok(Self { file: file.to_owned(), rows })
    }

    /// `[queries, images]`
    pub fn shape(&self) -> [usize; 2] {
        [self.rows.n_rows(), self.rows.dim()]
    }

    /// Refuses a matrix of another shape than `[queries, images]`.
    pub fn check_shape(&self, [queries, images]: [usize; 2]) -> Result<(), FormatError> {
        let [n_rows, n_columns] = self.shape();
        if [n_rows, n_columns] == [queries, images] {
            return Ok(());
        }
        let advice = if [n_columns, n_rows] == [queries, images] {
            "it has a row for each image: save its transpose, such as numpy's sims.T"
        } else {
            "a row is needed for each query, and a column for each image, in the order of the ids"
        };
        let reason = format!(
            "its shape is [{n_rows}, {n_columns}], for {queries} queries and {images} images: \
             {advice}"
        );
        Err(FormatError::new(&self.file, Place::File, reason))
    }

    /// How many lists to read at once.
    pub fn n_at_once(&self, side: ScoreSide) -> usize {
        let [n_rows, n_columns] = self.shape();
        let n = match side {
            ScoreSide::Queries => VALUES_OF_ROWS / n_columns.max(1),
            ScoreSide::Images => VALUES_OF_COLUMNS / n_rows.max(1),
        };
        n.max(1)
    }

    /// A list for each of `of`, which are rows or columns of the matrix. Refuses a score that is NaN.
    pub fn lists(&mut self, side: ScoreSide, of: &[usize]) -> Result<Vec<ScoreList>, FormatError> {
        match side {
            ScoreSide::Queries => of.iter().map(|row| self.row(*row)).collect(),
            ScoreSide::Images => self.columns(of),
        }
    }

    fn row(&mut self, row: usize) -> Result<ScoreList, FormatError> {
        self.rows.go_to(row)?;
        let singles = self.rows.next_row()?.unwrap_or_default();
        self.check(row, (0..).zip(&singles))?;
        Ok(ScoreList { singles, doubles: self.rows.last_doubles().unwrap_or_default() })
    }

    fn columns(&mut self, of: &[usize]) -> Result<Vec<ScoreList>, FormatError> {
        let n_rows = self.rows.n_rows();
        let empty = || ScoreList { singles: Vec::with_capacity(n_rows), doubles: Vec::new() };
        let mut columns: Vec<ScoreList> = of.iter().map(|_| empty()).collect();
        self.rows.go_to(0)?;
        for row in 0..n_rows {
            let singles = self.rows.next_row()?.unwrap_or_default();
            self.check(row, of.iter().filter_map(|column| Some((*column, singles.get(*column)?))))?;
            let doubles = self.rows.last_doubles().unwrap_or_default();
            for (list, column) in columns.iter_mut().zip(of) {
                list.singles.extend(singles.get(*column));
                list.doubles.extend(doubles.get(*column));
            }
        }
        Ok(columns)
    }

    fn check<'a>(
        &self,
        row: usize,
        scores: impl IntoIterator<Item = (usize, &'a f32)>,
    ) -> Result<(), FormatError> {
        let Some((column, _)) = scores.into_iter().find(|(_, score)| score.is_nan()) else {
            return Ok(());
        };
        let reason = format!(
            "column {column}: the score is NaN, which has no place in a ranking: write the lowest \
             score, or -inf, where there is none"
        );
        Err(FormatError::new(&self.file, Place::Row(row), reason))
    }
}
