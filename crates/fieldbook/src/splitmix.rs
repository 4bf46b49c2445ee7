//! The generator behind every scene.

use rankscope_core::random;

/// A stream of integers; the same seed gives the same stream on every machine.
#[derive(Debug, Clone)]
pub(super) struct SplitMix64(random::SplitMix64);

impl SplitMix64 {
    pub(super) fn new(seed: u64) -> Self {
        Self(random::SplitMix64::new(seed))
    }

    /// A separate stream for every pair, reached without drawing the ones before it.
    pub(super) fn of_pair(seed: u64, index: u64) -> Self {
        let outer = Self::new(seed).next();
        let mixed = Self::new(index ^ 0x0A02_BDBF_7BB3_C0A7).next();
        Self::new(outer ^ mixed.rotate_left(17))
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// An integer in `0..n`; 0 if `n` is 0.
    pub(super) fn below(&mut self, n: u32) -> u32 {
        self.0.below_by_shift(n)
    }

    /// True `n` times in a thousand.
    pub(super) fn in_thousand(&mut self, n: u32) -> bool {
        self.below(1000) < n
    }
}
