//! A random rotation that is cheap: it spreads what a vector says over all its values, so that
//! their signs alone say much.
//!
//! Random signs, then a Hadamard transform, three times (Ailon & Chazelle, "The Fast
//! Johnson–Lindenstrauss Transform", SIAM J. Comput. 2009). Where dim is no power of two, the
//! transform takes the first and the last 2ᵐ values in turn.

/// Turns vectors `[dim]`; lengths and dot products stay.
#[derive(Debug, Clone)]
pub struct Rotation {
    /// Of each round and value: whether its sign changes.
    flips: [Vec<bool>; 3],
    /// 2ᵐ, the largest within dim.
    width: usize,
}

impl Rotation {
    /// The same for the same dim and seed, on every machine.
    #[must_use]
    pub fn new(dim: usize, seed: u64) -> Self {
        let mut state = seed;
        let mut flips = || (0..dim).map(|_| split_mix(&mut state) >> 63 == 1).collect::<Vec<_>>();
        let flips = [flips(), flips(), flips()];
        Self { flips, width: if dim == 0 { 0 } else { 1 << dim.ilog2() } }
    }

    /// Turns a vector in place.
    pub fn rotate(&self, vector: &mut [f32]) {
        let last = vector.len().saturating_sub(self.width);
        for flips in &self.flips {
            for (value, flip) in vector.iter_mut().zip(flips) {
                *value = if *flip { -*value } else { *value };
            }
            hadamard(vector.get_mut(..self.width).unwrap_or_default());
            if last > 0 {
                hadamard(vector.get_mut(last..).unwrap_or_default());
            }
        }
    }
}

/// The Walsh–Hadamard transform of 2ᵐ values, scaled to keep their length.
fn hadamard(values: &mut [f32]) {
    let mut half = 1;
    while half < values.len() {
        for pair in values.chunks_exact_mut(2 * half) {
            let (left, right) = pair.split_at_mut(half);
            for (left, right) in left.iter_mut().zip(right) {
                (*left, *right) = (*left + *right, *left - *right);
            }
        }
        half *= 2;
    }
    #[expect(clippy::cast_precision_loss, reason = "dims stay far below 2^24")]
    let scale = 1.0 / (values.len() as f32).sqrt();
    values.iter_mut().for_each(|value| *value *= scale);
}

/// `SplitMix64` (Steele, Lea & Flood, OOPSLA 2014).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
