//! Four float64 side by side. In WebAssembly with explicit instructions: the engine is compiled for
//! size, so the compiler looks for none itself.

pub(super) use by_target::{Four, ZERO, of, of_halves, total, with_product};

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod by_target {
    use core::arch::wasm32::{
        f32x4_mul, f32x4_splat, f64x2, f64x2_add, f64x2_extract_lane, f64x2_mul,
        f64x2_promote_low_f32x4, i32x4_ge, i32x4_shl, i32x4_shuffle, i32x4_splat, i64x2_splat,
        u32x4_extend_low_u16x8, v128, v128_and, v128_or,
    };

    pub(in super::super) type Four = [v128; 2];

    pub(in super::super) const ZERO: Four = [f64x2(0.0, 0.0); 2];

    #[inline(always)]
    pub(in super::super) fn of([a, b, c, d]: [f64; 4]) -> Four {
        [f64x2(a, b), f64x2(c, d)]
    }

    /// Four float16, little-endian; exact.
    #[inline(always)]
    pub(in super::super) fn of_halves(bytes: [u8; 8]) -> Four {
        let halves = u32x4_extend_low_u16x8(i64x2_splat(i64::from_le_bytes(bytes)));
        let sign = i32x4_shl(v128_and(halves, i32x4_splat(0x8000)), 16);
        let magnitude = i32x4_shl(v128_and(halves, i32x4_splat(0x7fff)), 13);
        // Moves the exponent, and makes a subnormal float16 a normal float32.
        let finite = f32x4_mul(magnitude, f32x4_splat(f32::from_bits((127 + 112) << 23)));
        let is_special = i32x4_ge(magnitude, i32x4_splat(0x1f << 23));
        let special = v128_and(is_special, i32x4_splat(0xff << 23));
        let singles = v128_or(v128_or(finite, special), sign);
        let last = i32x4_shuffle::<2, 3, 2, 3>(singles, singles);
        [f64x2_promote_low_f32x4(singles), f64x2_promote_low_f32x4(last)]
    }

    /// `sum + a · b`, each of the four by itself.
    #[inline(always)]
    pub(in super::super) fn with_product([low, high]: Four, a: Four, b: Four) -> Four {
        [f64x2_add(low, f64x2_mul(a[0], b[0])), f64x2_add(high, f64x2_mul(a[1], b[1]))]
    }

    #[inline(always)]
    pub(in super::super) fn total([low, high]: Four) -> f64 {
        let sum = f64x2_add(low, high);
        f64x2_extract_lane::<0>(sum) + f64x2_extract_lane::<1>(sum)
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod by_target {
    use crate::vectors::f32_from_half;

    pub(in super::super) type Four = [f64; 4];

    pub(in super::super) const ZERO: Four = [0.0; 4];

    #[inline(always)]
    pub(in super::super) fn of(values: [f64; 4]) -> Four {
        values
    }

    /// Four float16, little-endian; exact.
    #[inline(always)]
    pub(in super::super) fn of_halves([a, b, c, d, e, f, g, h]: [u8; 8]) -> Four {
        let halves = [[a, b], [c, d], [e, f], [g, h]];
        halves.map(|half| f64::from(f32_from_half(u16::from_le_bytes(half))))
    }

    /// `sum + a · b`, each of the four by itself.
    #[inline(always)]
    pub(in super::super) fn with_product(sum: Four, a: Four, b: Four) -> Four {
        [sum[0] + a[0] * b[0], sum[1] + a[1] * b[1], sum[2] + a[2] * b[2], sum[3] + a[3] * b[3]]
    }

    #[inline(always)]
    pub(in super::super) fn total([a, b, c, d]: Four) -> f64 {
        (a + c) + (b + d)
    }
}
