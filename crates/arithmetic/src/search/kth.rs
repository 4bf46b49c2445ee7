//! The k-th highest of many numbers, without moving them.
//!
//! One pass counts how many lie in each of a few hundred equal parts of their range, which tells
//! the part of the k-th; another collects the numbers of that part, among which it is selected.

use super::lanes::Lanes;

/// Parts of the range; a power of two.
const PARTS: u32 = 512;
/// With fewer numbers, selecting among all is faster.
const FEW: usize = 256;
/// Added to a whole number below it, whose value the last bits then are.
const WHOLE: f32 = (1 << 23) as f32;

/// Numbers, none of them NaN, four side by side.
pub(super) struct Numbers {
    pub(super) fours: Vec<Lanes>,
    /// Up to three more.
    pub(super) rest: Vec<f32>,
}

impl Numbers {
    fn len(&self) -> usize {
        4 * self.fours.len() + self.rest.len()
    }

    /// All of them, the rest filled up with −∞.
    #[inline(always)]
    fn fours(&self) -> impl Iterator<Item = Lanes> {
        let number = |i: usize| self.rest.get(i).copied().unwrap_or(f32::NEG_INFINITY);
        let last = Lanes::of([number(0), number(1), number(2), number(3)]);
        self.fours.iter().copied().chain(std::iter::once(last))
    }

    /// The `k`-th highest; `None` with fewer than `k`, or for 0.
    #[inline(always)]
    pub(super) fn kth_highest(&self, k: usize) -> Option<f32> {
        if k == 0 || self.len() < k {
            return None;
        }
        let parts = if self.len() < FEW { None } else { Parts::of(self) };
        let (mut within, k) = match parts {
            Some(parts) => {
                let (part, n_higher) = parts.part_of_kth(self, k);
                (parts.numbers_within(self, part), k - n_higher)
            }
            None => (self.fours().flat_map(Lanes::values).collect(), k),
        };
        let last = within.len().checked_sub(1)?;
        Some(*within.select_nth_unstable_by((k - 1).min(last), |a, b| b.total_cmp(a)).1)
    }
}

/// A range in equal parts. No part has a number higher than one of a later part.
struct Parts {
    lowest: Lanes,
    per_part: Lanes,
}

impl Parts {
    /// `None` if the range is empty or not finite.
    #[inline(always)]
    fn of(numbers: &Numbers) -> Option<Self> {
        let (mut low, mut high) = (Lanes::all(f32::INFINITY), Lanes::all(f32::NEG_INFINITY));
        for four in &numbers.fours {
            (low, high) = (low.lower(*four), high.higher(*four));
        }
        let ends = |four: Lanes| four.values().into_iter().chain(numbers.rest.iter().copied());
        let lowest = ends(low).fold(f32::INFINITY, |a, b| if b < a { b } else { a });
        let highest = ends(high).fold(f32::NEG_INFINITY, |a, b| if b > a { b } else { a });
        let per_part = (PARTS - 2) as f32 / (highest - lowest);
        // Of an infinite range it is 0, of an empty one infinite.
        let is_usable = per_part.is_finite() && per_part > 0.0 && lowest.is_finite();
        is_usable.then(|| Self { lowest: Lanes::all(lowest), per_part: Lanes::all(per_part) })
    }

    /// The parts of four numbers, as the last bits. Each step keeps the numbers' order, rounding
    /// included.
    #[inline(always)]
    fn parts(&self, numbers: Lanes) -> Lanes {
        let whole = numbers.minus(self.lowest).times(self.per_part);
        // The padding belongs to the first part.
        whole.plus(Lanes::all(WHOLE)).higher(Lanes::all(WHOLE))
    }

    /// The part of the `k`-th highest number, and how many numbers are in higher parts.
    #[inline(always)]
    fn part_of_kth(&self, numbers: &Numbers, k: usize) -> (u32, usize) {
        let mut counts = [0u32; PARTS as usize];
        for four in numbers.fours() {
            let [a, b, c, d] = self.parts(four).bits();
            counts[(a % PARTS) as usize] += 1;
            counts[(b % PARTS) as usize] += 1;
            counts[(c % PARTS) as usize] += 1;
            counts[(d % PARTS) as usize] += 1;
        }
        let mut n_higher = 0;
        for (part, count) in (0..PARTS).zip(&counts).rev() {
            if n_higher + *count as usize >= k {
                return (part, n_higher);
            }
            n_higher += *count as usize;
        }
        (0, n_higher)
    }

    #[inline(always)]
    fn numbers_within(&self, numbers: &Numbers, part: u32) -> Vec<f32> {
        let part = Lanes::all(f32::from_bits(WHOLE.to_bits() + part));
        let mut within = Vec::new();
        for four in numbers.fours() {
            let bits = self.parts(four).equal(part);
            if bits != 0 {
                let of_part = (0..4).zip(four.values()).filter(|(lane, _)| bits >> lane & 1 == 1);
                within.extend(of_part.map(|(_, number)| number));
            }
        }
        within
    }
}
