//! The signs of a rotated vector: one bit a value, for galleries whose vectors exceed memory.
//!
//! After a random rotation, the scaled signs point nearly in the vector's direction, and dot
//! products with them are unbiased (Gao & Long, "RaBitQ", SIGMOD 2024). The proven error bound is
//! wide, so an exact search would rescore most rows. Signs therefore choose candidates
//! ([`super::super::estimated::top_k`]), with a recall that is measured, not guaranteed.

#[cfg(target_arch = "x86_64")]
use super::sign_sums::sums_on_avx2;
use super::{
    Rotation, Scan, radius,
    sign_sums::{ROWS, SignTables, sums},
};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx2;
use crate::simd::{InstructionSet, Kernel};
use crate::vectors::Vectors;
use std::ops::Range;

/// Signs in a byte.
pub(super) const BITS: usize = 8;
/// Vectors rotated together.
const TOGETHER: usize = 8;

/// Sums over the values of interleaved vectors `[dim][lanes]`.
struct Sums {
    squares: [f64; TOGETHER],
    sizes: [f64; TOGETHER],
}

impl Sums {
    #[inline(always)]
    fn of(together: &[[f32; TOGETHER]]) -> Self {
        let mut sums = Self { squares: [0.0; TOGETHER], sizes: [0.0; TOGETHER] };
        for values in together {
            let places = sums.squares.iter_mut().zip(&mut sums.sizes);
            for (value, (square, size)) in values.iter().zip(places) {
                let value = f64::from(*value);
                *square += value * value;
                *size += value.abs();
            }
        }
        sums
    }
}

/// Signs of vectors `[rows, dim]`: dim / 8 + 8 bytes a row.
#[derive(Debug)]
pub struct SignCodes {
    pub(super) rotation: Rotation,
    pub(super) seed: u64,
    pub(super) dim: usize,
    /// In blocks of 32 rows, the last one padded with zeros. A block has the first byte of every
    /// row, then the second of every row, and so on.
    pub(super) bits: Vec<u8>,
    /// The magnitude that a sign stands for, per row.
    pub(super) scales: Vec<f32>,
    pub(super) radii: Vec<f32>,
    pub(super) on: InstructionSet,
}

impl SignCodes {
    /// Codes the vectors `[rows, dim]`; the seed determines the rotation.
    pub fn new(vectors: &Vectors, seed: u64) -> Self {
        Self::new_on(InstructionSet::widest(), vectors, seed)
    }

    /// Coded and scanned with an instruction set.
    pub fn new_on(on: InstructionSet, vectors: &Vectors, seed: u64) -> Self {
        let mut codes = Self { on, ..Self::with_capacity(vectors.n_rows(), vectors.dim(), seed) };
        codes.append(vectors);
        codes
    }

    /// No rows yet, with capacity for `n_rows`.
    pub fn with_capacity(n_rows: usize, dim: usize, seed: u64) -> Self {
        Self {
            rotation: Rotation::new(dim, seed),
            seed,
            dim,
            bits: Vec::with_capacity(n_rows.next_multiple_of(ROWS) * dim.div_ceil(BITS)),
            scales: Vec::with_capacity(n_rows),
            radii: Vec::with_capacity(n_rows),
            on: InstructionSet::widest(),
        }
    }

    /// Codes more rows, of vectors of the same dim.
    pub fn append(&mut self, vectors: &Vectors) {
        self.on.run(Appending { codes: self, vectors });
    }

    #[inline(always)]
    fn append_inline(&mut self, vectors: &Vectors) {
        let mut together = vec![[0.0; TOGETHER]; self.dim];
        let mut values = vec![0.0; self.dim];
        for first in (0..vectors.n_rows()).step_by(TOGETHER) {
            let n = TOGETHER.min(vectors.n_rows() - first);
            for lane in 0..n {
                vectors.read_row(first + lane, &mut values);
                for (together, value) in together.iter_mut().zip(&values) {
                    together[lane] = *value;
                }
            }
            let before = Sums::of(&together);
            self.rotation.rotate_together(&mut together);
            self.push(n, &before, &together);
        }
    }

    /// Appends the signs of the first `n` of interleaved rotated vectors `[dim][lanes]`, given
    /// their sums before the rotation.
    #[inline(always)]
    fn push(&mut self, n: usize, before: &Sums, together: &[[f32; TOGETHER]]) {
        let width = self.dim.div_ceil(BITS);
        let first_row = self.scales.len();
        self.bits.resize((first_row + n).next_multiple_of(ROWS) * width, 0);
        let after = Sums::of(together);
        for lane in 0..n {
            self.push_scale(before.squares[lane].sqrt(), after.squares[lane], after.sizes[lane]);
        }
        // The first byte of each row.
        let starts: [usize; TOGETHER] = std::array::from_fn(|lane| {
            let row = first_row + lane;
            row / ROWS * width * ROWS + row % ROWS
        });
        for (byte, eight) in together.chunks(BITS).enumerate() {
            let mut bits = [0u8; TOGETHER];
            for (bit, values) in eight.iter().enumerate() {
                for (bits, value) in bits.iter_mut().zip(values) {
                    *bits |= u8::from(*value > 0.0) << bit;
                }
            }
            for (start, bits) in starts.iter().zip(bits).take(n) {
                if let Some(place) = self.bits.get_mut(start + byte * ROWS) {
                    *place = bits;
                }
            }
        }
    }

