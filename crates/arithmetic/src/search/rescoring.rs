//! Scores of the rows that many queries kept, to the last bit those of [`score`].
//!
//! A row that several queries kept is decoded once. Sums are taken in whatever order is fastest:
//! any order of n products is off by at most about n · 2⁻⁵³ of the lengths' product, so nearly
//! always every number that near rounds to the same float32, which then is the score. Where they do
//! not, the sum is taken again in the order of the dimensions.

use super::RowMask;
use super::four::{self, Four, ROWS_AT_ONCE};
use crate::ranking::Hit;
use crate::simd::{InstructionSet, Kernel};
use crate::vectors::{Stored, Vectors, score};

/// Few enough rows to stay in the L2 cache, enough that a query finds several of its rows among
/// them.
const ROWS_DECODED: usize = 128;
/// The error of a sum over n products in any order, and that of the ordered sum, for each of the n
/// and a query and a row of length 1: 2⁻⁵³ each, and as much again for what is rounded here.
const ERROR: f64 = 1.0 / (1u64 << 51) as f64;

/// For each query `[dim]`, its rows, ascending, as hits with their scores.
pub(super) fn scored_each(queries: &[(&[f32], Vec<u32>)], vectors: &Vectors) -> Vec<Vec<Hit>> {
    InstructionSet::widest().run(Rescoring { queries, vectors })
}

struct Rescoring<'a> {
    queries: &'a [(&'a [f32], Vec<u32>)],
    vectors: &'a Vectors,
}

impl Kernel for Rescoring<'_> {
    type Output = Vec<Vec<Hit>>;

    #[inline(always)]
    fn run(self) -> Vec<Vec<Hit>> {
        let Self { queries, vectors } = self;
        let mut asked: Vec<Asked> =
            queries.iter().map(|(query, rows)| Asked::new(query, rows)).collect();
        let n_rows = vectors.n_rows();
        let all = queries.iter().flat_map(|(_, rows)| rows.iter().copied());
        let union = RowMask::new(all.filter(|row| (*row as usize) < n_rows));
        let union: Vec<u32> = union.rows().collect();
        let mut decoded = Decoded::new(vectors);
        for rows in union.chunks(ROWS_DECODED) {
            decoded.read(rows);
            for one in &mut asked {
                one.score(&decoded);
            }
        }
        asked.into_iter().map(|one| one.hits).collect()
    }
}

struct Decoded<'a> {
    vectors: &'a Vectors,
    /// Ascending.
    rows: Vec<u32>,
    /// `[rows, n_fours]`
    values: Vec<Four>,
    n_fours: usize,
    /// The length of each row.
    lengths: Vec<f64>,
    one: Vec<f32>,
}

impl<'a> Decoded<'a> {
    fn new(vectors: &'a Vectors) -> Self {
        let n_fours = vectors.dim().div_ceil(4);
        let values = vec![four::ZERO; ROWS_DECODED * n_fours];
        let one = vec![0.0; vectors.dim()];
        Self { vectors, rows: Vec::new(), values, n_fours, lengths: Vec::new(), one }
    }

    #[inline(always)]
    fn read(&mut self, rows: &[u32]) {
        self.rows.clear();
        self.lengths.clear();
        for (row, values) in rows.iter().zip(self.values.chunks_exact_mut(self.n_fours.max(1))) {
            self.rows.push(*row);
            self.lengths.push(read_row(self.vectors, *row as usize, &mut self.one, values));
        }
    }

    #[inline(always)]
    fn row(&self, place: usize) -> &[Four] {
        self.values.get(place * self.n_fours..(place + 1) * self.n_fours).unwrap_or_default()
    }
}

/// A query and its hits so far.
struct Asked<'a> {
    singles: &'a [f32],
    query: Vec<Four>,
    /// The error of a sum for a row of length 1.
    error: f64,
    rows: std::iter::Peekable<std::slice::Iter<'a, u32>>,
    hits: Vec<Hit>,
}

impl<'a> Asked<'a> {
    fn new(singles: &'a [f32], rows: &'a [u32]) -> Self {
        let mut query = vec![four::ZERO; singles.len().div_ceil(4)];
        in_fours(singles, &mut query);
        let error = four::length(&query) * (singles.len() + 8) as f64 * ERROR;
        let hits = Vec::with_capacity(rows.len());
        Self { singles, query, error, rows: rows.iter().peekable(), hits }
    }

    /// Scores the next rows as far as they are decoded.
    #[inline(always)]
    fn score(&mut self, decoded: &Decoded) {
        let (Some(first), Some(last)) = (decoded.rows.first(), decoded.rows.last()) else { return };
        let are_all = (last - first) as usize + 1 == decoded.rows.len();
        let mut places = [0; ROWS_DECODED];
        let (mut n, mut place) = (0, 0);
        while let Some(row) = self.rows.next_if(|row| *row <= last) {
            if are_all {
                place = (row - first) as usize;
            } else {
                // Both ascend, and each of the query's rows is among these.
                while decoded.rows.get(place).is_some_and(|own| own < row) {
                    place += 1;
                }
            }
            if let Some(next) = places.get_mut(n) {
                *next = place;
                n += 1;
            }
        }
        for group in places.get(..n).unwrap_or_default().chunks(ROWS_AT_ONCE) {
            // A group that is not full sums its first row more than once.
            let first = group.first().copied().unwrap_or_default();
            let place = |i: usize| group.get(i).copied().unwrap_or(first);
            let rows = std::array::from_fn(|i| decoded.row(place(i)));
            let sums = four::sums(&self.query, rows);
            for (place, sum) in group.iter().zip(sums) {
                self.add(decoded, *place, sum);
            }
        }
    }

    #[inline(always)]
    fn add(&mut self, decoded: &Decoded, place: usize, sum: f64) {
        let row_in_corpus = decoded.rows.get(place).copied().unwrap_or_default();
        let error = self.error * decoded.lengths.get(place).copied().unwrap_or(f64::NAN);
        let score = rounded(sum, error)
            .unwrap_or_else(|| score(self.singles, decoded.vectors.row(row_in_corpus as usize)));
        self.hits.push(Hit { row_in_corpus, score });
    }
}

/// The float32 to which every number within `error` of `sum` rounds; `None` if there are several.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is the point")]
fn rounded(sum: f64, error: f64) -> Option<f32> {
    let (low, high) = ((sum - error) as f32, (sum + error) as f32);
    // A NaN differs from itself.
    (low == high && low.to_bits() == high.to_bits()).then_some(low)
}

/// Writes a row in fours and returns its length; `one` is scratch `[dim]`.
#[inline(always)]
fn read_row(vectors: &Vectors, row: usize, one: &mut [f32], fours: &mut [Four]) -> f64 {
    let dim = vectors.dim();
    if let (Stored::F16(halves), true) = (vectors.stored(), dim.is_multiple_of(4)) {
        let halves = halves.get(row * dim..(row + 1) * dim).unwrap_or_default();
        if let Some(length) = four::read_halves(halves.as_flattened().as_chunks::<8>().0, fours) {
            return length;
        }
    }
    vectors.read_row(row, one);
    in_fours(one, fours);
    four::length(fours)
}

/// Writes values in fours, the last filled up with zeros.
#[inline(always)]
fn in_fours(values: &[f32], fours: &mut [Four]) {
    for (four, values) in fours.iter_mut().zip(values.chunks(4)) {
        let value = |i: usize| values.get(i).map_or(0.0, |value| f64::from(*value));
        *four = four::of([value(0), value(1), value(2), value(3)]);
    }
}
