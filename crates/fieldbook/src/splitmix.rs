//! The generator behind every scene.

use rankscope_core::random;

/// A stream of integers; the same seed gives the same stream on every machine.
#[derive(Debug, Clone)]
pub(super) struct SplitMix64(random::SplitMix64);

impl SplitMix64 {
    pub(super) fn new(seed: u64) -> Self {
        Self(random::SplitMix64::new(seed))
    }

    /// A stream of its own for every pair, reached directly.
    pub(super) fn of_pair(seed: u64, index: u64) -> Self {
        let outer = Self::new(seed).next();
        let mixed = Self::new(index ^ 0x0A02_BDBF_7BB3_C0A7).next();
        Self::new(outer ^ mixed.rotate_left(17))
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0.next()
    }

    /// Below `n`, by the multiply-and-shift method; 0 if `n` is.
    pub(super) fn below(&mut self, n: u32) -> u32 {
        let high = self.next() >> 32;
        ((high * u64::from(n)) >> 32) as u32
    }

    /// True `n` times in a thousand.
    pub(super) fn in_thousand(&mut self, n: u32) -> bool {
        self.below(1000) < n
    }
}
