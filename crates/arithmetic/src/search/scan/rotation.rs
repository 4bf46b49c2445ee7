//! A cheap random rotation. It spreads a vector's information over all its values, so that their
//! signs alone tell much.
//!
//! Random sign flips, then a Hadamard transform, three times (Ailon & Chazelle, "The Fast
//! Johnson–Lindenstrauss Transform", SIAM J. Comput. 2009). Where dim is not a power of two, the
//! transform is applied to the first and then to the last 2ᵐ values.

use crate::random::SplitMix64;

/// Rotates vectors `[dim]`, which keeps lengths and dot products.
#[derive(Debug, Clone)]
pub struct Rotation {
    /// For each round and value 1, or −1 to flip its sign.
    flips: [Vec<f32>; 3],
    /// 2ᵐ, the largest power of two up to dim.
    width: usize,
}

impl Rotation {
    /// The same on every machine.
    pub fn new(dim: usize, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut flip = || if random.next_u64() >> 63 == 1 { -1.0 } else { 1.0 };
        let mut flips = || (0..dim).map(|_| flip()).collect::<Vec<_>>();
        let flips = [flips(), flips(), flips()];
        Self { flips, width: if dim == 0 { 0 } else { 1 << dim.ilog2() } }
    }

    pub fn rotate(&self, vector: &mut [f32]) {
        self.rotate_together(vector.as_chunks_mut::<1>().0);
    }

    /// Rotates `N` vectors in place, whose values are interleaved `[dim][N]`: the same results as
    /// [`Self::rotate`], faster by SIMD across vectors.
    #[inline(always)]
    pub fn rotate_together<const N: usize>(&self, vectors: &mut [[f32; N]]) {
        let last = vectors.len().saturating_sub(self.width);
        for flips in &self.flips {
            for (values, flip) in vectors.iter_mut().zip(flips) {
                values.iter_mut().for_each(|value| *value *= flip);
            }
            hadamard(vectors.get_mut(..self.width).unwrap_or_default());
            if last > 0 {
                hadamard(vectors.get_mut(last..).unwrap_or_default());
            }
        }
    }
}

/// The Walsh–Hadamard transform of 2ᵐ values of each vector, scaled to keep their length. It does
/// two rounds at a time, so that values are loaded and stored half as often.
#[inline(always)]
fn hadamard<const N: usize>(values: &mut [[f32; N]]) {
    let mut quarter = 1;
    while 4 * quarter <= values.len() {
        for four in values.chunks_exact_mut(4 * quarter) {
            let (first, last) = four.split_at_mut(2 * quarter);
            let (a, b) = first.split_at_mut(quarter);
            let (c, d) = last.split_at_mut(quarter);
            for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
                let ((ab, a_b), (cd, c_d)) = (sum_and_difference(a, b), sum_and_difference(c, d));
                (*a, *c) = sum_and_difference(&ab, &cd);
                (*b, *d) = sum_and_difference(&a_b, &c_d);
            }
        }
        quarter *= 4;
    }
    if 2 * quarter == values.len() {
        let (left, right) = values.split_at_mut(quarter);
        for (left, right) in left.iter_mut().zip(right) {
            (*left, *right) = sum_and_difference(left, right);
        }
    }
    let scale = 1.0 / (values.len() as f32).sqrt();
    values.iter_mut().flatten().for_each(|value| *value *= scale);
}

#[inline(always)]
fn sum_and_difference<const N: usize>(a: &[f32; N], b: &[f32; N]) -> ([f32; N], [f32; N]) {
    (std::array::from_fn(|i| a[i] + b[i]), std::array::from_fn(|i| a[i] - b[i]))
}
