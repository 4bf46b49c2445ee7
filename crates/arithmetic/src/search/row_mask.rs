//! The rows that a search may return: a facet, a split, a list of candidates.

use std::ops::Range;

/// A set of rows of a corpus, one bit each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowMask {
    words: Vec<u64>,
}

impl RowMask {
    pub fn new(rows_in_corpus: impl IntoIterator<Item = u32>) -> Self {
        let mut words = Vec::new();
        for row in rows_in_corpus {
            let word = row as usize / 64;
            if word >= words.len() {
                words.resize(word + 1, 0);
            }
            if let Some(word) = words.get_mut(word) {
                *word |= 1u64 << (row % 64);
            }
        }
        Self { words }
    }

    /// Whether the set has a row.
    pub fn contains(&self, row_in_corpus: usize) -> bool {
        self.words.get(row_in_corpus / 64).is_some_and(|word| word >> (row_in_corpus % 64) & 1 == 1)
    }

    /// The set within `n_rows` rows from `first_row` on, renumbered from 0.
    #[must_use]
    pub fn slice(&self, first_row: u32, n_rows: usize) -> Self {
        let rows = (0u32..).zip(first_row as usize..).take(n_rows);
        Self::new(rows.filter(|(_, row)| self.contains(*row)).map(|(row, _)| row))
    }

    /// Whether any row of a range is in the set.
    pub fn contains_any(&self, mut rows: Range<usize>) -> bool {
        rows.any(|row| self.contains(row))
    }

    /// A bit for each of the first `n_rows` rows, 32 in a word, lowest first.
    pub fn words(&self, n_rows: usize) -> Vec<u32> {
        let bytes: Vec<u8> = self.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let words = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word));
        let mut words: Vec<u32> = words.collect();
        words.resize(n_rows.div_ceil(32), 0);
        words
    }

    /// The rows in the set, ascending.
    pub fn rows(&self) -> impl Iterator<Item = u32> + '_ {
        let words = (0u32..).step_by(64).zip(&self.words);
        words.flat_map(|(first, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(first + bit)
            })
        })
    }

    /// Rows in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
