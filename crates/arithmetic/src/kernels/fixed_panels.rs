//! The right-hand matrix of a product in 16-bit integers: panels of eight columns, two rows at a
//! time, with scales for every [`GROUP`] rows. One instruction multiplies eight pairs of 16-bit
//! integers and adds neighbours, twice the work of one in float32. A scale for each group of 64
//! makes up for the missing exponents: a weight has 12 bits and a sign, an input 13 and a sign.

use super::{
    lanes::{F32x4, I8x16, I16x8, I32x4},
    panel::{WIDTH, put_rows},
    tiles::{FixedTiles, tiles},
    values::{Codes, GROUP},
};

/// Pairs of rows that share their scales.
const GROUP_PAIRS: usize = GROUP / 2;

/// Eight columns of a pair of rows, as stored.
pub(super) trait Step: Copy {
    type Code: Copy + Default;

    fn new(codes: [Self::Code; 16]) -> Self;

    /// The first four columns and the last four, as int16.
    fn widened(self) -> [I16x8; 2];
}

impl Step for I8x16 {
    type Code = i8;

    fn new(codes: [i8; 16]) -> Self {
        Self::new(codes)
    }

    #[inline(always)]
    fn widened(self) -> [I16x8; 2] {
        self.widened()
    }
}

impl Step for [I16x8; 2] {
    type Code = i16;

    fn new(codes: [i16; 16]) -> Self {
        let half = |first: usize| I16x8::new(std::array::from_fn(|at| codes[first + at]));
        [half(0), half(8)]
    }

    #[inline(always)]
    fn widened(self) -> [I16x8; 2] {
        self
    }
}

#[derive(Debug)]
pub(super) struct FixedPanels<S> {
    n_pairs: usize,
    n_groups: usize,
    /// For each panel `[n_in / 2, 8 columns, 2 rows]`.
    codes: Vec<S>,
    /// For each panel `[groups, 8]`.
    scales: Vec<[F32x4; 2]>,
}

impl<S: Step> FixedPanels<S> {
    /// From the columns one after the other, `[n_out, n_in]`, as linear layers are stored.
    pub(super) fn from_columns(columns: &Codes<S::Code>) -> Self {
        let n_in = columns.row_len;
        let n_out = columns.codes.len() / n_in.max(1);
        let (n_pairs, n_groups) = (n_in.div_ceil(2), n_in.div_ceil(GROUP));
        let mut codes = Vec::with_capacity(n_out.div_ceil(WIDTH) * n_pairs);
        let mut scales = Vec::with_capacity(n_out.div_ceil(WIDTH) * n_groups);
        for first in (0..n_out).step_by(WIDTH) {
            let column = |lane: usize| {
                let at = (first + lane) * n_in;
                if first + lane < n_out { &columns.codes[at..at + n_in] } else { &[][..] }
            };
            let of_lanes: [&[S::Code]; WIDTH] = std::array::from_fn(column);
            for pair in 0..n_pairs {
                codes.push(S::new(std::array::from_fn(|at| {
                    of_lanes[at / 2].get(2 * pair + at % 2).copied().unwrap_or_default()
                })));
            }
            for group in 0..n_groups {
                let scale = |lane: usize| columns.scales.get((first + lane) * n_groups + group);
                let value = |lane: usize| scale(lane).copied().unwrap_or(0.0);
                let half = |at: usize| F32x4::new(std::array::from_fn(|lane| value(at + lane)));
                scales.push([half(0), half(4)]);
            }
        }
        Self { n_pairs, n_groups, codes, scales }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.codes) + size_of_val(&*self.scales)
    }

    /// Multiplies; calls `put(row, panel, values)` with the product of a row and a panel.
    #[inline(always)]
    pub(super) fn multiply(&self, x: &FixedTiles, mut put: impl FnMut(usize, usize, [F32x4; 2])) {
        let scales = self.scales.chunks(self.n_groups.max(1));
        for (index, (codes, scales)) in
            self.codes.chunks(self.n_pairs.max(1)).zip(scales).enumerate()
        {
            let panel = Panel { codes, scales };
            for (first, n) in tiles(x.n_rows) {
                let tile = Tile {
                    pairs: &x.pairs[first * self.n_pairs..(first + n) * self.n_pairs],
                    scales: &x.scales[first * self.n_groups..(first + n) * self.n_groups],
                };
                match n {
                    1 => put_rows(product::<S, 1>(panel, tile), first, index, &mut put),
                    2 => put_rows(product::<S, 2>(panel, tile), first, index, &mut put),
                    3 => put_rows(product::<S, 3>(panel, tile), first, index, &mut put),
                    _ => put_rows(product::<S, 4>(panel, tile), first, index, &mut put),
                }
            }
        }
    }
}

/// `[n_in / 2, 8, 2]` with the scales `[groups, 8]`.
#[derive(Clone, Copy)]
struct Panel<'a, S> {
    codes: &'a [S],
    scales: &'a [[F32x4; 2]],
}

/// `[n_in / 2, rows, 2]` with the scales `[groups, rows]`.
#[derive(Clone, Copy)]
struct Tile<'a> {
    pairs: &'a [i32],
    scales: &'a [f32],
}

/// A tile of `ROWS` by a panel. Within a group the sums are exact.
#[inline(always)]
fn product<S: Step, const ROWS: usize>(panel: Panel<'_, S>, tile: Tile<'_>) -> [[F32x4; 2]; ROWS] {
    let mut sums = [[F32x4::splat(0.0); 2]; ROWS];
    let codes = panel.codes.chunks(GROUP_PAIRS);
    let pairs = tile.pairs.as_chunks::<ROWS>().0.chunks(GROUP_PAIRS);
    let scales = panel.scales.iter().zip(tile.scales.as_chunks::<ROWS>().0);
    for ((codes, pairs), (of_columns, of_rows)) in codes.zip(pairs).zip(scales) {
        let mut exact = [[I32x4::splat(0); 2]; ROWS];
        for (codes, pairs) in codes.iter().zip(pairs) {
            let codes = codes.widened();
            for (sum, pair) in exact.iter_mut().zip(pairs) {
                let pair = I16x8::splat_pair(*pair);
                sum[0] = sum[0].add_products(codes[0], pair);
                sum[1] = sum[1].add_products(codes[1], pair);
            }
        }
        for ((sum, exact), of_row) in sums.iter_mut().zip(exact).zip(of_rows) {
            let of_row = F32x4::splat(*of_row);
            sum[0] = sum[0].plus_product(exact[0].to_f32(), of_columns[0] * of_row);
            sum[1] = sum[1].plus_product(exact[1].to_f32(), of_columns[1] * of_row);
        }
    }
    sums
}
