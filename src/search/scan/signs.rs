//! The signs of a rotated vector: a bit a value, for a first look at corpora that fill memory.
//!
//! After a random rotation the signs, scaled to the right length, point nearly where the vector
//! does, and dot products with them are right on average (Gao & Long, "RaBitQ", SIGMOD 2024).
//! The proven bound is wide, so a search through it alone scores most rows again: it is for
//! choosing candidates ([`super::super::bounded::top_k_estimated`]), with a recall that is
//! measured and not promised.

use super::{Rotation, Scan, length, radius};
use crate::formats::Vectors;
use std::ops::Range;

/// Signs that one look into a query's table takes.
const BITS: usize = 8;
const TABLE: usize = 1 << BITS;

/// Signs of vectors `[rows, dim]`: dim / 8 + 8 bytes a row.
#[derive(Debug)]
pub struct SignCodes {
    rotation: Rotation,
    bytes_a_row: usize,
    bits: Vec<u8>,
    /// What a sign is worth, of each row.
    scales: Vec<f32>,
    radii: Vec<f32>,
}

impl SignCodes {
    /// Codes the vectors `[rows, dim]`; the seed is that of the rotation.
    #[must_use]
    pub fn new(vectors: &Vectors, seed: u64) -> Self {
        let dim = vectors.dim();
        let bytes_a_row = dim.div_ceil(BITS);
        let mut codes = Self {
            rotation: Rotation::new(dim, seed),
            bytes_a_row,
            bits: Vec::with_capacity(vectors.n_rows() * bytes_a_row),
            scales: Vec::with_capacity(vectors.n_rows()),
            radii: Vec::with_capacity(vectors.n_rows()),
        };
        let mut values = vec![0.0; dim];
        for row in 0..vectors.n_rows() {
            vectors.read_row(row, &mut values);
            codes.push(&mut values);
        }
        codes
    }

    /// Rotates a vector in place and appends its signs.
    fn push(&mut self, values: &mut [f32]) {
        let before = length(values);
        self.rotation.rotate(values);
        let after = length(values);
        let sum: f64 = values.iter().map(|value| f64::from(value.abs())).sum();
        let scale = if sum > 0.0 && sum.is_finite() { after * after / sum } else { 0.0 };
        #[expect(clippy::cast_possible_truncation, reason = "the residual is of the rounded one")]
        let scale = scale as f32;
        let left_out: f64 =
            values.iter().map(|value| (f64::from(value.abs()) - f64::from(scale)).powi(2)).sum();
        // Rotating in float32 turns a little: some rounds of sums, each off by 2⁻²⁴. And the sum
        // of dim values of either sign is off by that of their magnitudes.
        let turning = 1e-5;
        let turned = turning * before;
        #[expect(clippy::cast_precision_loss, reason = "dims stay far below 2^53")]
        let summing = (values.len() as f64).powf(1.5) / f64::from(1u32 << 24);
        self.radii.push(radius(before, left_out.sqrt() + turned, turning + summing));
        self.scales.push(scale);
        for eight in values.chunks(BITS) {
            let bits = eight.iter().rev().fold(0, |bits, value| bits << 1 | u8::from(*value > 0.0));
            self.bits.push(bits);
        }
    }

    /// The scan of these codes.
    #[must_use]
    pub fn scan(&self) -> SignScan<'_> {
        SignScan(self)
    }

    /// Bytes that they take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bits.len() + 4 * (self.scales.len() + self.radii.len())
    }
}

/// Scores from signs.
#[derive(Debug, Clone, Copy)]
pub struct SignScan<'a>(&'a SignCodes);

/// For every byte of a row and every value of that byte what it adds to the score.
pub struct SignQuery(Vec<[f32; TABLE]>);

impl Scan for SignScan<'_> {
    type Queries = Vec<SignQuery>;

    fn n_rows(&self) -> usize {
        self.0.radii.len()
    }

    fn radii(&self) -> &[f32] {
        &self.0.radii
    }

    fn prepared(&self, queries: &[&[f32]]) -> Vec<SignQuery> {
        let of_query = |query: &&[f32]| {
            let mut query = query.to_vec();
            self.0.rotation.rotate(&mut query);
            SignQuery(query.chunks(BITS).map(table).collect())
        };
        queries.iter().map(of_query).collect()
    }

    fn estimate(&self, queries: &Vec<SignQuery>, rows: Range<usize>, estimates: &mut [f32]) {
        let width = self.0.bytes_a_row;
        let bits = self.0.bits.get(rows.start * width..rows.end * width).unwrap_or_default();
        let scales = self.0.scales.get(rows.clone()).unwrap_or_default();
        for (query, estimates) in queries.iter().zip(estimates.chunks_exact_mut(rows.len())) {
            let rows = bits.chunks_exact(width).zip(scales);
            for (estimate, (bits, scale)) in estimates.iter_mut().zip(rows) {
                let terms = query.0.iter().zip(bits).map(|(table, bits)| table[*bits as usize]);
                *estimate = terms.sum::<f32>() * scale;
            }
        }
    }
}

/// The sum of up to eight values with every choice of signs.
fn table(values: &[f32]) -> [f32; TABLE] {
    std::array::from_fn(|signs| {
        let signed =
            |(bit, value): (usize, &f32)| if signs >> bit & 1 == 1 { *value } else { -value };
        values.iter().enumerate().map(signed).sum()
    })
}
