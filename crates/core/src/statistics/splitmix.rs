//! The random numbers of this room: seeded, and the same on every machine.

use crate::random;

/// A stream of random numbers.
pub(super) struct SplitMix64(random::SplitMix64);

impl SplitMix64 {
    pub(super) fn new(seed: u64) -> Self {
        Self(random::SplitMix64::new(seed))
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0.next()
    }

    /// One of 0 … n − 1, each exactly as likely: the high half of a 128-bit product, and the
    /// few draws that would favour some numbers are thrown away (Lemire, "Fast Random Integer
    /// Generation in an Interval", TOMACS 2019).
    pub(super) fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        loop {
            let product = u128::from(self.next()) * u128::from(n);
            let (high, low) = ((product >> 64) as u64, product as u64);
            if low >= n || low >= n.wrapping_neg() % n {
                return high as usize;
            }
        }
    }
}
