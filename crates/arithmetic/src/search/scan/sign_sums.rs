//! Sums of a query's values with the signs of rows: integers, so exact in any order.
//!
//! Four signs at a time select one of sixteen sums from a table of seven-bit integers. One
//! instruction looks up sixteen rows at once (André, Kermarrec & Le Scouarnec,
//! "Cache locality is not enough: high-performance nearest neighbor search with product
//! quantization fast scan", VLDB 2015).

#[cfg(target_arch = "x86_64")]
use crate::simd::Avx2;

/// Rows processed together.
pub(super) const ROWS: usize = 32;
/// Values per table, and the number of their sign combinations.
const VALUES: usize = 4;
const CHOICES: usize = 1 << VALUES;

/// For every four values of a query, the contribution of each sign combination to the sum.
#[derive(Debug)]
pub struct SignTables {
    /// For the first and the last four of every eight values, in steps above the least sum.
    tables: Vec<[[u8; CHOICES]; 2]>,
    step: f32,
    /// The sum of all least sums.
    least: f32,
}

impl SignTables {
    /// The tables of a query `[dim]`, rotated like the rows.
    pub(super) fn new(query: &[f32]) -> Self {
        let reaches: Vec<f32> =
            query.chunks(VALUES).map(|four| four.iter().map(|value| value.abs()).sum()).collect();
        let widest = reaches.iter().copied().fold(0.0, f32::max);
        let step = 2.0 * widest / f32::from(n_steps(query.len()));
        let table = |four: &[f32]| {
            let reach: f32 = four.iter().map(|value| value.abs()).sum();
            std::array::from_fn(|signs| {
                let signed = four
                    .iter()
                    .enumerate()
                    .map(|(bit, value)| if signs >> bit & 1 == 1 { *value } else { -value });
                let steps = (signed.sum::<f32>() + reach) / step;
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "from 0 to the number of steps; NaN, where all is 0, becomes 0"
                )]
                let steps = steps.round_ties_even() as u8;
                steps
            })
        };
        let pair = |eight: &[f32]| {
            let (first, last) = eight.split_at(VALUES.min(eight.len()));
            [table(first), table(last)]
        };
        Self {
            tables: query.chunks(2 * VALUES).map(pair).collect(),
            step,
            least: -reaches.iter().sum::<f32>(),
        }
    }

    /// The error bound of a sum from the tables of a query of length 1: half a step for each table.
    /// The magnitudes of four values sum to at most 2.
    pub(super) fn largest_error(dim: usize) -> f64 {
        let step = 4.0 / f64::from(n_steps(dim));
        // 1% for float32's rounding of as many sums.
        1.01 * dim.div_ceil(VALUES) as f64 * step / 2.0
    }

    /// The query's sums with the signs of rows.
    pub(super) fn scores(&self, sums: [u16; ROWS]) -> [f32; ROWS] {
        sums.map(|sum| self.least + self.step * f32::from(sum))
    }
}

/// The number of steps in a table: seven bits, so that two entries fit a byte, and few enough that
/// the sum of all tables fits sixteen bits.
fn n_steps(dim: usize) -> u8 {
    let tables = 2 * dim.div_ceil(2 * VALUES).max(1);
    u8::try_from((usize::from(u16::MAX) / tables).clamp(1, 127)).unwrap_or(1)
}

/// The sums of 32 rows with interleaved signs: `bits[i][row]` is the row's `i`-th byte.
#[inline(always)]
pub(super) fn sums(tables: &SignTables, bits: &[[u8; ROWS]]) -> [u16; ROWS] {
    by_target::sums(&tables.tables, bits)
}

/// On AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn sums_on_avx2(avx2: Avx2, tables: &SignTables, bits: &[[u8; ROWS]]) -> [u16; ROWS] {
    on_avx2::sums(avx2, &tables.tables, bits)
}

#[cfg(target_arch = "x86_64")]
mod on_avx2 {
    //! Explicit instructions, which compilers do not find here: twice sixteen rows at once.

    use super::{Avx2, CHOICES, ROWS};
    use pulp::{cast, u8x32, u16x16};

