//! The lanes as arrays; `wasm` documents them.

use std::ops::{Add, Div, Mul, Sub};

#[derive(Debug, Clone, Copy)]
#[repr(align(16))]
pub(in crate::kernels) struct F32x4([f32; 4]);

#[derive(Debug, Clone, Copy)]
#[repr(align(16))]
pub(in crate::kernels) struct I32x4([i32; 4]);

#[derive(Debug, Clone, Copy)]
#[repr(align(16))]
pub(in crate::kernels) struct I8x16([i8; 16]);

#[derive(Debug, Clone, Copy)]
#[repr(align(16))]
pub(in crate::kernels) struct I16x8([i16; 8]);

impl F32x4 {
    #[inline(always)]
    pub(in crate::kernels) fn splat(value: f32) -> Self {
        Self([value; 4])
    }

    #[inline(always)]
    pub(in crate::kernels) fn new(values: [f32; 4]) -> Self {
        Self(values)
    }

    #[inline(always)]
    pub(in crate::kernels) fn values(self) -> [f32; 4] {
        self.0
    }

    #[inline(always)]
    pub(in crate::kernels) fn at_least(self, least: Self) -> Self {
        self.with(least, |value, least| if value < least { least } else { value })
    }

    #[inline(always)]
    pub(in crate::kernels) fn at_most(self, most: Self) -> Self {
        self.with(most, |value, most| if most < value { most } else { value })
    }

    #[inline(always)]
    pub(in crate::kernels) fn larger_magnitudes(self, other: Self) -> Self {
        let bits = |a: f32, b: f32| a.to_bits().max(b.to_bits() & 0x7fff_ffff);
        self.with(other, |a, b| f32::from_bits(bits(a, b)))
    }

    #[inline(always)]
    pub(in crate::kernels) fn transposed(rows: [Self; 4]) -> [Self; 4] {
        std::array::from_fn(|column| Self(rows.map(|row| row.0[column])))
    }

    #[inline(always)]
    pub(in crate::kernels) fn exponents_from_mantissas(self) -> Self {
        Self(self.0.map(|value| f32::from_bits(value.to_bits() << 23)))
    }

    #[inline(always)]
    pub(in crate::kernels) fn rounded_pairs([a, b]: [Self; 2]) -> [i32; 4] {
        // Adding 1.5 · 2²³ rounds to an integer, and leaves it in the last bits.
        const ROUND: f32 = 12_582_912.0;
        let rounded = |x: f32| (x + ROUND).to_bits().wrapping_sub(ROUND.to_bits());
        let pair = |x: f32, y: f32| ((rounded(x) & 0xffff) | rounded(y) << 16).cast_signed();
        let ([a, b, c, d], [e, f, g, h]) = (a.0, b.0);
        [pair(a, b), pair(c, d), pair(e, f), pair(g, h)]
    }

    #[inline(always)]
    pub(in crate::kernels) fn plus_product(self, a: Self, b: Self) -> Self {
        self + a * b
    }

    #[inline(always)]
    pub(in crate::kernels) fn add_bits(self, other: Self) -> Self {
        self.with(other, |a, b| f32::from_bits(a.to_bits().wrapping_add(b.to_bits())))
    }

    #[inline(always)]
    fn with(self, other: Self, lane: impl Fn(f32, f32) -> f32) -> Self {
        Self(std::array::from_fn(|index| lane(self.0[index], other.0[index])))
    }
}

impl Add for F32x4 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.with(other, |a, b| a + b)
    }
}

impl Sub for F32x4 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.with(other, |a, b| a - b)
    }
}

impl Mul for F32x4 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.with(other, |a, b| a * b)
    }
}

impl Div for F32x4 {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.with(other, |a, b| a / b)
    }
}

impl I32x4 {
    #[inline(always)]
    pub(in crate::kernels) fn splat(value: i32) -> Self {
        Self([value; 4])
    }

    #[inline(always)]
    pub(in crate::kernels) fn add_products(self, a: I16x8, b: I16x8) -> Self {
        Self(std::array::from_fn(|lane| {
            let product = |at: usize| i32::from(a.0[at]) * i32::from(b.0[at]);
            self.0[lane].wrapping_add(product(2 * lane).wrapping_add(product(2 * lane + 1)))
        }))
    }

    #[inline(always)]
    pub(in crate::kernels) fn to_f32(self) -> F32x4 {
        F32x4(self.0.map(|value| value as f32))
    }
}

impl I16x8 {
    pub(in crate::kernels) fn new(values: [i16; 8]) -> Self {
        Self(values)
    }

    #[inline(always)]
    pub(in crate::kernels) fn splat_pair(pair: i32) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
        let (first, second) = (pair as i16, (pair >> 16) as i16);
        Self([first, second, first, second, first, second, first, second])
    }
}

impl I8x16 {
    pub(in crate::kernels) fn new(codes: [i8; 16]) -> Self {
        Self(codes)
    }

    #[inline(always)]
    pub(in crate::kernels) fn widened(self) -> [I16x8; 2] {
        let half = |first: usize| I16x8(std::array::from_fn(|at| i16::from(self.0[first + at])));
        [half(0), half(8)]
    }
}
