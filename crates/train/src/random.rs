//! Seeded random numbers, the same on every machine.

use rankscope_core::random::SplitMix64;

#[derive(Debug, Clone)]
pub(super) struct Random(SplitMix64);

impl Random {
    /// A stream for one purpose: the same seed and path give the same numbers, and no stream needs
    /// another's state, so a checkpoint need not hold any.
    pub(super) fn new(seed: u64, path: &[u64]) -> Self {
        let mut random = SplitMix64::new(seed);
        for part in path {
            random = SplitMix64::new(random.next_u64() ^ part.wrapping_mul(0xd6e8_feb8_6659_fd93));
        }
        Self(random)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// In `0..n`; 0 if `n` is 0.
    pub(super) fn below(&mut self, n: usize) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "less than n")]
        let drawn = self.0.below_by_remainder(n as u64) as usize;
        drawn
    }

    /// Uniform in [0, 1).
    pub(super) fn unit(&mut self) -> f32 {
        self.0.unit()
    }

    /// Roughly normal: the sum of twelve uniform values less 6. It needs no transcendental
    /// function, so it is the same everywhere.
    pub(super) fn normal(&mut self) -> f32 {
        (0..12).map(|_| self.unit()).sum::<f32>() - 6.0
    }

    /// All of 0 to n − 1 in random order (Fisher and Yates).
    pub(super) fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for last in (1..n).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }
}
