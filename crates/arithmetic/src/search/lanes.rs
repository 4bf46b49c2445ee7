//! Four float32 side by side. In WebAssembly with explicit instructions: the engine is linked for
//! size, so the compiler looks for none itself.

pub(super) use by_target::Lanes;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod by_target {
    use bytemuck::cast;
    use core::arch::wasm32::{
        f32x4_add, f32x4_convert_i32x4, f32x4_eq, f32x4_ge, f32x4_lt, f32x4_mul, f32x4_pmax,
        f32x4_pmin, f32x4_splat, f32x4_sub, i32x4_bitmask, u32x4_extract_lane, v128,
        v128_bitselect,
    };

    #[derive(Clone, Copy)]
    pub(in crate::search) struct Lanes(v128);

    impl Lanes {
        #[inline(always)]
        pub(in crate::search) fn of(values: [f32; 4]) -> Self {
            Self(cast(values))
        }

        /// Each rounded to the nearest float32.
        #[inline(always)]
        pub(in crate::search) fn of_whole(numbers: [i32; 4]) -> Self {
            Self(f32x4_convert_i32x4(cast(numbers)))
        }

        #[inline(always)]
        pub(in crate::search) fn all(value: f32) -> Self {
            Self(f32x4_splat(value))
        }

        #[inline(always)]
        pub(in crate::search) fn values(self) -> [f32; 4] {
            cast(self.0)
        }

        #[inline(always)]
        pub(in crate::search) fn bits(self) -> [u32; 4] {
            [
                u32x4_extract_lane::<0>(self.0),
                u32x4_extract_lane::<1>(self.0),
                u32x4_extract_lane::<2>(self.0),
                u32x4_extract_lane::<3>(self.0),
            ]
        }

        #[inline(always)]
        pub(in crate::search) fn plus(self, other: Self) -> Self {
            Self(f32x4_add(self.0, other.0))
        }

        #[inline(always)]
        pub(in crate::search) fn minus(self, other: Self) -> Self {
            Self(f32x4_sub(self.0, other.0))
        }

        #[inline(always)]
        pub(in crate::search) fn times(self, other: Self) -> Self {
            Self(f32x4_mul(self.0, other.0))
        }

        /// The higher of each two, neither NaN.
        #[inline(always)]
        pub(in crate::search) fn higher(self, other: Self) -> Self {
            Self(f32x4_pmax(self.0, other.0))
        }

        /// The lower of each two, neither NaN.
        #[inline(always)]
        pub(in crate::search) fn lower(self, other: Self) -> Self {
            Self(f32x4_pmin(self.0, other.0))
        }

        /// −∞ in place of NaN.
        #[inline(always)]
        pub(in crate::search) fn known(self) -> Self {
            let is_known = f32x4_ge(self.0, f32x4_splat(f32::NEG_INFINITY));
            Self(v128_bitselect(self.0, f32x4_splat(f32::NEG_INFINITY), is_known))
        }

        /// A bit for each that is not below the other, the first lowest. A NaN is not below.
        #[inline(always)]
        pub(in crate::search) fn not_below(self, other: Self) -> u8 {
            i32x4_bitmask(f32x4_lt(self.0, other.0)) ^ 0b1111
        }

        /// A bit for each that equals the other, the first lowest.
        #[inline(always)]
        pub(in crate::search) fn equal(self, other: Self) -> u8 {
            i32x4_bitmask(f32x4_eq(self.0, other.0))
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod by_target {
    #[derive(Clone, Copy)]
    pub(in crate::search) struct Lanes([f32; 4]);

    impl Lanes {
        #[inline(always)]
        pub(in crate::search) fn of(values: [f32; 4]) -> Self {
            Self(values)
        }

        #[inline(always)]
        pub(in crate::search) fn of_whole(numbers: [i32; 4]) -> Self {
            let [a, b, c, d] = numbers;
            Self([a as f32, b as f32, c as f32, d as f32])
        }

        #[inline(always)]
        pub(in crate::search) fn all(value: f32) -> Self {
            Self([value; 4])
        }

        #[inline(always)]
        pub(in crate::search) fn values(self) -> [f32; 4] {
            self.0
        }

        #[inline(always)]
        pub(in crate::search) fn bits(self) -> [u32; 4] {
            let [a, b, c, d] = self.0;
            [a.to_bits(), b.to_bits(), c.to_bits(), d.to_bits()]
        }

        #[inline(always)]
        pub(in crate::search) fn plus(self, other: Self) -> Self {
            let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
            Self([a + e, b + f, c + g, d + h])
        }

        #[inline(always)]
        pub(in crate::search) fn minus(self, other: Self) -> Self {
            let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
            Self([a - e, b - f, c - g, d - h])
        }

        #[inline(always)]
        pub(in crate::search) fn times(self, other: Self) -> Self {
            let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
            Self([a * e, b * f, c * g, d * h])
        }

        #[inline(always)]
        pub(in crate::search) fn higher(self, other: Self) -> Self {
            let higher = |a: f32, b: f32| if a < b { b } else { a };
            let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
            Self([higher(a, e), higher(b, f), higher(c, g), higher(d, h)])
        }

        #[inline(always)]
        pub(in crate::search) fn lower(self, other: Self) -> Self {
            let lower = |a: f32, b: f32| if b < a { b } else { a };
            let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
            Self([lower(a, e), lower(b, f), lower(c, g), lower(d, h)])
        }

        #[inline(always)]
        pub(in crate::search) fn known(self) -> Self {
            let known = |value: f32| if value.is_nan() { f32::NEG_INFINITY } else { value };
            let [a, b, c, d] = self.0;
            Self([known(a), known(b), known(c), known(d)])
        }

        #[inline(always)]
        pub(in crate::search) fn not_below(self, other: Self) -> u8 {
            let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
            let below = [a < e, b < f, c < g, d < h].map(u8::from);
            (below[0] | below[1] << 1 | below[2] << 2 | below[3] << 3) ^ 0b1111
        }

        #[inline(always)]
        pub(in crate::search) fn equal(self, other: Self) -> u8 {
            let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
            let equal = [a == e, b == f, c == g, d == h].map(u8::from);
            equal[0] | equal[1] << 1 | equal[2] << 2 | equal[3] << 3
        }
    }
}
