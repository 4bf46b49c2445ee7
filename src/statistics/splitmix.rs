//! The random numbers of this room: seeded, and the same on every machine.
//!
//! `SplitMix64` of Steele, Lea & Flood, "Fast Splittable Pseudorandom Number Generators",
//! OOPSLA 2014: 64 bits of state, equidistributed over its period of 2⁶⁴, and short enough to
//! be written again in any language when somebody wants to check an interval.

/// A stream of random numbers.
pub(super) struct SplitMix64(u64);

impl SplitMix64 {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
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
