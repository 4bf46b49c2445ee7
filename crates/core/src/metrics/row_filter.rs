//! A filter that spares most unjudged images a search among the judgements.

use crate::benchmark::Judgements;

/// A bitmap of the judged rows modulo 4,096: few images of a ranking are judged, and most others
/// are rejected by one bit.
pub(super) struct RowFilter([u64; 64]);

impl RowFilter {
    pub(super) fn new(judgements: &Judgements) -> Self {
        let mut bits = [0; 64];
        for (row, _) in judgements.as_slice() {
            let (word, bit) = Self::place(*row);
            if let Some(word) = bits.get_mut(word) {
                *word |= 1 << bit;
            }
        }
        Self(bits)
    }

    /// False only if the row is not judged.
    pub(super) fn may_hold(&self, row: u32) -> bool {
        let (word, bit) = Self::place(row);
        self.0.get(word).is_none_or(|word| word >> bit & 1 == 1)
    }

    fn place(row: u32) -> (usize, u32) {
        ((row / 64 % 64) as usize, row % 64)
    }
}
