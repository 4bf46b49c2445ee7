//! The left-hand matrix of a product, in tiles of up to four rows, laid out as a panel reads them.

use super::{lanes::F32x4, values::GROUP};

/// Rows that are multiplied at once: the sums for both halves of a panel take eight of a CPU's sixteen
/// vector registers, and the inputs need the rest. (With five rows a browser's compiler spills some,
/// which costs a third of the speed.)
const MAX_ROWS: usize = 4;

/// Steps to either side in an input. A group of 64 products with weights of 4,095 steps stays
/// below 2³¹.
const STEPS: f32 = 8191.0;

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

/// First row and number of rows of each tile, as even as possible.
pub(super) fn tiles(n_rows: usize) -> impl Iterator<Item = (usize, usize)> {
    let n_tiles = n_rows.div_ceil(MAX_ROWS).max(1);
    let (small, n_large) = (n_rows / n_tiles, n_rows % n_tiles);
    (0..n_tiles).map(move |tile| {
        let first = tile * small + tile.min(n_large);
        (first, small + usize::from(tile < n_large))
    })
}

impl FloatTiles {
    /// Copies `n_rows` rows of `n_in` values; row `r` starts at `r · stride`.
    pub(super) fn fill(&mut self, x: &[f32], (n_rows, n_in, stride): (usize, usize, usize)) {
        (self.n_rows, self.n_in) = (n_rows, n_in);
        interleave(x, (n_rows, n_in, stride), &mut self.values);
    }
}

impl FixedTiles {
    /// Rounds rows `[n_rows, n_in]`. The scale of a group that is not finite is NaN, and so is every
    /// product of its row.
    pub(super) fn fill(&mut self, x: &[f32], n_in: usize) {
        self.n_rows = x.len() / n_in;
        let (n_pairs, n_groups) = (n_in.div_ceil(2), n_in.div_ceil(GROUP));
        // Everything is overwritten.
        self.pairs.resize(self.n_rows * n_pairs, 0);
        self.scales.resize(self.n_rows * n_groups, 0.0);
        for (first, n) in tiles(self.n_rows) {
            let rows = &x[first * n_in..(first + n) * n_in];
            let pairs = &mut self.pairs[first * n_pairs..(first + n) * n_pairs];
            let scales = &mut self.scales[first * n_groups..(first + n) * n_groups];
            match n {
                1 => round_tile::<1>(rows, n_in, pairs, scales),
                2 => round_tile::<2>(rows, n_in, pairs, scales),
                3 => round_tile::<3>(rows, n_in, pairs, scales),
                _ => round_tile::<4>(rows, n_in, pairs, scales),
            }
        }
    }
}

/// Rows `[ROWS, n_in]` → pairs `[n_in / 2, ROWS]` with their scales `[groups, ROWS]`.
fn round_tile<const ROWS: usize>(x: &[f32], n_in: usize, pairs: &mut [i32], scales: &mut [f32]) {
    let groups = pairs.as_chunks_mut::<ROWS>().0.chunks_mut(GROUP / 2);
    for (index, (pairs, scales)) in groups.zip(scales.as_chunks_mut::<ROWS>().0).enumerate() {
        for (row, (x, scale)) in x.chunks_exact(n_in).zip(scales).enumerate() {
            let group = &x[index * GROUP..n_in.min((index + 1) * GROUP)];
            let largest = largest_magnitude(group);
            let steps = if largest > 0.0 { STEPS / largest } else { 0.0 };
            *scale = if largest == 0.0 { 0.0 } else { largest / STEPS };
            round_group(group, steps, pairs, row);
        }
    }
}

#[inline(always)]
fn round_group<const ROWS: usize>(
    group: &[f32],
    steps: f32,
    pairs: &mut [[i32; ROWS]],
    row: usize,
) {
    let steps = F32x4::splat(steps);
    let rounded = |eight: [f32; 8]| {
        let [a, b, c, d, e, f, g, h] = eight;
        F32x4::rounded_pairs([F32x4::new([a, b, c, d]) * steps, F32x4::new([e, f, g, h]) * steps])
    };
    let (eights, rest) = group.as_chunks::<8>();
    for (eight, places) in eights.iter().zip(pairs.as_chunks_mut::<4>().0) {
        places.iter_mut().zip(rounded(*eight)).for_each(|(place, pair)| place[row] = pair);
    }
    if !rest.is_empty() {
        let mut eight = [0.0; 8];
        eight[..rest.len()].copy_from_slice(rest);
        let places = pairs[4 * eights.len()..].iter_mut();
        places.zip(rounded(eight)).for_each(|(place, pair)| place[row] = pair);
    }
}

/// Rows of `len` values, the first of row `r` at `r · stride` → tile by tile `[len, rows]`.
fn interleave(x: &[f32], (n_rows, len, stride): (usize, usize, usize), to: &mut Vec<f32>) {
    // Everything is overwritten.
    to.resize(n_rows * len, 0.0);
    for (first, n) in tiles(n_rows) {
        let (rows, tile) = (&x[first * stride..], &mut to[first * len..(first + n) * len]);
        match n {
            1 => tile.copy_from_slice(&rows[..len]),
            2 => interleave_tile::<2>(rows, stride, tile),
            3 => interleave_tile::<3>(rows, stride, tile),
            _ => interleave_four(rows, stride, tile),
        }
    }
}

fn interleave_tile<const ROWS: usize>(from: &[f32], stride: usize, tile: &mut [f32]) {
    let len = tile.len() / ROWS;
    let rows: [&[f32]; ROWS] = std::array::from_fn(|row| &from[row * stride..row * stride + len]);
    for (index, places) in tile.as_chunks_mut::<ROWS>().0.iter_mut().enumerate() {
        for (place, row) in places.iter_mut().zip(rows) {
            *place = row[index];
        }
    }
}

fn interleave_four(from: &[f32], stride: usize, tile: &mut [f32]) {
    let len = tile.len() / 4;
    let rows: [&[f32]; 4] = std::array::from_fn(|row| &from[row * stride..row * stride + len]);
    let (places, _) = tile.as_chunks_mut::<4>();
    let (blocks, last) = places.as_chunks_mut::<4>();
    let mut fours = rows.map(|row| row.as_chunks::<4>().0.iter());
    for block in blocks {
        let here = fours.each_mut().map(|fours| fours.next().copied().unwrap_or_default());
        *block = F32x4::transposed(here.map(F32x4::new)).map(F32x4::values);
    }
    let first = len / 4 * 4;
    for (place, index) in last.iter_mut().zip(first..) {
        *place = rows.map(|row| row[index]);
    }
}

/// The largest magnitude; NaN if a value is not finite.
#[inline(always)]
fn largest_magnitude(values: &[f32]) -> f32 {
    let (eights, rest) = values.as_chunks::<8>();
    let mut largest = [F32x4::splat(0.0); 2];
    for [a, b, c, d, e, f, g, h] in eights {
        largest[0] = largest[0].larger_magnitudes(F32x4::new([*a, *b, *c, *d]));
        largest[1] = largest[1].larger_magnitudes(F32x4::new([*e, *f, *g, *h]));
    }
    for value in rest {
        largest[0] = largest[0].larger_magnitudes(F32x4::splat(*value));
    }
    let bits = largest[0].larger_magnitudes(largest[1]).values().map(f32::to_bits);
    let bits = bits.into_iter().fold(0, u32::max);
    if bits < f32::INFINITY.to_bits() { f32::from_bits(bits) } else { f32::NAN }
}
