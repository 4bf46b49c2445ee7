//! The lanes in WebAssembly's `simd128`.

use core::arch::wasm32::{
    f32x4, f32x4_add, f32x4_convert_i32x4, f32x4_div, f32x4_extract_lane, f32x4_mul, f32x4_pmax,
    f32x4_pmin, f32x4_splat, f32x4_sub, i8x16, i16x8, i16x8_extend_high_i8x16,
    i16x8_extend_low_i8x16, i16x8_narrow_i32x4, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane,
    i32x4_max, i32x4_shl, i32x4_shuffle, i32x4_splat, i32x4_sub, i64x2_shuffle, v128, v128_and,
};
use std::ops::{Add, Div, Mul, Sub};

const ROUND: f32 = 12_582_912.0;

#[derive(Debug, Clone, Copy)]
pub(in crate::kernels) struct F32x4(v128);

#[derive(Debug, Clone, Copy)]
pub(in crate::kernels) struct I32x4(v128);

/// Sixteen int8, in pairs.
#[derive(Debug, Clone, Copy)]
pub(in crate::kernels) struct I8x16(v128);

/// Eight int16, in pairs.
#[derive(Debug, Clone, Copy)]
pub(in crate::kernels) struct I16x8(v128);

impl F32x4 {
    #[inline(always)]
    pub(in crate::kernels) fn splat(value: f32) -> Self {
        Self(f32x4_splat(value))
    }

    #[inline(always)]
    pub(in crate::kernels) fn new(values: [f32; 4]) -> Self {
        let [a, b, c, d] = values;
        Self(f32x4(a, b, c, d))
    }

    #[inline(always)]
    pub(in crate::kernels) fn values(self) -> [f32; 4] {
        [
            f32x4_extract_lane::<0>(self.0),
            f32x4_extract_lane::<1>(self.0),
            f32x4_extract_lane::<2>(self.0),
            f32x4_extract_lane::<3>(self.0),
        ]
    }

    /// The larger of the two; NaN in `self` stays.
    #[inline(always)]
    pub(in crate::kernels) fn at_least(self, least: Self) -> Self {
        Self(f32x4_pmax(self.0, least.0))
    }

    /// The smaller of the two; NaN in `self` stays.
    #[inline(always)]
    pub(in crate::kernels) fn at_most(self, most: Self) -> Self {
        Self(f32x4_pmin(self.0, most.0))
    }

    /// The larger magnitude of the two, if `self` is a magnitude already. Values that are not finite
    /// are larger than all that are, by their bits.
    #[inline(always)]
    pub(in crate::kernels) fn larger_magnitudes(self, other: Self) -> Self {
        Self(i32x4_max(self.0, v128_and(other.0, i32x4_splat(0x7fff_ffff))))
    }

    /// Four rows → their four columns.
    #[inline(always)]
    pub(in crate::kernels) fn transposed([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let low = [i32x4_shuffle::<0, 4, 1, 5>(a.0, b.0), i32x4_shuffle::<0, 4, 1, 5>(c.0, d.0)];
        let high = [i32x4_shuffle::<2, 6, 3, 7>(a.0, b.0), i32x4_shuffle::<2, 6, 3, 7>(c.0, d.0)];
        [
            Self(i64x2_shuffle::<0, 2>(low[0], low[1])),
            Self(i64x2_shuffle::<1, 3>(low[0], low[1])),
            Self(i64x2_shuffle::<0, 2>(high[0], high[1])),
            Self(i64x2_shuffle::<1, 3>(high[0], high[1])),
        ]
    }

    /// The bits shifted up by 23: a small integer in the last bits of a mantissa becomes an exponent.
    #[inline(always)]
    pub(in crate::kernels) fn exponents_from_mantissas(self) -> Self {
        Self(i32x4_shl(self.0, 23))
    }

    /// Eight values of magnitudes below 2¹⁵, rounded to int16, as four pairs.
    #[inline(always)]
    pub(in crate::kernels) fn rounded_pairs([a, b]: [Self; 2]) -> [i32; 4] {
        // Adding 1.5 · 2²³ rounds to an integer, and leaves it in the last bits.
        let shift = f32x4_splat(ROUND);
        let rounded = |x: Self| i32x4_sub(f32x4_add(x.0, shift), shift);
        let pairs = i16x8_narrow_i32x4(rounded(a), rounded(b));
        [
            i32x4_extract_lane::<0>(pairs),
            i32x4_extract_lane::<1>(pairs),
            i32x4_extract_lane::<2>(pairs),
            i32x4_extract_lane::<3>(pairs),
        ]
    }

    /// Adds the product of the two, rounded first.
    #[inline(always)]
    pub(in crate::kernels) fn plus_product(self, a: Self, b: Self) -> Self {
        self + a * b
    }

    /// The sum of the bits as integers.
    #[inline(always)]
    pub(in crate::kernels) fn add_bits(self, other: Self) -> Self {
        Self(i32x4_add(self.0, other.0))
    }
}

impl Add for F32x4 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(f32x4_add(self.0, other.0))
    }
}

impl Sub for F32x4 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(f32x4_sub(self.0, other.0))
    }
}

impl Mul for F32x4 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(f32x4_mul(self.0, other.0))
    }
}

impl Div for F32x4 {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Self(f32x4_div(self.0, other.0))
    }
}

impl I32x4 {
    #[inline(always)]
    pub(in crate::kernels) fn splat(value: i32) -> Self {
        Self(i32x4_splat(value))
    }

    /// Adds, for each lane, the products of its pair of `a` and its pair of `b`.
    #[inline(always)]
    pub(in crate::kernels) fn add_products(self, a: I16x8, b: I16x8) -> Self {
        Self(i32x4_add(self.0, i32x4_dot_i16x8(a.0, b.0)))
    }

    #[inline(always)]
    pub(in crate::kernels) fn to_f32(self) -> F32x4 {
        F32x4(f32x4_convert_i32x4(self.0))
    }
}

impl I16x8 {
    pub(in crate::kernels) fn new(v: [i16; 8]) -> Self {
        Self(i16x8(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]))
    }

    /// The same pair four times; its first value is in the lower half.
    #[inline(always)]
    pub(in crate::kernels) fn splat_pair(pair: i32) -> Self {
        Self(i32x4_splat(pair))
    }
}

impl I8x16 {
    pub(in crate::kernels) fn new(c: [i8; 16]) -> Self {
        Self(i8x16(
            c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10], c[11], c[12], c[13],
            c[14], c[15],
        ))
    }

    /// The first eight and the last eight.
    #[inline(always)]
    pub(in crate::kernels) fn widened(self) -> [I16x8; 2] {
        [I16x8(i16x8_extend_low_i8x16(self.0)), I16x8(i16x8_extend_high_i8x16(self.0))]
    }
}
