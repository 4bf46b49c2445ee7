//! Dot products of int8 codes and int16 queries: whole numbers, so exact in any order.
//!
//! SIMD has one instruction for it: eight products of 16 bits, added in pairs to four sums of 32
//! bits (`pmaddwd`, `i32x4.dot_i16x8_s`). Queries keep 16 bits, since they are few: rounding
//! them costs nothing then, beside that of the codes.

/// Values that one step takes.
const STEP: usize = 8;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod lanes {
    //! By the instruction itself; all of these are safe to call.

    use core::arch::wasm32::{
        i16x8, i16x8_extend_low_i8x16, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat,
        i64x2_splat, v128,
    };

    pub(super) type Lanes = v128;
    pub(super) type Sums = v128;

    pub(super) fn query([a, b, c, d, e, f, g, h]: [i16; 8]) -> Lanes {
        i16x8(a, b, c, d, e, f, g, h)
    }

    pub(super) fn zero() -> Sums {
        i32x4_splat(0)
    }

    #[inline(always)]
    pub(super) fn widened(codes: [u8; 8]) -> Lanes {
        i16x8_extend_low_i8x16(i64x2_splat(i64::from_le_bytes(codes)))
    }

    #[inline(always)]
    pub(super) fn add_products(sums: Sums, row: Lanes, query: Lanes) -> Sums {
        i32x4_add(sums, i32x4_dot_i16x8(row, query))
    }

    pub(super) fn total(sums: Sums) -> i32 {
        i32x4_extract_lane::<0>(sums)
            + i32x4_extract_lane::<1>(sums)
            + i32x4_extract_lane::<2>(sums)
            + i32x4_extract_lane::<3>(sums)
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod lanes {
    //! In a shape that compilers know as that instruction.

    pub(super) type Lanes = [i16; 8];
    pub(super) type Sums = [i32; 4];

    pub(super) fn query(values: [i16; 8]) -> Lanes {
        values
    }

    pub(super) fn zero() -> Sums {
        [0; 4]
    }

    #[inline(always)]
    pub(super) fn widened(codes: [u8; 8]) -> Lanes {
        codes.map(|code| i16::from(code.cast_signed()))
    }

    #[inline(always)]
    pub(super) fn add_products(sums: Sums, row: Lanes, query: Lanes) -> Sums {
        let product = |i: usize| i32::from(row[i]) * i32::from(query[i]);
        [
            sums[0] + (product(0) + product(1)),
            sums[1] + (product(2) + product(3)),
            sums[2] + (product(4) + product(5)),
            sums[3] + (product(6) + product(7)),
        ]
    }

    pub(super) fn total(sums: Sums) -> i32 {
        sums.iter().sum()
    }
}

/// The codes of `N` queries, step by step, those of the same step side by side.
pub(super) struct QueryCodes<const N: usize>(Vec<[lanes::Lanes; N]>);

impl<const N: usize> QueryCodes<N> {
    /// From codes `[dim]` of each query.
    pub(super) fn new(codes: [&[i16]; N]) -> Self {
        let n_steps = codes.first().map_or(0, |codes| codes.len().div_ceil(STEP));
        let step = |step: usize| codes.map(|codes| lanes::query(at_step(codes, step)));
        Self((0..n_steps).map(step).collect())
    }

    /// The dot product of every query with the codes `[dim]` of a row. None may leave 32 bits.
    #[inline(always)]
    pub(super) fn dots(&self, row: &[u8]) -> [i32; N] {
        let (steps, rest) = row.as_chunks::<STEP>();
        let mut sums = [lanes::zero(); N];
        let mut add = |codes: [u8; STEP], queries: &[lanes::Lanes; N]| {
            let row = lanes::widened(codes);
            for (sums, query) in sums.iter_mut().zip(queries) {
                *sums = lanes::add_products(*sums, row, *query);
            }
        };
        for (codes, queries) in steps.iter().zip(&self.0) {
            add(*codes, queries);
        }
        if let (false, Some(queries)) = (rest.is_empty(), self.0.last()) {
            let mut codes = [0; STEP];
            codes.iter_mut().zip(rest).for_each(|(code, rest)| *code = *rest);
            add(codes, queries);
        }
        sums.map(lanes::total)
    }
}

/// The values of a step, with zeros after the last.
fn at_step(codes: &[i16], step: usize) -> [i16; STEP] {
    let mut values = [0; STEP];
    let codes = codes.iter().skip(step * STEP);
    values.iter_mut().zip(codes).for_each(|(value, code)| *value = *code);
    values
}
