//! The right-hand matrix of a product in float32, in panels of eight columns.

use super::{
    lanes::F32x4,
    panel::{WIDTH, put_rows},
    tiles::{FloatTiles, tiles},
};

/// A matrix `[n_in, n_out]` in panels; columns beyond the last are 0.
#[derive(Debug, Default)]
pub(super) struct FloatPanels {
    n_in: usize,
    n_out: usize,
    /// For each panel `[n_in, 8]`.
    columns: Vec<[F32x4; 2]>,
}

impl FloatPanels {
    /// From the columns one after the other, `[n_out, n_in]`, as linear layers are stored.
    pub(super) fn from_columns(columns: &[f32], n_in: usize) -> Self {
        let mut panels = Self::default();
        panels.fill_with_columns(columns, (columns.len() / n_in, n_in, n_in));
        panels
    }

    /// Copies `n_out` columns of `n_in` values; column `c` starts at `c · stride`.
    pub(super) fn fill_with_columns(
        &mut self,
        columns: &[f32],
        (n_out, n_in, stride): (usize, usize, usize),
    ) {
        (self.n_in, self.n_out) = (n_in, n_out);
        self.reset();
        for (index, panel) in self.columns.chunks_mut(n_in.max(1)).enumerate() {
            for half in 0..2 {
                let first = WIDTH * index + 4 * half;
                let column = |lane: usize| {
                    let at = (first + lane) * stride;
                    if first + lane < n_out { &columns[at..at + n_in] } else { &[][..] }
                };
                fill_half(panel, half, std::array::from_fn(column));
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.columns)
    }

    fn reset(&mut self) {
        self.columns.clear();
        self.columns.resize(self.n_out.div_ceil(WIDTH) * self.n_in, [F32x4::splat(0.0); 2]);
    }

    /// Copies `n_in` rows of `n_out` values; row `r` starts at `r · stride`.
    pub(super) fn fill_with_rows(
        &mut self,
        rows: &[f32],
        (n_in, n_out, stride): (usize, usize, usize),
    ) {
        (self.n_in, self.n_out) = (n_in, n_out);
        self.reset();
        for (index, panel) in self.columns.chunks_mut(n_in.max(1)).enumerate() {
            let first = WIDTH * index;
            let n = WIDTH.min(n_out - first);
            for (row, place) in panel.iter_mut().enumerate() {
                let from = &rows[row * stride + first..][..n];
                let mut eight = [0.0; WIDTH];
                match from.first_chunk::<WIDTH>() {
                    Some(whole) => eight = *whole,
                    None => eight[..n].copy_from_slice(from),
                }
                let [a, b, c, d, e, f, g, h] = eight;
                *place = [F32x4::new([a, b, c, d]), F32x4::new([e, f, g, h])];
            }
        }
    }

    /// Multiplies; calls `put(row, panel, values)` with the product of a row and a panel.
    #[inline(always)]
    pub(super) fn multiply(&self, x: &FloatTiles, mut put: impl FnMut(usize, usize, [F32x4; 2])) {
        for (index, panel) in self.columns.chunks(self.n_in.max(1)).enumerate() {
            for (first, n) in tiles(x.n_rows) {
                let tile = &x.values[first * x.n_in..(first + n) * x.n_in];
                match n {
                    1 => put_rows(product::<1>(panel, tile), first, index, &mut put),
                    2 => put_rows(product::<2>(panel, tile), first, index, &mut put),
                    3 => put_rows(product::<3>(panel, tile), first, index, &mut put),
                    _ => put_rows(product::<4>(panel, tile), first, index, &mut put),
                }
            }
        }
    }

    pub(super) fn n_out(&self) -> usize {
        self.n_out
    }
}

/// Copies four columns of a panel; those beyond the last are empty.
fn fill_half(panel: &mut [[F32x4; 2]], half: usize, columns: [&[f32]; 4]) {
    let len = panel.len();
    let mut n_done = 0;
    if columns.iter().all(|column| column.len() == len) {
        let mut fours = columns.map(|column| column.as_chunks::<4>().0.iter());
        for places in panel.as_chunks_mut::<4>().0 {
            let here = fours.each_mut().map(|fours| fours.next().copied().unwrap_or_default());
            let values = F32x4::transposed(here.map(F32x4::new));
            places.iter_mut().zip(values).for_each(|(place, values)| place[half] = values);
        }
        n_done = len / 4 * 4;
    }
    for (at, place) in panel.iter_mut().enumerate().skip(n_done) {
        let value = |lane: usize| columns[lane].get(at).copied().unwrap_or(0.0);
        place[half] = F32x4::new(std::array::from_fn(value));
    }
}

/// A tile `[n_in, ROWS]` by a panel `[n_in, 8]`. Not unrolled by hand: a browser's compiler
/// unrolls it, and with more loads at once it runs out of registers.
#[inline(always)]
fn product<const ROWS: usize>(panel: &[[F32x4; 2]], tile: &[f32]) -> [[F32x4; 2]; ROWS] {
    let mut sums = [[F32x4::splat(0.0); 2]; ROWS];
    for (columns, x) in panel.iter().zip(tile.as_chunks::<ROWS>().0) {
        for (sum, x) in sums.iter_mut().zip(x) {
            let x = F32x4::splat(*x);
            sum[0] = sum[0].plus_product(columns[0], x);
            sum[1] = sum[1].plus_product(columns[1], x);
        }
    }
    sums
}
