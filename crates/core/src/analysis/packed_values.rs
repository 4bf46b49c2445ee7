//! A system's values as bytes, from the worker that computed them to the page: JSON is slow, and would
//! not keep every bit.
//!
//! All numbers are little-endian words of 32 bits, a value two of them. In order: by column the values
//! of every query and the shares of judged hits; the fewest and the most rows scored, if there are any; the first hits of every query;
//! by definition the first hits of its candidates, if it ranks these only.

use super::system_values::means_of;
use super::{Column, Dataset, SystemValues};
use crate::ranking::Hit;
use std::sync::Arc;

/// Stands for a value that is undefined: a NaN that no computation gives.
const UNDEFINED: u64 = u64::MAX;

impl SystemValues {
    /// The values and the first hits as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut put = |word: u32| bytes.extend(word.to_le_bytes());
        put(word(self.values.len()));
        for values in self.values.iter().chain(&self.judged) {
            put(word(values.len()));
            for value in values {
                let bits = value.map_or(UNDEFINED, f64::to_bits);
                put((bits & u64::from(u32::MAX)) as u32);
                put((bits >> 32) as u32);
            }
        }
        put(u32::from(self.n_scored.is_some()));
        if let Some((fewest, most)) = self.n_scored {
            put(word(fewest));
            put(word(most));
        }
        put_hits(&self.heads, &mut put);
        put(word(self.cut_heads.len()));
        for cut in &self.cut_heads {
            put(u32::from(cut.is_some()));
            if let Some(heads) = cut {
                put_hits(heads, &mut put);
            }
        }
        bytes
    }

    /// The values that another part of the program computed under these columns; `None` if the bytes
    /// are not of [`Self::to_bytes`] or of other columns.
    pub fn from_bytes(
        dataset: &Dataset,
        columns: &Arc<Vec<Column>>,
        system: &str,
        bytes: &[u8],
    ) -> Option<Self> {
        let (words, rest) = bytes.as_chunks::<4>();
        let mut words = Words { rest: words };
        let n_columns = words.count(1)?;
        if n_columns != columns.len() || !rest.is_empty() {
            return None;
        }
        let mut of_columns = || (0..n_columns).map(|_| words.values()).collect::<Option<Vec<_>>>();
        let (values, judged) = (of_columns()?, of_columns()?);
        let n_scored = match words.next()? {
            0 => None,
            _ => Some((words.next()? as usize, words.next()? as usize)),
        };
        let heads = words.hits()?;
        let n_definitions = words.count(1)?;
        let cut = |_| match words.next()? {
            0 => Some(None),
            _ => Some(Some(words.hits()?)),
        };
        let cut_heads = (0..n_definitions).map(cut).collect::<Option<Vec<_>>>()?;
        let means = means_of(dataset, columns, &values);
        let (system, columns) = (system.to_string(), columns.clone());
        words.rest.is_empty().then_some(Self {
            system,
            columns,
            values,
            judged,
            means,
            n_scored,
            heads,
            cut_heads,
        })
    }
}

fn put_hits(all: &[Vec<Hit>], put: &mut impl FnMut(u32)) {
    put(word(all.len()));
    for hits in all {
        put(word(hits.len()));
        for hit in hits {
            put(hit.row_in_corpus);
            put(hit.score.to_bits());
        }
    }
}

/// Counts of a benchmark are below 2^32.
fn word(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The words that are not yet read.
struct Words<'a> {
    rest: &'a [[u8; 4]],
}

impl Words<'_> {
    fn next(&mut self) -> Option<u32> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(u32::from_le_bytes(*first))
    }

    /// How many items of at least so many words follow; checked before anything is allocated.
    fn count(&mut self, n_words: usize) -> Option<usize> {
        let n = self.next()? as usize;
        (n <= self.rest.len() / n_words).then_some(n)
    }

    fn values(&mut self) -> Option<Vec<Option<f64>>> {
        let n = self.count(2)?;
        let value = |_| {
            let bits = u64::from(self.next()?) | u64::from(self.next()?) << 32;
            Some((bits != UNDEFINED).then_some(f64::from_bits(bits)))
        };
        (0..n).map(value).collect()
    }

    fn hits(&mut self) -> Option<Vec<Vec<Hit>>> {
        let n = self.count(1)?;
        let mut all = Vec::with_capacity(n);
        for _ in 0..n {
            let n_hits = self.count(2)?;
            let hit =
                |_| Some(Hit { row_in_corpus: self.next()?, score: f32::from_bits(self.next()?) });
            all.push((0..n_hits).map(hit).collect::<Option<Vec<Hit>>>()?);
        }
        Some(all)
    }
}
