//! Dot products of int8 codes and int16 queries: integers, so exact in any order.
//!
//! SIMD has an instruction for it: eight products of 16 bits, added in pairs to four sums of 32
//! bits (`i32x4.dot_i16x8_s`, `pmaddwd`). Queries have 16 bits, which costs little for so few, so
//! that their rounding is negligible next to that of the codes.

#[cfg(target_arch = "x86_64")]
use crate::simd::Avx2;

/// Rows processed together: their estimates are computed side by side.
pub(super) const ROWS: usize = 4;

/// The codes of `N` queries.
pub(super) struct QueryCodes<const N: usize>(by_target::Codes<N>);

impl<const N: usize> QueryCodes<N> {
    /// Packs the codes `[dim]` of each query.
    pub(super) fn new(codes: [&[i16]; N]) -> Self {
        Self(by_target::codes(codes))
    }

    /// The dot products of every query with the codes `[dim]` of each row. None may overflow 32
    /// bits.
    #[inline(always)]
    pub(super) fn dots(&self, rows: [&[u8]; ROWS]) -> [[i32; ROWS]; N] {
        by_target::dots(&self.0, rows)
    }

    /// On AVX2.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn dots_on_avx2(&self, avx2: Avx2, rows: [&[u8]; ROWS]) -> [[i32; ROWS]; N] {
        if N == 1 {
            // For a single query compilers find the instruction themselves, with more partial sums.
            return self.dots(rows);
        }
        let [a, b, c, d] = rows;
        let [of_a, of_b] = on_avx2::dots(avx2, &self.0, [a, b]);
        let [of_c, of_d] = on_avx2::dots(avx2, &self.0, [c, d]);
        std::array::from_fn(|query| [of_a[query], of_b[query], of_c[query], of_d[query]])
    }
}

#[cfg(target_arch = "x86_64")]
mod on_avx2 {
    //! Explicit instructions: for several queries compilers compute one dot product after the
    //! other and convert the codes of a row for each.

    use super::{Avx2, by_target};
    use pulp::cast;
    use std::arch::x86_64::__m256i;

    /// Values per instruction.
    const STEP: usize = 16;
    /// Rows whose sums stay in registers, so that queries are read half as often.
    const ROWS: usize = 2;

