//! The left side of a product: rows in groups, laid out as a panel reads them.

use super::{lanes::F32x4, values::GROUP};

/// Rows that are multiplied at once: with the two halves of a panel they take eight of a
/// processor's sixteen vector registers, and the rest is needed for what comes in. (With five
/// rows a browser's compiler puts some aside, and a third of the speed is lost.)
const MOST_ROWS: usize = 4;

/// Steps to either side that a value is rounded to. A group of 64 products with weights of 12
/// bits stays below 2³¹.
const STEPS: f32 = 8191.0;

/// Float32 rows.
#[derive(Debug, Default)]
pub(super) struct FloatTiles {
    pub(super) n_rows: usize,
    pub(super) n_in: usize,
    /// For each tile `[n_in, rows of the tile]`.
    pub(super) values: Vec<f32>,
}

/// Rows in 14 bits, with a scale for each [`GROUP`] of a row.
#[derive(Debug, Default)]
pub(super) struct FixedTiles {
    pub(super) n_rows: usize,
    /// For each tile `[n_in / 2, rows of the tile]`; two values in one, the first below.
    pub(super) pairs: Vec<i32>,
    /// For each tile `[groups, rows of the tile]`.
    pub(super) scales: Vec<f32>,
}

/// First row and number of rows of each tile, as even as can be.
pub(super) fn tiles(n_rows: usize) -> impl Iterator<Item = (usize, usize)> {
    let n_tiles = n_rows.div_ceil(MOST_ROWS).max(1);
    let (small, n_large) = (n_rows / n_tiles, n_rows % n_tiles);
    (0..n_tiles).map(move |tile| {
        let first = tile * small + tile.min(n_large);
        (first, small + usize::from(tile < n_large))
    })
}

impl FloatTiles {
    /// Takes `n_rows` rows of `n_in` values; row `r` starts at `r · stride`.
    pub(super) fn fill(&mut self, x: &[f32], (n_rows, n_in, stride): (usize, usize, usize)) {
        (self.n_rows, self.n_in) = (n_rows, n_in);
        interleave(x, (n_rows, n_in, stride), &mut self.values);
    }
}

impl FixedTiles {
    /// Takes rows `[n_rows, n_in]`. A group that is not finite gets a scale that is not a
    /// number, so that nobody takes its row for an answer.
    pub(super) fn fill(&mut self, x: &[f32], n_in: usize) {
        self.n_rows = x.len() / n_in;
        let (n_pairs, n_groups) = (n_in.div_ceil(2), n_in.div_ceil(GROUP));
        let mut pairs = Vec::with_capacity(self.n_rows * n_pairs);
        let mut scales = Vec::with_capacity(self.n_rows * n_groups);
        for group in x.chunks(n_in).flat_map(|row| row.chunks(GROUP)) {
            let largest = largest_magnitude(group);
            let steps = if largest > 0.0 { STEPS / largest } else { 0.0 };
            scales.push(if largest == 0.0 { 0.0 } else { largest / STEPS });
            let wide = F32x4::splat(steps);
            let (eights, rest) = group.as_chunks::<8>();
            for [a, b, c, d, e, f, g, h] in eights {
                let halves = [F32x4::new([*a, *b, *c, *d]), F32x4::new([*e, *f, *g, *h])];
                pairs.extend_from_slice(&F32x4::rounded_pairs(halves.map(|half| half * wide)));
            }
            if !rest.is_empty() {
                let value = |at: usize| rest.get(at).copied().unwrap_or(0.0) * steps;
                let half = |at: usize| F32x4::new(std::array::from_fn(|lane| value(at + lane)));
                let last = F32x4::rounded_pairs([half(0), half(4)]);
                pairs.extend_from_slice(&last[..rest.len().div_ceil(2)]);
            }
        }
        interleave(&pairs, (self.n_rows, n_pairs, n_pairs), &mut self.pairs);
        interleave(&scales, (self.n_rows, n_groups, n_groups), &mut self.scales);
    }
}

/// Rows of `len` values, the first of row `r` at `r · stride` → tile by tile `[len, rows]`.
fn interleave<T: Copy + Default>(
    from: &[T],
    (n_rows, len, stride): (usize, usize, usize),
    to: &mut Vec<T>,
) {
    to.clear();
    to.resize(n_rows * len, T::default());
    for (first, n) in tiles(n_rows) {
        let (rows, tile) = (&from[first * stride..], &mut to[first * len..(first + n) * len]);
        match n {
            1 => interleave_tile::<T, 1>(rows, stride, tile),
            2 => interleave_tile::<T, 2>(rows, stride, tile),
            3 => interleave_tile::<T, 3>(rows, stride, tile),
            _ => interleave_tile::<T, 4>(rows, stride, tile),
        }
    }
}

#[inline(always)]
fn interleave_tile<T: Copy, const ROWS: usize>(from: &[T], stride: usize, tile: &mut [T]) {
    let len = tile.len() / ROWS;
    let rows: [&[T]; ROWS] = std::array::from_fn(|row| &from[row * stride..row * stride + len]);
    for (index, places) in tile.as_chunks_mut::<ROWS>().0.iter_mut().enumerate() {
        for (place, row) in places.iter_mut().zip(rows) {
            *place = row[index];
        }
    }
}

/// Not a number where one of them is not finite.
fn largest_magnitude(values: &[f32]) -> f32 {
    let mut largest = [0.0f32; 8];
    let mut nothing = [0.0f32; 8];
    let (chunks, rest) = values.as_chunks::<8>();
    for chunk in chunks {
        for lane in 0..8 {
            let magnitude = chunk[lane].abs();
            largest[lane] = if magnitude > largest[lane] { magnitude } else { largest[lane] };
            nothing[lane] += chunk[lane] * 0.0;
        }
    }
    let rest_largest = rest.iter().fold(0.0f32, |largest, value| largest.max(value.abs()));
    let rest_nothing: f32 = rest.iter().map(|value| value * 0.0).sum();
    largest.into_iter().fold(rest_largest, f32::max) + nothing.iter().sum::<f32>() + rest_nothing
}
