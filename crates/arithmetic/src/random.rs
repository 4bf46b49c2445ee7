//! Seeded random numbers that are the same on every machine, so that samples, scenes, weights and
//! fixtures can be reproduced to the bit.

/// FNV-1a in 64 bits: the same number for the same bytes on every machine and with every compiler, for a seed or
/// a name. Fowler, Noll, Vo and Eastlake, "The FNV Non-Cryptographic Hash Algorithm".
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// `SplitMix64` of Steele, Lea & Flood, "Fast Splittable Pseudorandom Number Generators",
/// OOPSLA 2014: 64 bits of state, equidistributed over its period of 2⁶⁴, and short enough to
/// reimplement in any language to check a result.
///
/// Use [`below`](Self::below) to draw an integer. The two biased methods reproduce data that was
/// made with them.
#[derive(Debug, Clone)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// An integer in `0..n`, without bias; 0 if `n` is 0. The high half of a 128-bit product,
    /// rejecting the few draws that would favour some integers (Lemire, "Fast Random Integer
    /// Generation in an Interval", TOMACS 2019).
    #[expect(clippy::cast_possible_truncation, reason = "the result is less than n")]
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            let (high, low) = ((product >> 64) as u64, product as u64);
            if low >= n || low >= n.wrapping_neg() % n {
                return high as usize;
            }
        }
    }

    /// Shuffles items, every order equally likely (Fisher & Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// An integer in `0..n` by the remainder of 64 bits, with a bias below n / 2⁶⁴; 0 if `n`
    /// is 0. For training runs and fixtures, which were made with it.
    pub fn below_by_remainder(&mut self, n: u64) -> u64 {
        self.next_u64() % n.max(1)
    }

    /// An integer in `0..n` from the high 32 bits (multiply and shift), with a bias below
    /// n / 2³²; 0 if `n` is 0. For Fieldbook's scenes, which were made with it.
    pub fn below_by_shift(&mut self, n: u32) -> u32 {
        let high = self.next_u64() >> 32;
        ((high * u64::from(n)) >> 32) as u32
    }

    /// A number in [0, 1) with 24 random bits, which float32 represents exactly.
    pub fn unit(&mut self) -> f32 {
        (self.next_u64() >> 40) as f32 / (1u32 << 24) as f32
    }

    /// A number in [−1, 1) with 24 random bits, which float32 represents exactly.
    pub fn signed_unit(&mut self) -> f32 {
        (self.next_u64() >> 40) as f32 / (1u32 << 23) as f32 - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first values of the authors' C implementation with seed 1234567.
    #[test]
    fn the_stream_is_that_of_the_reference_implementation() {
        let mut random = SplitMix64::new(1_234_567);
        let drawn: [u64; 5] = std::array::from_fn(|_| random.next_u64());
        assert_eq!(
            drawn,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn every_method_draws_each_integer_below_n() {
        let mut random = SplitMix64::new(7);
        let mut counts = [[0u32; 3]; 5];
        for _ in 0..5_000 {
            counts[random.below(5)][0] += 1;
            counts[random.below_by_remainder(5) as usize][1] += 1;
            counts[random.below_by_shift(5) as usize][2] += 1;
        }
        assert!(counts.iter().flatten().all(|n| (850..1_150).contains(n)), "{counts:?}");
        assert_eq!((random.below(0), random.below(1)), (0, 0));
        assert_eq!(random.below_by_remainder(0), 0);
        assert_eq!(random.below_by_shift(0), 0);
    }

    #[test]
    fn units_stay_in_their_intervals() {
        let mut random = SplitMix64::new(3);
        for _ in 0..1_000 {
            assert!((0.0..1.0).contains(&random.unit()));
            assert!((-1.0..1.0).contains(&random.signed_unit()));
        }
    }
}