    #[inline(always)]
    pub(super) fn sums(
        avx2: Avx2,
        tables: &[[[u8; CHOICES]; 2]],
        bits: &[[u8; ROWS]],
    ) -> [u16; ROWS] {
        let looked_up = |table: [u8; CHOICES], choices: u8x32| -> u8x32 {
            let twice: u8x32 = cast([table; 2]);
            cast(avx2.avx2._mm256_shuffle_epi8(cast(twice), cast(choices)))
        };
        let low = avx2.splat_u8x32(0x0f);
        // Sums of the even and the odd rows.
        let [mut evens, mut odds] = [avx2.splat_u16x16(0); 2];
        for ([first, last], bits) in tables.iter().zip(bits) {
            let bits: u8x32 = cast(*bits);
            let high: u8x32 = cast(avx2.shr_const_u16x16::<4>(cast(bits)));
            let of_first = looked_up(*first, avx2.and_u8x32(bits, low));
            let of_last = looked_up(*last, avx2.and_u8x32(high, low));
            // The sum of two seven-bit numbers does not carry into the next row.
            let both: u16x16 = cast(avx2.wrapping_add_u8x32(of_first, of_last));
            evens =
                avx2.wrapping_add_u16x16(evens, avx2.and_u16x16(both, avx2.splat_u16x16(0x00ff)));
            odds = avx2.wrapping_add_u16x16(odds, avx2.shr_const_u16x16::<8>(both));
        }
        let (evens, odds): ([u16; 16], [u16; 16]) = (cast(evens), cast(odds));
        std::array::from_fn(|row| if row % 2 == 0 { evens[row / 2] } else { odds[row / 2] })
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod by_target {
    //! Explicit instructions, which compilers do not find here.

    use super::{CHOICES, ROWS};
    use core::arch::wasm32::{
        i8x16_swizzle, i16x8_add, u8x16_shr, u16x8_extract_lane, u16x8_shr, u16x8_splat, u64x2,
        v128, v128_and,
    };

    #[inline(always)]
    pub(super) fn sums(tables: &[[[u8; CHOICES]; 2]], bits: &[[u8; ROWS]]) -> [u16; ROWS] {
        let zero = u16x8_splat(0);
        // Sums of the even and the odd rows, for each half of the rows.
        let mut sums = [[zero; 2]; 2];
        let low = u64x2(0x0f0f_0f0f_0f0f_0f0f, 0x0f0f_0f0f_0f0f_0f0f);
        let even = u16x8_splat(0x00ff);
        for ([first, last], bits) in tables.iter().zip(bits) {
            let (first, last) = (vector(first), vector(last));
            let (halves, _) = bits.as_chunks::<16>();
            for (sums, half) in sums.iter_mut().zip(halves) {
                let bits = vector(half);
                let of_first = i8x16_swizzle(first, v128_and(bits, low));
                let of_last = i8x16_swizzle(last, u8x16_shr(bits, 4));
                // The sum of two seven-bit numbers does not carry into the next row.
                let both = i16x8_add(of_first, of_last);
                sums[0] = i16x8_add(sums[0], v128_and(both, even));
                sums[1] = i16x8_add(sums[1], u16x8_shr(both, 8));
            }
        }
        let mut all = [0; ROWS];
        for (all, [even, odd]) in all.as_chunks_mut::<16>().0.iter_mut().zip(sums) {
            for (pair, (even, odd)) in
                all.as_chunks_mut::<2>().0.iter_mut().zip(lanes(even).into_iter().zip(lanes(odd)))
            {
                *pair = [even, odd];
            }
        }
        all
    }

    #[inline(always)]
    fn vector(bytes: &[u8; 16]) -> v128 {
        let (eights, _) = bytes.as_chunks::<8>();
        let [low, high] = [0, 1].map(|i| eights.get(i).copied().map_or(0, u64::from_le_bytes));
        u64x2(low, high)
    }

    #[inline(always)]
    fn lanes(sums: v128) -> [u16; 8] {
        [
            u16x8_extract_lane::<0>(sums),
            u16x8_extract_lane::<1>(sums),
            u16x8_extract_lane::<2>(sums),
            u16x8_extract_lane::<3>(sums),
            u16x8_extract_lane::<4>(sums),
            u16x8_extract_lane::<5>(sums),
            u16x8_extract_lane::<6>(sums),
            u16x8_extract_lane::<7>(sums),
        ]
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod by_target {
    //! Plain code.

    use super::{CHOICES, ROWS};

    #[inline(always)]
    pub(super) fn sums(tables: &[[[u8; CHOICES]; 2]], bits: &[[u8; ROWS]]) -> [u16; ROWS] {
        let mut sums = [0; ROWS];
        for ([first, last], bits) in tables.iter().zip(bits) {
            for (sum, bits) in sums.iter_mut().zip(bits) {
                let (first, last) = (first[usize::from(bits & 15)], last[usize::from(bits >> 4)]);
                *sum += u16::from(first + last);
            }
        }
        sums
    }
}
