//! The definition of a score, shared by all searches.

use crate::ranking::Hit;
use crate::vectors::Vectors;

/// Rows scored together, so that the CPU does not wait for the previous term of a single sum.
const ROWS_AT_ONCE: usize = 4;

/// The dot product of a query `[dim]` and a stored vector `[dim]`, summed in float64 in
/// the order of the dimensions and rounded once to float32.
pub fn score(query: &[f32], vector: impl Iterator<Item = f32>) -> f32 {
    let terms = query.iter().zip(vector).map(|(q, v)| f64::from(*q) * f64::from(v));
    rounded(terms.fold(0.0, |sum, term| sum + term))
}

/// The [`score`] of these rows as hits, with the same order of summation, several rows at a time.
pub fn scored(query: &[f32], vectors: &Vectors, rows: &[u32]) -> Vec<Hit> {
    let query: Vec<f64> = query.iter().map(|value| f64::from(*value)).collect();
    let mut hits = Vec::with_capacity(rows.len());
    let mut values: [Vec<f32>; ROWS_AT_ONCE] = std::array::from_fn(|_| vec![0.0; vectors.dim()]);
    for rows in rows.chunks(ROWS_AT_ONCE) {
        for (values, row) in values.iter_mut().zip(rows) {
            vectors.read_row(*row as usize, values);
        }
        let sums = side_by_side(&query, &values);
        let hit = |(row, sum): (&u32, f64)| Hit { row_in_corpus: *row, score: rounded(sum) };
        hits.extend(rows.iter().zip(sums).map(hit));
    }
    hits
}

/// The sums of several rows `[dim]`, each in the order of the dimensions.
fn side_by_side(query: &[f64], rows: &[Vec<f32>; ROWS_AT_ONCE]) -> [f64; ROWS_AT_ONCE] {
    let mut sums = [0.0; ROWS_AT_ONCE];
    let mut add = |q: f64, values: [f32; ROWS_AT_ONCE]| {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += q * f64::from(value);
        }
    };
    // Four values of every row at a time, so that they are transposed in registers.
    let (fours, rest) = query.as_chunks::<4>();
    let [a, b, c, d] = rows.each_ref().map(|row| row.as_chunks::<4>());
    for ((((q, a), b), c), d) in fours.iter().zip(a.0).zip(b.0).zip(c.0).zip(d.0) {
        for i in 0..4 {
            add(q[i], [a[i], b[i], c[i], d[i]]);
        }
    }
    for ((((q, a), b), c), d) in rest.iter().zip(a.1).zip(b.1).zip(c.1).zip(d.1) {
        add(*q, [*a, *b, *c, *d]);
    }
    sums
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is the point")]
fn rounded(sum: f64) -> f32 {
    sum as f32
}