    #[inline(always)]
    pub(super) fn dots<const N: usize>(
        avx2: Avx2,
        queries: &by_target::Codes<N>,
        rows: [&[u8]; ROWS],
    ) -> [[i32; N]; ROWS] {
        let avx2 = avx2.avx2;
        let zeros: __m256i = cast([0i32; 8]);
        let mut sums = [[zeros; N]; ROWS];
        let [(first, first_rest), (second, second_rest)] = rows.map(<[u8]>::as_chunks::<STEP>);
        let queries = queries.each_ref().map(|query| query.as_chunks::<STEP>());
        for (step, (first, second)) in first.iter().zip(second).enumerate() {
            let first = avx2._mm256_cvtepi8_epi16(cast(*first));
            let second = avx2._mm256_cvtepi8_epi16(cast(*second));
            for (query, (steps, _)) in queries.iter().enumerate() {
                let Some(codes) = steps.get(step) else { continue };
                let codes: __m256i = cast(*codes);
                for (row, sums) in [first, second].into_iter().zip(&mut sums) {
                    let products = avx2._mm256_madd_epi16(row, codes);
                    sums[query] = avx2._mm256_add_epi32(sums[query], products);
                }
            }
        }
        let mut dots = [[0; N]; ROWS];
        for ((dots, sums), rest) in dots.iter_mut().zip(sums).zip([first_rest, second_rest]) {
            for ((dot, sums), (_, of_query)) in dots.iter_mut().zip(sums).zip(&queries) {
                let lanes: [i32; 8] = cast(sums);
                *dot = lanes.iter().sum::<i32>() + by_target::dot(of_query, rest);
            }
        }
        dots
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod by_target {
    //! Explicit instructions, which compilers do not find here.

    use super::ROWS;
    use core::arch::wasm32::{
        i16x8, i16x8_extend_low_i8x16, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane,
        i32x4_shuffle, i32x4_splat, i64x2_splat, v128,
    };

    /// Values per instruction.
    const STEP: usize = 8;
    /// Steps without a jump between them.
    const STEPS: usize = 2;

    /// By steps, with the queries of a step side by side; padded with zeros.
    pub(super) type Codes<const N: usize> = Vec<[v128; N]>;

    pub(super) fn codes<const N: usize>(codes: [&[i16]; N]) -> Codes<N> {
        let n_steps = codes.first().map_or(0, |codes| codes.len().div_ceil(STEP));
        let at = |codes: &[i16], value: usize| codes.get(value).copied().unwrap_or_default();
        let at_step = |codes: &[i16], step: usize| {
            let [a, b, c, d, e, f, g, h] = std::array::from_fn(|i| at(codes, step * STEP + i));
            i16x8(a, b, c, d, e, f, g, h)
        };
        (0..n_steps).map(|step| codes.map(|codes| at_step(codes, step))).collect()
    }

    #[inline(always)]
    pub(super) fn dots<const N: usize>(
        queries: &Codes<N>,
        rows: [&[u8]; ROWS],
    ) -> [[i32; ROWS]; N] {
        let [a, b, c, d] = rows;
        let sums = if N == 1 {
            sums(queries, rows)
        } else {
            // The sums of two rows stay in registers, those of four do not.
            let ([of_a, of_b], [of_c, of_d]) = (sums(queries, [a, b]), sums(queries, [c, d]));
            [of_a, of_b, of_c, of_d]
        };
        std::array::from_fn(|query| totals(sums.each_ref().map(|sums| sums[query])))
    }

    #[inline(always)]
    fn sums<const N: usize, const R: usize>(
        queries: &Codes<N>,
        rows: [&[u8]; R],
    ) -> [[v128; N]; R] {
        let mut sums = [[i32x4_splat(0); N]; R];
        let in_steps = rows.map(|row| row.as_chunks::<STEP>());
        let several = in_steps.map(|(steps, _)| steps.as_chunks::<STEPS>());
        let (queries, of_rest) = queries.as_chunks::<STEPS>();
        let n_several = several.iter().map(|(several, _)| several.len()).min().unwrap_or(0);
        for (at, queries) in queries.iter().enumerate().take(n_several) {
            let codes = several.map(|(several, _)| several.get(at).copied().unwrap_or_default());
            for (step, queries) in queries.iter().enumerate() {
                add_products(&mut sums, codes.each_ref().map(|codes| codes[step]), queries);
            }
        }
        // The steps that are left, the last perhaps not full.
        let of_rest = queries.iter().skip(n_several).flatten().chain(of_rest);
        for (at, queries) in of_rest.enumerate() {
            let first = (n_several * STEPS + at) * STEP;
            add_products(
                &mut sums,
                rows.map(|row| padded(row.get(first..).unwrap_or_default())),
                queries,
            );
        }
        sums
    }

    #[inline(always)]
    fn add_products<const N: usize, const R: usize>(
        sums: &mut [[v128; N]; R],
        rows: [[u8; STEP]; R],
        queries: &[v128; N],
    ) {
        for (sums, codes) in sums.iter_mut().zip(rows) {
            let row = i16x8_extend_low_i8x16(i64x2_splat(i64::from_le_bytes(codes)));
            for (sum, query) in sums.iter_mut().zip(queries) {
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(row, *query));
            }
        }
    }

    fn padded(rest: &[u8]) -> [u8; STEP] {
        std::array::from_fn(|i| rest.get(i).copied().unwrap_or_default())
    }

    /// The total of each of four.
    #[inline(always)]
    fn totals([a, b, c, d]: [v128; ROWS]) -> [i32; ROWS] {
        let halves =
            |a, b| i32x4_add(i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<2, 6, 3, 7>(a, b));
        let (ab, cd) = (halves(a, b), halves(c, d));
        let totals =
            i32x4_add(i32x4_shuffle::<0, 1, 4, 5>(ab, cd), i32x4_shuffle::<2, 3, 6, 7>(ab, cd));
        [
            i32x4_extract_lane::<0>(totals),
            i32x4_extract_lane::<1>(totals),
            i32x4_extract_lane::<2>(totals),
            i32x4_extract_lane::<3>(totals),
        ]
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod by_target {
    //! Plain code, in a form that compilers recognise as that instruction or a wider one.

    use super::ROWS;

    pub(super) type Codes<const N: usize> = [Vec<i16>; N];

    pub(super) fn codes<const N: usize>(codes: [&[i16]; N]) -> Codes<N> {
        codes.map(<[i16]>::to_vec)
    }

    #[inline(always)]
    pub(super) fn dots<const N: usize>(
        queries: &Codes<N>,
        rows: [&[u8]; ROWS],
    ) -> [[i32; ROWS]; N] {
        // Loops, since closures would stay separate functions, compiled for the base set.
        let mut dots = [[0; ROWS]; N];
        for (at, row) in rows.into_iter().enumerate() {
            for (dots, query) in dots.iter_mut().zip(queries) {
                dots[at] = dot(query, row);
            }
        }
        dots
    }

    #[inline(always)]
    pub(super) fn dot(query: &[i16], row: &[u8]) -> i32 {
        let product =
            |(query, code): (&i16, &u8)| i32::from(*query) * i32::from(code.cast_signed());
        query.iter().zip(row).map(product).sum()
    }
}
