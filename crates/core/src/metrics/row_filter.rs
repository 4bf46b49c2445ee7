use crate::benchmark::Judgements;

/// Tells most unjudged images apart without a search: few of a ranking's are judged.
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

    /// False only where the row is not judged.
    pub(super) fn may_hold(&self, row: u32) -> bool {
        let (word, bit) = Self::place(row);
        self.0.get(word).is_none_or(|word| word >> bit & 1 == 1)
    }

    fn place(row: u32) -> (usize, u32) {
        ((row / 64 % 64) as usize, row % 64)
    }
}
