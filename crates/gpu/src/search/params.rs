//! The parameters of a search, as the kernels read them.

use super::layout::Layout;

/// Queries that share one pass over the codes, where there are several.
pub(super) const QUERIES_PER_GROUP: usize = 4;
/// Words before the queries' norms.
pub(super) const HEAD: usize = 8;

/// The queries of one run of the kernels, and its sizes.
pub(super) struct Params<'a> {
    pub(super) layout: Layout,
    /// 1 or [`QUERIES_PER_GROUP`].
    pub(super) queries_per_group: usize,
    pub(super) k: usize,
    /// Rows that can be kept for each query.
    pub(super) capacity: usize,
    pub(super) has_mask: bool,
    /// Norms and values `[dim]`.
    pub(super) queries: &'a [(f32, &'a [f32])],
}

impl Params<'_> {
    pub(super) fn n_groups(&self) -> usize {
        self.queries.len().div_ceil(self.queries_per_group)
    }

    /// Queries, the last group filled up.
    pub(super) fn n_padded_queries(&self) -> usize {
        self.n_groups() * self.queries_per_group
    }

    /// Sizes `[HEAD]`, norms `[queries]` and values `[groups, dim, queries of a group]`; float32
    /// by its bits.
    pub(super) fn words(&self) -> Vec<u32> {
        let head: [usize; HEAD] = [
            self.layout.n_rows,
            self.layout.n_threads(),
            self.layout.n_words(),
            self.k,
            self.capacity,
            usize::from(self.has_mask),
            self.n_padded_queries(),
            0,
        ];
        let mut words: Vec<u32> =
            head.iter().map(|size| u32::try_from(*size).unwrap_or(u32::MAX)).collect();
        words.extend(self.queries.iter().map(|(norm, _)| norm.to_bits()));
        words.resize(HEAD + self.n_padded_queries(), 0);
        for group in self.queries.chunks(self.queries_per_group) {
            for i in 0..4 * self.layout.n_words() {
                for place in 0..self.queries_per_group {
                    let value = group.get(place).and_then(|(_, query)| query.get(i));
                    words.push(value.copied().unwrap_or(0.0).to_bits());
                }
            }
        }
        words
    }
}
