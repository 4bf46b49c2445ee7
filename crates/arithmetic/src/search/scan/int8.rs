//! Int8 codes with a scale per row: a quarter of the size of float32 and nearly its scores.

use super::{
    KNOWN_LENGTHS, Scan,
    int8_dot::{QueryCodes, ROWS},
    length, radius,
};
use crate::search::lanes::Lanes;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx2;
use crate::simd::{InstructionSet, Kernel};
use crate::vectors::{Stored, Vectors};
use std::ops::Range;

/// The largest code written.
const LARGEST_CODE: f32 = 127.0;
/// The largest magnitude of a code read: other programs also write −128.
const LARGEST_READ: f64 = 128.0;
/// The largest code of a query.
const LARGEST_OF_QUERY: f32 = 32767.0;
/// Queries that share one pass over the rows.
const QUERIES_AT_ONCE: usize = 4;
/// Rows whose codes stay in the L1 cache.
const ROWS_PER_BLOCK: usize = 64;

/// The codes of an int8 scan: dim + 8 bytes a row in addition to the stored vectors, or 4 if the
/// vectors are int8.
#[derive(Debug)]
pub struct Int8Codes {
    /// `[rows, dim]`; empty if the vectors are int8.
    codes: Vec<u8>,
    /// `[rows]`; empty if the vectors are int8.
    scales: Vec<f32>,
    /// `[rows]`
    radii: Vec<f32>,
    on: InstructionSet,
}

impl Int8Codes {
    /// Codes the vectors `[rows, dim]` for queries coded in 16 bits, as on the CPU.
    pub fn new(vectors: &Vectors) -> Self {
        Self::new_on(InstructionSet::widest(), vectors)
    }

    /// Coded and scanned with an instruction set.
    pub fn new_on(on: InstructionSet, vectors: &Vectors) -> Self {
        on.run(Coding { vectors, error: query_error(vectors.dim()), on })
    }

    /// Codes the vectors `[rows, dim]` for queries and sums in float32, as on a GPU.
    pub fn for_float_queries(vectors: &Vectors) -> Self {
        let on = InstructionSet::widest();
        on.run(Coding { vectors, error: summing_error(vectors.dim()), on })
    }

    /// Codes `[rows, dim]` and scales `[rows]`; `vectors` must be those that were coded.
    pub fn of<'a>(&'a self, vectors: &'a Vectors) -> (&'a [u8], &'a [f32]) {
        match vectors.stored() {
            Stored::I8 { codes, scales } => (codes, scales),
            _ => (&self.codes, &self.scales),
        }
    }

    /// The error bound of every row's estimate, for a query of length 1.
    pub fn radii(&self) -> &[f32] {
        &self.radii
    }

    pub fn into_radii(self) -> Vec<f32> {
        self.radii
    }

    /// `vectors` must be those that were coded.
    pub fn scan<'a>(&'a self, vectors: &'a Vectors) -> Int8Scan<'a> {
        let (codes, scales) = self.of(vectors);
        Int8Scan { dim: vectors.dim(), codes, scales, radii: &self.radii, on: self.on }
    }

    pub fn bytes(&self) -> usize {
        self.codes.len() + 4 * (self.scales.len() + self.radii.len())
    }
}

/// Codes vectors, for scans with the same instruction set.
struct Coding<'a> {
    vectors: &'a Vectors,
    /// The error bound of an estimate for a query and a row of length 1, apart from the codes'
    /// residual.
    error: f64,
    on: InstructionSet,
}

impl Kernel for Coding<'_> {
    type Output = Int8Codes;

    #[inline(always)]
    fn run(self) -> Int8Codes {
        let Self { vectors, error, on } = self;
        let (n_rows, dim) = (vectors.n_rows(), vectors.dim());
        let n_coded = if matches!(vectors.stored(), Stored::I8 { .. }) { 0 } else { n_rows };
        let mut codes = vec![0u8; n_coded * dim];
        let mut scales = Vec::with_capacity(n_coded);
        let mut radii = Vec::with_capacity(n_rows);
        let mut values = vec![0.0; dim];
        for row in 0..n_rows {
            vectors.read_row(row, &mut values);
            let length = length(&values);
            let residual = match vectors.stored() {
                // The codes are the vectors; rounding is counted elsewhere.
                Stored::I8 { .. } => 0.0,
                _ => {
                    let codes = codes.get_mut(row * dim..(row + 1) * dim).unwrap_or_default();
                    let (scale, residual) = coded(&values, length, codes);
                    scales.push(scale);
                    residual
                }
            };
            radii.push(radius(length, residual, error));
        }
        Int8Codes { codes, scales, radii, on }
    }
}

