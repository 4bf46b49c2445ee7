//! QB-Norm: a score is normalised over a bank of queries, so that images which are near to many queries
//! are found less often.
//!
//! The inverted softmax of score s of image x is exp(β s) / Σ exp(β s_b) over the bank's scores s_b of x.
//! Its logarithm over β is s − offset(x), with offset(x) = log Σ exp(β s_b) / β: a dot product with one
//! more dimension, of the image vector [x, −offset(x)] and the query [q, 1], in the same order. The
//! dynamic inverted softmax normalises only those queries whose best image is the best of a query of
//! the bank; the others are [q, 0].
//!
//! Source: Bogolin et al., "Cross Modal Retrieval with Querybank Normalisation", CVPR 2022, and their
//! code, in which one image of each query of the bank is active.

use crate::vectors::{ShardDtype, Vectors, score};
use std::collections::BTreeSet;
use std::ops::Range;

/// What the bank says of some rows of a gallery.
#[derive(Debug, Clone, PartialEq)]
pub struct BankPart {
    /// By row.
    offsets: Vec<f64>,
    /// The best row of each query of the bank, with its score.
    best: Vec<Option<(f32, u32)>>,
}

impl BankPart {
    /// Of the rows in a range, for the queries `[dim]` of a bank. Parts may be computed side by side.
    pub fn of_rows(gallery: &Vectors, rows: Range<usize>, bank: &[Vec<f32>], beta: f64) -> Self {
        let mut part =
            Self { offsets: Vec::with_capacity(rows.len()), best: vec![None; bank.len()] };
        let mut vector = vec![0.0; gallery.dim()];
        let mut scores = Vec::with_capacity(bank.len());
        for row in rows {
            gallery.read_row(row, &mut vector);
            scores.clear();
            scores.extend(bank.iter().map(|query| score(query, vector.iter().copied())));
            let row = u32::try_from(row).unwrap_or(u32::MAX);
            for (best, score) in part.best.iter_mut().zip(&scores) {
                // Equal scores keep the earlier row.
                if best.is_none_or(|(most, _)| *score > most) {
                    *best = Some((*score, row));
                }
            }
            let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let exponents = scores.iter().map(|s| (beta * (f64::from(*s) - f64::from(most))).exp());
            part.offsets.push(f64::from(most) + exponents.sum::<f64>().ln() / beta);
        }
        part
    }
}

/// A gallery normalised by a bank of queries.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryBank {
    offsets: Vec<f64>,
    /// The rows that are best for a query of the bank.
    active: BTreeSet<u32>,
}

impl QueryBank {
    /// From the parts of a gallery, in the order of its rows.
    pub fn of_parts(parts: impl IntoIterator<Item = BankPart>) -> Self {
        let (mut offsets, mut best) = (Vec::new(), Vec::<Option<(f32, u32)>>::new());
        for part in parts {
            offsets.extend(part.offsets);
            best.resize(part.best.len().max(best.len()), None);
            for (best, of_part) in best.iter_mut().zip(part.best) {
                let is_better = |(most, _): (f32, u32)| of_part.is_some_and(|(s, _)| s > most);
                if best.is_none_or(is_better) {
                    *best = of_part;
                }
            }
        }
        Self { offsets, active: best.into_iter().flatten().map(|(_, row)| row).collect() }
    }

    /// Whether the dynamic inverted softmax normalises a query with this best image.
    pub fn is_active(&self, best_row: u32) -> bool {
        self.active.contains(&best_row)
    }

    /// A row of the gallery `[dim + 1]`.
    pub fn row(&self, gallery: &Vectors, row: usize) -> impl Iterator<Item = f32> {
        #[expect(clippy::cast_possible_truncation, reason = "vectors are float32")]
        let offset = self.offsets.get(row).map(|offset| -*offset as f32);
        gallery.row(row).chain(offset)
    }

    /// The rows `[rows, dim + 1]`, as float32.
    pub fn gallery(&self, gallery: &Vectors) -> Vectors {
        let mut with = Vectors::new(gallery.dim() + 1, ShardDtype::F32);
        for row in 0..self.offsets.len() {
            with.push(self.row(gallery, row));
        }
        with
    }

    /// A query `[dim + 1]`, normalised or not.
    pub fn query(query: &[f32], is_normalised: bool) -> Vec<f32> {
        let last = if is_normalised { 1.0 } else { 0.0 };
        query.iter().copied().chain([last]).collect()
    }
}