    /// Appends the scale and the error bound of a row, from its length before the rotation and its
    /// sums of squares and of magnitudes after it.
    fn push_scale(&mut self, before: f64, squares: f64, sizes: f64) {
        let scale = if sizes > 0.0 && sizes.is_finite() { squares / sizes } else { 0.0 };
        #[expect(clippy::cast_possible_truncation, reason = "the residual is of the rounded one")]
        let scale = scale as f32;
        let sign = f64::from(scale);
        // The sum of squares of (magnitude − scale), computed from sums; the last term covers the
        // rounding of their difference.
        let dim = self.dim as f64;
        let residual =
            (squares - 2.0 * sign * sizes + dim * sign * sign).max(0.0) + 1e-12 * squares;
        // The rotation in float32 has a small error: a few rounds of sums, each off by 2⁻²⁴.
        let rotation_error = 1e-5;
        // The tables of a query round its values, which signs multiply by `scale`.
        let tables = SignTables::largest_error(self.dim) * sign;
        self.radii.push(radius(
            before,
            residual.sqrt() + rotation_error * before + tables,
            rotation_error,
        ));
        self.scales.push(scale);
    }

    pub fn scan(&self) -> SignScan<'_> {
        SignScan(self)
    }

    pub fn n_rows(&self) -> usize {
        self.scales.len()
    }

    /// All that is kept of a row: its bits, its scale and its error bound; empty beyond the last row.
    pub fn of_row(&self, row: usize) -> Vec<u8> {
        let (Some(scale), Some(radius)) = (self.scales.get(row), self.radii.get(row)) else {
            return Vec::new();
        };
        let width = self.dim.div_ceil(BITS);
        let block = self.bits.get(row / ROWS * width * ROWS..).unwrap_or_default();
        let bits = block.iter().skip(row % ROWS).step_by(ROWS).take(width).copied();
        bits.chain(scale.to_le_bytes()).chain(radius.to_le_bytes()).collect()
    }

    pub fn bytes(&self) -> usize {
        self.bits.len() + 4 * (self.scales.len() + self.radii.len())
    }
}

struct Appending<'a> {
    codes: &'a mut SignCodes,
    vectors: &'a Vectors,
}

impl Kernel for Appending<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.codes.append_inline(self.vectors);
    }
}

/// Estimates from signs.
#[derive(Debug, Clone, Copy)]
pub struct SignScan<'a>(&'a SignCodes);

impl Scan for SignScan<'_> {
    type Queries = Vec<SignTables>;

    fn n_rows(&self) -> usize {
        self.0.radii.len()
    }

    fn radii(&self) -> &[f32] {
        &self.0.radii
    }

    fn prepare(&self, queries: &[&[f32]]) -> Vec<SignTables> {
        let of_query = |query: &&[f32]| {
            let mut query = query.to_vec();
            self.0.rotation.rotate(&mut query);
            SignTables::new(&query)
        };
        queries.iter().map(of_query).collect()
    }

    fn estimate(&self, queries: &Vec<SignTables>, rows: Range<usize>, estimates: &mut [f32]) {
        self.0.on.run(Estimates { codes: self.0, queries, rows, estimates });
    }
}

/// The estimates `[queries, rows]` of a range of rows.
struct Estimates<'a> {
    codes: &'a SignCodes,
    queries: &'a [SignTables],
    rows: Range<usize>,
    estimates: &'a mut [f32],
}

impl Estimates<'_> {
    /// Writes them; `sums` adds up the signs of 32 rows.
    #[inline(always)]
    fn write(self, sums: impl Fn(&SignTables, &[[u8; ROWS]]) -> [u16; ROWS]) {
        let Self { codes, queries, rows, estimates } = self;
        let width = codes.dim.div_ceil(BITS);
        for block in rows.start / ROWS..rows.end.div_ceil(ROWS) {
            let bytes = block * width * ROWS..(block + 1) * width * ROWS;
            let bits = codes.bits.get(bytes).unwrap_or_default().as_chunks::<ROWS>().0;
            let first = rows.start.max(block * ROWS);
            let scales = codes.scales.get(first..rows.end.min((block + 1) * ROWS));
            for (query, tables) in queries.iter().enumerate() {
                let sums = tables.scores(sums(tables, bits));
                let sums = sums.iter().skip(first - block * ROWS);
                let estimates = estimates.iter_mut().skip(query * rows.len() + first - rows.start);
                for ((estimate, sum), scale) in estimates.zip(sums).zip(scales.unwrap_or_default())
                {
                    *estimate = sum * scale;
                }
            }
        }
    }
}

impl Kernel for Estimates<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.write(sums);
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn run_on_avx2(self, avx2: Avx2) {
        self.write(|tables, bits| sums_on_avx2(avx2, tables, bits));
    }
}
