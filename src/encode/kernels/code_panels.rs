//! The right side of a product in eight bits: eight columns side by side, two rows at a time.

use super::{
    float_panels::{WIDTH, each},
    lanes::{self, F32x4, I16x8, I32x4},
    tiles::{PairTiles, tiles},
    values,
};

/// A matrix `[n_in, n_out]` of codes in panels, with a scale for each column.
#[derive(Debug)]
pub(super) struct CodePanels {
    n_pairs: usize,
    /// For each panel `[n_in / 2, 8 columns, 2 rows]`.
    codes: Vec<lanes::Codes>,
    /// For each panel eight.
    scales: Vec<[F32x4; 2]>,
}

impl CodePanels {
    /// From the columns one after the other, `[n_out, n_in]`, as linear layers are stored.
    pub(super) fn from_columns(columns: &values::Codes, n_in: usize) -> Self {
        let n_out = columns.scales.len();
        let n_pairs = n_in.div_ceil(2);
        let mut codes = Vec::with_capacity(n_out.div_ceil(WIDTH) * n_pairs);
        let mut scales = Vec::with_capacity(n_out.div_ceil(WIDTH));
        for first in (0..n_out).step_by(WIDTH) {
            let column = |lane: usize| {
                let at = (first + lane) * n_in;
                if first + lane < n_out { &columns.codes[at..at + n_in] } else { &[][..] }
            };
            let of_lanes: [&[i8]; WIDTH] = std::array::from_fn(column);
            for pair in 0..n_pairs {
                codes.push(lanes::Codes::new(std::array::from_fn(|at| {
                    of_lanes[at / 2].get(2 * pair + at % 2).copied().unwrap_or(0)
                })));
            }
            let scale = |lane: usize| columns.scales.get(first + lane).copied().unwrap_or(0.0);
            let half = |at: usize| F32x4::new(std::array::from_fn(|lane| scale(at + lane)));
            scales.push([half(0), half(4)]);
        }
        Self { n_pairs, codes, scales }
    }

    /// Multiplies; `put(row, panel, values)` gets what eight columns make of a row.
    #[inline(always)]
    pub(super) fn multiply(&self, x: &PairTiles, mut put: impl FnMut(usize, usize, [F32x4; 2])) {
        let panels = self.codes.chunks(self.n_pairs.max(1)).zip(&self.scales);
        for (index, (panel, scales)) in panels.enumerate() {
            let mut put = |row: usize, panel: usize, sums: [F32x4; 2]| {
                let of_row = F32x4::splat(x.scales[row]);
                let scaled = |half: usize| sums[half] * (scales[half] * of_row);
                put(row, panel, [scaled(0), scaled(1)]);
            };
            for (first, n) in tiles(x.n_rows) {
                let tile = &x.pairs[first * x.n_pairs..(first + n) * x.n_pairs];
                match n {
                    1 => each(product::<1>(panel, tile), first, index, &mut put),
                    2 => each(product::<2>(panel, tile), first, index, &mut put),
                    3 => each(product::<3>(panel, tile), first, index, &mut put),
                    _ => each(product::<4>(panel, tile), first, index, &mut put),
                }
            }
        }
    }
}

/// A tile `[n_in / 2, ROWS, 2]` by a panel `[n_in / 2, 8, 2]`. The tile was rounded to so few
/// steps that no sum leaves an int32.
#[inline(always)]
fn product<const ROWS: usize>(panel: &[lanes::Codes], tile: &[i32]) -> [[F32x4; 2]; ROWS] {
    let mut sums = [[I32x4::splat(0); 2]; ROWS];
    for (codes, x) in panel.iter().zip(tile.as_chunks::<ROWS>().0) {
        let [low, high] = codes.widened();
        for (sum, x) in sums.iter_mut().zip(x) {
            let x = I16x8::splat_pair(*x);
            sum[0] = sum[0].add_products(low, x);
            sum[1] = sum[1].add_products(high, x);
        }
    }
    sums.map(|sum| sum.map(I32x4::to_f32))
}
