//! The left side of a product: rows in groups, laid out as a panel reads them.

/// Rows that are multiplied at once: with the two columns of a panel they take eight of a
/// processor's sixteen vector registers, and the rest is needed for what comes in.
pub(super) const MOST_ROWS: usize = 4;

/// The largest sum of products that an int32 holds.
const LARGEST_SUM: f32 = 2_147_483_000.0;
const LARGEST_CODE: f32 = 127.0;

/// Float32 rows.
#[derive(Debug, Default)]
pub(super) struct FloatTiles {
    pub(super) n_rows: usize,
    pub(super) n_in: usize,
    /// For each tile `[n_in, rows of the tile]`.
    pub(super) values: Vec<f32>,
}

/// Rows in 16 bits.
#[derive(Debug, Default)]
pub(super) struct PairTiles {
    pub(super) n_rows: usize,
    pub(super) n_pairs: usize,
    /// For each tile `[n_pairs, rows of the tile]`; two values in one, the first below.
    pub(super) pairs: Vec<i32>,
    /// What a row's values were divided by.
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
    /// Takes `n_rows` rows of `n_in` values; row `r` starts at `r · stride`. Each value is
    /// multiplied by `factor`.
    pub(super) fn fill(
        &mut self,
        x: &[f32],
        (n_rows, n_in, stride): (usize, usize, usize),
        factor: f32,
    ) {
        (self.n_rows, self.n_in) = (n_rows, n_in);
        self.values.clear();
        self.values.resize(n_rows * n_in, 0.0);
        for (first, n) in tiles(n_rows) {
            let tile = &mut self.values[first * n_in..(first + n) * n_in];
            for row in 0..n {
                let from = (first + row) * stride;
                for (place, value) in
                    tile.iter_mut().skip(row).step_by(n).zip(&x[from..from + n_in])
                {
                    *place = value * factor;
                }
            }
        }
    }
}

impl PairTiles {
    /// Takes rows `[n_rows, n_in]` and rounds each to as many steps as the sums leave room
    /// for: at least 11 bits for rows of up to 8,000 values, 15 for up to 500. A row that is
    /// not finite gets a scale that is not a number, so that nobody takes it for an answer.
    pub(super) fn fill(&mut self, x: &[f32], n_in: usize) {
        self.n_rows = x.len() / n_in;
        self.n_pairs = n_in.div_ceil(2);
        self.pairs.clear();
        self.pairs.resize(self.n_rows * self.n_pairs, 0);
        self.scales.clear();
        #[expect(clippy::cast_precision_loss, reason = "rounded down below")]
        let most = (LARGEST_SUM / (LARGEST_CODE * n_in as f32)).floor().min(32_767.0);
        for (first, n) in tiles(self.n_rows) {
            let tile = &mut self.pairs[first * self.n_pairs..(first + n) * self.n_pairs];
            for row in 0..n {
                let values = &x[(first + row) * n_in..(first + row + 1) * n_in];
                let largest = largest_magnitude(values);
                let steps = if largest > 0.0 { most / largest } else { 0.0 };
                self.scales.push(if largest == 0.0 { 0.0 } else { largest / most });
                let places = tile.iter_mut().skip(row).step_by(n);
                let (pairs, last) = values.as_chunks::<2>();
                for (place, [a, b]) in places.zip(pairs) {
                    *place = (rounded(a * steps) & 0xffff) | rounded(b * steps) << 16;
                }
                if let ([last], Some(place)) = (last, tile.get_mut((self.n_pairs - 1) * n + row)) {
                    *place = rounded(last * steps) & 0xffff;
                }
            }
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

/// To the nearest integer, for magnitudes below 2²².
#[inline(always)]
fn rounded(value: f32) -> i32 {
    const SHIFT: f32 = 12_582_912.0;
    (value + SHIFT).to_bits().cast_signed().wrapping_sub(SHIFT.to_bits().cast_signed())
}