/// Writes the codes of a row; returns its scale and the length of the residual.
#[inline(always)]
fn coded(values: &[f32], length: f64, codes: &mut [u8]) -> (f32, f64) {
    if !KNOWN_LENGTHS.contains(&length) {
        return (0.0, 0.0);
    }
    let largest = values.iter().fold(0.0f32, |largest, value| largest.max(value.abs()));
    let scale = largest / LARGEST_CODE;
    let per_scale = LARGEST_CODE / largest;
    for (code, value) in codes.iter_mut().zip(values) {
        let rounded = (value * per_scale).round_ties_even().clamp(-LARGEST_CODE, LARGEST_CODE);
        #[expect(clippy::cast_possible_truncation, reason = "a whole number within the codes")]
        let rounded = rounded as i32 as i8;
        *code = rounded.cast_unsigned();
    }
    let squared_residual = |(value, code): (&f32, &u8)| {
        let residual = f64::from(*value) - f64::from(code.cast_signed()) * f64::from(scale);
        residual * residual
    };
    (scale, values.iter().zip(&*codes).map(squared_residual).sum::<f64>().sqrt())
}

/// The largest sum of the magnitudes of a query's codes for which no dot product overflows 32 bits,
/// allowing for half a step of rounding in each value.
fn largest_sum(dim: usize) -> f64 {
    (f64::from(i32::MAX) / LARGEST_READ - dim as f64).max(1.0)
}

/// The error bound of coding a query of length 1: each of its dim values is off by half a step. The
/// largest value is at most 1 and the sum of magnitudes at most √dim, which bounds the step.
fn query_error(dim: usize) -> f64 {
    let root = (dim as f64).sqrt();
    let step = (1.0 / f64::from(LARGEST_OF_QUERY)).max(root / largest_sum(dim));
    1.01 * root * step / 2.0
}

/// The error bound of sums in float32, in any order, for a query and a row of length 1: dim
/// products and sums, and a few for scale and radius, each off by 2⁻²³, since a GPU may round
/// either way (WGSL, section 15.7.2).
fn summing_error(dim: usize) -> f64 {
    (dim as f64 + 16.0) * 2.0 * f64::from(f32::EPSILON)
}

/// Estimates from int8 codes.
#[derive(Debug, Clone, Copy)]
pub struct Int8Scan<'a> {
    dim: usize,
    codes: &'a [u8],
    scales: &'a [f32],
    radii: &'a [f32],
    on: InstructionSet,
}

/// Queries in 16 bits with their scales, in groups and a rest.
pub struct Int8Queries {
    groups: Vec<([f32; QUERIES_AT_ONCE], QueryCodes<QUERIES_AT_ONCE>)>,
    rest: Vec<([f32; 1], QueryCodes<1>)>,
}

/// A query `[dim]` as codes and their scale.
fn coded_query(query: &[f32]) -> (f32, Vec<i16>) {
    let largest = query.iter().fold(0.0f32, |largest, value| largest.max(value.abs()));
    let sum: f64 = query.iter().map(|value| f64::from(value.abs())).sum();
    #[expect(clippy::cast_possible_truncation, reason = "rounded up afterwards")]
    let by_sum = (sum / largest_sum(query.len())) as f32;
    let scale = (largest / LARGEST_OF_QUERY).max(by_sum).next_up();
    let code = |value: &f32| {
        let code = (value / scale).round_ties_even().clamp(-LARGEST_OF_QUERY, LARGEST_OF_QUERY);
        #[expect(clippy::cast_possible_truncation, reason = "a whole number within the codes")]
        let code = code as i16;
        code
    };
    (scale, query.iter().map(code).collect())
}

