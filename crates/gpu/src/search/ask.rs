//! What a search tells the kernels: sizes, the queries' lengths and their values.

use super::layout::Layout;

/// Words before the lengths.
pub(super) const SIZES: usize = 8;

/// Queries of one run of the kernels.
pub(super) struct Ask<'a> {
    pub(super) layout: Layout,
    /// Queries that share a reading of the rows.
    pub(super) in_a_group: usize,
    pub(super) k: usize,
    /// Rows that can be kept for each.
    pub(super) room: usize,
    pub(super) has_mask: bool,
    /// Each with its length.
    pub(super) queries: &'a [(f32, &'a [f32])],
}

impl Ask<'_> {
    pub(super) fn n_groups(&self) -> usize {
        self.queries.len().div_ceil(self.in_a_group)
    }

    /// Queries with those that fill up the last group.
    pub(super) fn n_places(&self) -> usize {
        self.n_groups() * self.in_a_group
    }

    /// Sizes, lengths, and the values: group, dim, query of the group. Float32 by its bits.
    pub(super) fn words(&self) -> Vec<u32> {
        let Layout { n_rows, .. } = self.layout;
        let sizes = [
            n_rows,
            self.layout.n_units(),
            self.layout.n_words(),
            self.k,
            self.room,
            usize::from(self.has_mask),
            self.n_places(),
            0,
        ];
        let mut words: Vec<u32> =
            sizes.iter().map(|size| u32::try_from(*size).unwrap_or(u32::MAX)).collect();
        words.extend(self.queries.iter().map(|(length, _)| length.to_bits()));
        words.resize(SIZES + self.n_places(), 0);
        for group in self.queries.chunks(self.in_a_group) {
            for i in 0..4 * self.layout.n_words() {
                for place in 0..self.in_a_group {
                    let value = group.get(place).and_then(|(_, query)| query.get(i));
                    words.push(value.copied().unwrap_or(0.0).to_bits());
                }
            }
        }
        words
    }
}
