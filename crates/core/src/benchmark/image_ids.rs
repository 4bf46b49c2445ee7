use std::borrow::Cow;
use std::collections::HashMap;

/// The ids of images in row order. In a corpus of vectors alone, which has no image lists, the id of an image
/// is its row number and need not be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageIds<'a> {
    Listed(&'a [String]),
    /// Row numbers as ids for the first `n_rows`, then listed ids.
    RowNumbers {
        n_rows: usize,
        beyond: &'a [String],
    },
}

impl<'a> ImageIds<'a> {
    /// `None` beyond the last row.
    pub fn get(&self, row: usize) -> Option<Cow<'a, str>> {
        let listed = |ids: &'a [String], row: usize| ids.get(row).map(|id| Cow::Borrowed(&id[..]));
        match *self {
            Self::Listed(ids) => listed(ids, row),
            Self::RowNumbers { n_rows, .. } if row < n_rows => Some(Cow::Owned(row.to_string())),
            Self::RowNumbers { n_rows, beyond } => listed(beyond, row - n_rows),
        }
    }

    /// A linear search if ids are listed.
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

    /// [`Self::row_of`] for many ids: listed ones are looked up in a table.
    pub fn rows_by_id(self) -> impl Fn(&str) -> Option<u32> + 'a {
        let listed = match self {
            Self::Listed(ids) => ids,
            Self::RowNumbers { .. } => &[],
        };
        let rows: HashMap<&str, u32> = listed.iter().map(String::as_str).zip(0..).collect();
        move |id| match self {
            Self::Listed(_) => rows.get(id).copied(),
            Self::RowNumbers { .. } => self.row_of(id).and_then(|row| u32::try_from(row).ok()),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Self::Listed(ids) => ids.len(),
            Self::RowNumbers { n_rows, beyond } => n_rows + beyond.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// [`ImageIds`], owned.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImageIdList {
    n_numbered: usize,
    /// Of the rows after those that are numbered.
    listed: Vec<String>,
}

impl ImageIdList {
    pub fn listed(ids: Vec<String>) -> Self {
        Self { n_numbered: 0, listed: ids }
    }

    pub fn row_numbers(n_rows: u32) -> Self {
        Self { n_numbered: n_rows as usize, listed: Vec::new() }
    }

    /// Adds the ids of further rows.
    pub fn extend(&mut self, ids: impl IntoIterator<Item = String>) {
        self.listed.extend(ids);
    }

    /// All ids, except row numbers.
    pub fn stored(&self) -> &[String] {
        &self.listed
    }

    /// `None` beyond the last row.
    pub fn get(&self, row: usize) -> Option<Cow<'_, str>> {
        ImageIds::from(self).get(row)
    }

    pub fn len(&self) -> usize {
        self.n_numbered + self.listed.len()
    }

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
