//! Four float64 side by side. In WebAssembly with explicit instructions: the engine is compiled for
//! size, so the compiler looks for none itself.

pub(super) use by_target::{Four, ROWS_AT_ONCE, ZERO, length, of, read_halves, sums};

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod by_target {
    use core::arch::wasm32::{
        f32x4_add, f32x4_extract_lane, f32x4_mul, f32x4_splat, f64x2, f64x2_add,
        f64x2_extract_lane, f64x2_mul, f64x2_promote_low_f32x4, i32x4_extend_low_i16x8, i32x4_shl,
        i32x4_shuffle, i32x4_splat, i64x2_splat, v128, v128_and,
    };

    pub(in super::super) type Four = [v128; 2];

    /// Rows whose sums, with what they are made of, stay in registers: browsers first load all
    /// that a step of a loop needs.
    pub(in super::super) const ROWS_AT_ONCE: usize = 3;

    pub(in super::super) const ZERO: Four = [f64x2(0.0, 0.0); 2];

    /// From here on a float16 is infinite or NaN.
    const SPECIAL: f32 = 65536.0;

    #[inline(always)]
    pub(in super::super) fn of([a, b, c, d]: [f64; 4]) -> Four {
        [f64x2(a, b), f64x2(c, d)]
    }

    /// Writes float16, little-endian, in fours; exact. Returns their length, rounded a few times in
    /// float32; `None` if one is infinite or NaN, and then what was written is wrong.
    #[inline(always)]
    pub(in super::super) fn read_halves(halves: &[[u8; 8]], fours: &mut [Four]) -> Option<f64> {
        let mut squares = f32x4_splat(0.0);
        for (four, halves) in fours.iter_mut().zip(halves) {
            let halves = i32x4_extend_low_i16x8(i64x2_splat(i64::from_le_bytes(*halves)));
            // The sign goes to the first bit and the rest where a float32 has it.
            let bits = v128_and(i32x4_shl(halves, 13), i32x4_splat(0x8fff_e000_u32.cast_signed()));
            // Moves the exponent, and makes a subnormal float16 a normal float32.
            let singles = f32x4_mul(bits, f32x4_splat(f32::from_bits((127 + 112) << 23)));
            squares = f32x4_add(squares, f32x4_mul(singles, singles));
            let last = i32x4_shuffle::<2, 3, 2, 3>(singles, singles);
            *four = [f64x2_promote_low_f32x4(singles), f64x2_promote_low_f32x4(last)];
        }
        let of_first = f32x4_extract_lane::<0>(squares) + f32x4_extract_lane::<1>(squares);
        let of_last = f32x4_extract_lane::<2>(squares) + f32x4_extract_lane::<3>(squares);
        let length = (of_first + of_last).sqrt();
        (length < SPECIAL).then_some(f64::from(length))
    }

    /// The dot products of a query with some rows, in any order; all in fours. Without loops over
    /// the rows, so that the sums stay in registers.
    #[inline(always)]
    pub(in super::super) fn sums(
        query: &[Four],
        [a, b, c]: [&[Four]; ROWS_AT_ONCE],
    ) -> [f64; ROWS_AT_ONCE] {
        let (mut of_a, mut of_b, mut of_c) = (ZERO, ZERO, ZERO);
        for (((query, a), b), c) in query.iter().zip(a).zip(b).zip(c) {
            of_a = with_product(of_a, query, a);
            of_b = with_product(of_b, query, b);
            of_c = with_product(of_c, query, c);
        }
        [total(of_a), total(of_b), total(of_c)]
    }

    /// The length of a vector in fours.
    #[inline(always)]
    pub(in super::super) fn length(vector: &[Four]) -> f64 {
        total(vector.iter().fold(ZERO, |sum, four| with_product(sum, four, four))).sqrt()
    }

    /// `sum + a · b`, each of the four by itself.
    #[inline(always)]
    fn with_product([low, high]: Four, a: &Four, b: &Four) -> Four {
        [f64x2_add(low, f64x2_mul(a[0], b[0])), f64x2_add(high, f64x2_mul(a[1], b[1]))]
    }

    #[inline(always)]
    fn total([low, high]: Four) -> f64 {
        let sum = f64x2_add(low, high);
        f64x2_extract_lane::<0>(sum) + f64x2_extract_lane::<1>(sum)
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod by_target {
    use crate::vectors::f32_from_half;

    pub(in super::super) type Four = [f64; 4];

    /// Rows whose sums stay in registers.
    pub(in super::super) const ROWS_AT_ONCE: usize = 4;

    pub(in super::super) const ZERO: Four = [0.0; 4];

    #[inline(always)]
    pub(in super::super) fn of(values: [f64; 4]) -> Four {
        values
    }

    /// Writes float16, little-endian, in fours; exact. Returns their length.
    #[inline(always)]
    pub(in super::super) fn read_halves(halves: &[[u8; 8]], fours: &mut [Four]) -> Option<f64> {
        for (four, [a, b, c, d, e, f, g, h]) in fours.iter_mut().zip(halves) {
            let halves = [[*a, *b], [*c, *d], [*e, *f], [*g, *h]];
            *four = halves.map(|half| f64::from(f32_from_half(u16::from_le_bytes(half))));
        }
        Some(length(fours))
    }

    #[inline(always)]
    pub(in super::super) fn sums(
        query: &[Four],
        [a, b, c, d]: [&[Four]; ROWS_AT_ONCE],
    ) -> [f64; ROWS_AT_ONCE] {
        let (mut of_a, mut of_b, mut of_c, mut of_d) = (ZERO, ZERO, ZERO, ZERO);
        for ((((query, a), b), c), d) in query.iter().zip(a).zip(b).zip(c).zip(d) {
            of_a = with_product(of_a, *query, *a);
            of_b = with_product(of_b, *query, *b);
            of_c = with_product(of_c, *query, *c);
            of_d = with_product(of_d, *query, *d);
        }
        [total(of_a), total(of_b), total(of_c), total(of_d)]
    }

    #[inline(always)]
    pub(in super::super) fn length(vector: &[Four]) -> f64 {
        total(vector.iter().fold(ZERO, |sum, four| with_product(sum, *four, *four))).sqrt()
    }

    #[inline(always)]
    fn with_product(sum: Four, a: Four, b: Four) -> Four {
        [sum[0] + a[0] * b[0], sum[1] + a[1] * b[1], sum[2] + a[2] * b[2], sum[3] + a[3] * b[3]]
    }

    #[inline(always)]
    fn total([a, b, c, d]: Four) -> f64 {
        (a + c) + (b + d)
    }
}