impl Scan for Int8Scan<'_> {
    type Queries = Int8Queries;

    fn n_rows(&self) -> usize {
        self.radii.len()
    }

    fn radii(&self) -> &[f32] {
        self.radii
    }

    fn prepare(&self, queries: &[&[f32]]) -> Int8Queries {
        let coded: Vec<(f32, Vec<i16>)> = queries.iter().map(|query| coded_query(query)).collect();
        let (groups, rest) = coded.as_chunks::<QUERIES_AT_ONCE>();
        Int8Queries {
            groups: groups.iter().map(group).collect(),
            rest: rest.as_chunks::<1>().0.iter().map(group).collect(),
        }
    }

    fn estimate(&self, queries: &Int8Queries, rows: Range<usize>, estimates: &mut [f32]) {
        let mut of_queries: Vec<&mut [f32]> = estimates.chunks_exact_mut(rows.len()).collect();
        // A block of rows is read from memory once for all queries.
        for first in rows.clone().step_by(ROWS_PER_BLOCK) {
            let block = first..rows.end.min(first + ROWS_PER_BLOCK);
            let codes = self.codes.get(block.start * self.dim..block.end * self.dim);
            let scales = self.scales.get(block.clone()).unwrap_or_default();
            let codes = codes.unwrap_or_default();
            let block_of = Block { dim: self.dim, codes, scales };
            let places = first - rows.start..block.end - rows.start;
            let (in_groups, in_rest) =
                of_queries.split_at_mut(queries.groups.len() * QUERIES_AT_ONCE);
            let groups = in_groups.as_chunks_mut::<QUERIES_AT_ONCE>().0;
            for ((scales, queries), estimates) in queries.groups.iter().zip(groups) {
                let estimates = of_block(estimates, places.clone());
                self.on.run(Estimates { block: block_of, scales, queries, estimates });
            }
            let rest = in_rest.as_chunks_mut::<1>().0;
            for ((scales, queries), estimates) in queries.rest.iter().zip(rest) {
                let estimates = of_block(estimates, places.clone());
                self.on.run(Estimates { block: block_of, scales, queries, estimates });
            }
        }
    }
}

/// The places of a block of rows among each query's estimates.
fn of_block<'a, const N: usize>(
    of_queries: &'a mut [&mut [f32]; N],
    places: Range<usize>,
) -> [&'a mut [f32]; N] {
    of_queries.each_mut().map(|estimates| estimates.get_mut(places.clone()).unwrap_or_default())
}

fn group<const N: usize>(coded: &[(f32, Vec<i16>); N]) -> ([f32; N], QueryCodes<N>) {
    let scales = coded.each_ref().map(|(scale, _)| *scale);
    (scales, QueryCodes::new(coded.each_ref().map(|(_, codes)| &codes[..])))
}

/// The codes of a range of rows.
#[derive(Clone, Copy)]
struct Block<'a> {
    dim: usize,
    codes: &'a [u8],
    scales: &'a [f32],
}

/// The estimates of a block for some queries.
struct Estimates<'a, const N: usize> {
    block: Block<'a>,
    scales: &'a [f32; N],
    queries: &'a QueryCodes<N>,
    /// `[rows]` for each query.
    estimates: [&'a mut [f32]; N],
}

impl<const N: usize> Estimates<'_, N> {
    /// Writes them; `dots` multiplies the queries with a few rows.
    #[inline(always)]
    fn write(mut self, dots: impl Fn(&QueryCodes<N>, [&[u8]; ROWS]) -> [[i32; ROWS]; N]) {
        let Block { dim, codes, scales } = self.block;
        let groups = codes.chunks(ROWS * dim).zip(scales.chunks(ROWS));
        for (first, (codes, scales)) in (0..).step_by(ROWS).zip(groups) {
            // Beyond the last row, the first of the group stands in.
            let row = |i: usize| codes.get(i * dim..(i + 1) * dim).unwrap_or(&codes[..dim]);
            let scale = |i: usize| scales.get(i).copied().unwrap_or_default();
            let of_rows = Lanes::of([scale(0), scale(1), scale(2), scale(3)]);
            let dots = dots(self.queries, [row(0), row(1), row(2), row(3)]);
            let of_queries = self.estimates.iter_mut().zip(dots).zip(self.scales);
            for ((estimates, dots), of_query) in of_queries {
                // Rounding is counted in the error bound.
                let scale = of_rows.times(Lanes::all(*of_query));
                let found = Lanes::of_whole(dots).times(scale).values();
                let places = estimates.get_mut(first..).unwrap_or_default();
                match places.first_chunk_mut::<ROWS>() {
                    Some(places) => *places = found,
                    None => places.iter_mut().zip(found).for_each(|(place, found)| *place = found),
                }
            }
        }
    }
}

impl<const N: usize> Kernel for Estimates<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.write(QueryCodes::dots);
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn run_on_avx2(self, avx2: Avx2) {
        self.write(|queries, rows| queries.dots_on_avx2(avx2, rows));
    }
}
