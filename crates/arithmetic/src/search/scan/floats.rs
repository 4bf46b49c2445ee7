//! A scan of the stored vectors without codes, summed in float32 in several lanes; float16 is
//! converted on the fly.

use super::{Scan, length, radius};
use crate::simd::{InstructionSet, Kernel};
use crate::vectors::Vectors;
use std::ops::Range;

/// Independent partial sums, which compilers turn into SIMD.
const LANES: usize = 16;

/// Estimates in float32 from vectors of any stored type.
#[derive(Debug)]
pub struct FloatScan<'a> {
    vectors: &'a Vectors,
    radii: Vec<f32>,
    on: InstructionSet,
}

impl<'a> FloatScan<'a> {
    /// Of vectors `[rows, dim]`; takes 4 bytes a row in addition.
    pub fn new(vectors: &'a Vectors) -> Self {
        Self::new_on(InstructionSet::widest(), vectors)
    }

    /// With an instruction set.
    pub fn new_on(on: InstructionSet, vectors: &'a Vectors) -> Self {
        // Every product and sum is off by at most 2⁻²⁴, in any order (Higham, "Accuracy and
        // Stability of Numerical Algorithms", section 3.1).
        let summing = 1.01 * (vectors.dim() + 2) as f64 / f64::from(1u32 << 24);
        let mut values = vec![0.0; vectors.dim()];
        let radii = (0..vectors.n_rows()).map(|row| {
            vectors.read_row(row, &mut values);
            radius(length(&values), 0.0, summing)
        });
        Self { radii: radii.collect(), vectors, on }
    }
}

impl Scan for FloatScan<'_> {
    type Queries = Vec<Vec<f32>>;

    fn n_rows(&self) -> usize {
        self.radii.len()
    }

    fn radii(&self) -> &[f32] {
        &self.radii
    }

    fn prepare(&self, queries: &[&[f32]]) -> Vec<Vec<f32>> {
        queries.iter().map(|query| query.to_vec()).collect()
    }

    fn estimate(&self, queries: &Vec<Vec<f32>>, rows: Range<usize>, estimates: &mut [f32]) {
        self.on.run(Estimates { vectors: self.vectors, queries, rows, estimates });
    }
}

/// The estimates `[queries, rows]` of a range of rows.
struct Estimates<'a> {
    vectors: &'a Vectors,
    queries: &'a [Vec<f32>],
    rows: Range<usize>,
    estimates: &'a mut [f32],
}

impl Kernel for Estimates<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let n_rows = self.rows.len();
        let mut values = vec![0.0; self.vectors.dim()];
        for (row_in_block, row) in self.rows.enumerate() {
            self.vectors.read_row(row, &mut values);
            for (query, estimates) in
                self.queries.iter().zip(self.estimates.chunks_exact_mut(n_rows))
            {
                if let Some(estimate) = estimates.get_mut(row_in_block) {
                    *estimate = dot(query, &values);
                }
            }
        }
    }
}

/// The dot product of two vectors `[dim]` in float32.
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let mut sums = [0.0f32; LANES];
    for (a, b) in a.iter().zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}
