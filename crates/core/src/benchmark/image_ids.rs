//! The ids of a corpus by row.

use std::borrow::Cow;

/// The ids of images in row order. A corpus of vectors alone has no image lists: the id of an image
/// is its row number, which need not be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageIds<'a> {
    /// An id for every row.
    Listed(&'a [String]),
    /// Row numbers as ids, then listed ids for the rows after them.
    RowNumbers {
        /// The number of rows whose id is their number.
        n_rows: usize,
        /// The ids of the rows after them.
        beyond: &'a [String],
    },
}

impl<'a> ImageIds<'a> {
    /// The id of a row; `None` beyond the last.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<Cow<'a, str>> {
        let listed = |ids: &'a [String], row: usize| ids.get(row).map(|id| Cow::Borrowed(&id[..]));
        match *self {
            Self::Listed(ids) => listed(ids, row),
            Self::RowNumbers { n_rows, .. } if row < n_rows => Some(Cow::Owned(row.to_string())),
            Self::RowNumbers { n_rows, beyond } => listed(beyond, row - n_rows),
        }
    }

    /// The row of an id; a linear search if ids are listed.
    #[must_use]
    pub fn row_of(&self, id: &str) -> Option<usize> {
        match self {
            Self::Listed(ids) => ids.iter().position(|known| known == id),
            Self::RowNumbers { n_rows, beyond } => {
                // "007" is not the id of row 7.
                let number = id.parse().ok().filter(|row: &usize| row.to_string() == id);
                number.filter(|row| row < n_rows).or_else(|| {
                    beyond.iter().position(|known| known == id).map(|index| n_rows + index)
                })
            }
        }
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Listed(ids) => ids.len(),
            Self::RowNumbers { n_rows, beyond } => n_rows + beyond.len(),
        }
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The ids of a corpus, owned: row numbers are not stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImageIdList {
    n_numbered: usize,
    /// The ids of the rows after those that are numbered.
    listed: Vec<String>,
}

impl ImageIdList {
    /// An id for every row.
    #[must_use]
    pub fn listed(ids: Vec<String>) -> Self {
        Self { n_numbered: 0, listed: ids }
    }

    /// Row numbers as ids.
    #[must_use]
    pub fn row_numbers(n_rows: u32) -> Self {
        Self { n_numbered: n_rows as usize, listed: Vec::new() }
    }

    /// Adds the ids of further rows.
    pub fn extend(&mut self, ids: impl IntoIterator<Item = String>) {
        self.listed.extend(ids);
    }

    /// The ids that are stored: all, or none where ids are row numbers.
    #[must_use]
    pub fn stored(&self) -> &[String] {
        &self.listed
    }

    /// The id of a row; `None` beyond the last.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<Cow<'_, str>> {
        ImageIds::from(self).get(row)
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.n_numbered + self.listed.len()
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a> From<&'a ImageIdList> for ImageIds<'a> {
    fn from(ids: &'a ImageIdList) -> Self {
        match ids.n_numbered {
            0 => Self::Listed(&ids.listed),
            n_rows => Self::RowNumbers { n_rows, beyond: &ids.listed },
        }
    }
}

impl<'a> From<&'a [String]> for ImageIds<'a> {
    fn from(ids: &'a [String]) -> Self {
        Self::Listed(ids)
    }
}

impl<'a> From<&'a Vec<String>> for ImageIds<'a> {
    fn from(ids: &'a Vec<String>) -> Self {
        Self::Listed(ids)
    }
}

impl<'a, const N: usize> From<&'a [String; N]> for ImageIds<'a> {
    fn from(ids: &'a [String; N]) -> Self {
        Self::Listed(ids)
    }
}
