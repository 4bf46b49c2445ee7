//! Relevance feedback: the query vector after some images were judged. Start with [`Feedback`].
//!
//! Rocchio: q' = α q + β mean(relevant) − γ mean(others), at length 1; a set without images adds nothing.
//! Ridge: w that minimises |X w − y|² + λ |w|², y being 1 for relevant images and 0 for others; X has a
//! column of ones, whose weight is penalised too and orders nothing. While all judged images are of
//! one kind the query stays. Ridge toward the query: |X w − y|² + λ |w − q|² with y = ±1 and no column
//! of ones. All in float64.
//!
//! Both are solved in their dual form, whose matrix has a row for each judged image: w = q₀ + Xᵀ a,
//! (X Xᵀ + λ I) a = y − X q₀.
//!
//! Sources: Rocchio, "Relevance Feedback in Information Retrieval", 1971; α, β and γ as in Salton and
//! Buckley, "Improving Retrieval Performance by Relevance Feedback", JASIS 1990.

use crate::ranking::{Hit, before_rest, hits_in_order};
use crate::ridge::Cholesky;
use std::collections::BTreeSet;

const ALPHA: f64 = 1.0;
const BETA: f64 = 0.75;
const GAMMA: f64 = 0.15;
/// λ of both ridges.
const LAMBDA: f64 = 1.0;

/// How judged images move the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedbackMethod {
    /// Toward the mean of the relevant images, and away from that of the others.
    Rocchio,
    /// To the weights of a ridge regression of relevance on the vectors.
    Ridge,
    /// The same, with the weights drawn to the query instead of to 0.
    RidgeTowardQuery,
}

impl FeedbackMethod {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Rocchio, Self::Ridge, Self::RidgeTowardQuery];

    /// Its name in expressions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rocchio => "rocchio",
            Self::Ridge => "ridge",
            Self::RidgeTowardQuery => "ridge-q",
        }
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Rocchio => "Rocchio",
            Self::Ridge => "ridge",
            Self::RidgeTowardQuery => "ridge toward the query",
        }
    }
}

/// The feedback on one query's images, round by round.
#[derive(Debug, Clone)]
pub struct Feedback {
    method: FeedbackMethod,
    /// The original query, which every round starts from.
    query: Vec<f32>,
    /// The vector of each judged image, and whether it is relevant.
    judged: Vec<(Vec<f32>, bool)>,
    /// Their rows in the order in which they were judged.
    rows: Vec<u32>,
}

impl Feedback {
    /// Before any image is judged.
    pub fn new(method: FeedbackMethod, query: Vec<f32>) -> Self {
        Self { method, query, judged: Vec::new(), rows: Vec::new() }
    }

    /// Adds an image `[dim]` that was judged.
    pub fn judge(&mut self, row_in_corpus: u32, vector: Vec<f32>, is_relevant: bool) {
        self.judged.push((vector, is_relevant));
        self.rows.push(row_in_corpus);
    }

    /// How many images were judged. A list of this many more than are wanted holds enough others.
    pub fn n_judged(&self) -> usize {
        self.rows.len()
    }

    /// The query `[dim]` of the next round.
    pub fn next_query(&self) -> Vec<f32> {
        let Self { method, query, judged, .. } = self;
        let next = match method {
            FeedbackMethod::Rocchio => Some(rocchio(query, judged)),
            FeedbackMethod::Ridge => ridge(query, judged, false),
            FeedbackMethod::RidgeTowardQuery => ridge(query, judged, true),
        };
        #[expect(clippy::cast_possible_truncation, reason = "vectors are float32")]
        let rounded = |next: Vec<f64>| next.into_iter().map(|value| value as f32).collect();
        next.map_or_else(|| query.clone(), rounded)
    }

    /// The hits that are not judged yet, in their order: the residual collection.
    pub fn residual(&self, hits: &[Hit]) -> Vec<Hit> {
        let judged: BTreeSet<u32> = self.rows.iter().copied().collect();
        hits.iter().filter(|hit| !judged.contains(&hit.row_in_corpus)).copied().collect()
    }

    /// The judged images in the order in which they were judged, then the residual hits with their
    /// scores ([`before_rest`]).
    pub fn ranking(&self, hits: &[Hit]) -> Vec<Hit> {
        before_rest(&hits_in_order(&self.rows), &self.residual(hits))
    }
}

fn rocchio(query: &[f32], judged: &[(Vec<f32>, bool)]) -> Vec<f64> {
    let mut next: Vec<f64> = query.iter().map(|value| ALPHA * f64::from(*value)).collect();
    for (kind, factor) in [(true, BETA), (false, -GAMMA)] {
        let rows = || judged.iter().filter(|(_, is_relevant)| *is_relevant == kind);
        let n = rows().count() as f64;
        let mut sum = vec![0.0; next.len()];
        for (row, _) in rows() {
            add(&mut sum, 1.0, row);
        }
        if n > 0.0 {
            next.iter_mut().zip(sum).for_each(|(next, sum)| *next += factor * (sum / n));
        }
    }
    let length = next.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length > 0.0 {
        next.iter_mut().for_each(|value| *value /= length);
    }
    next
}

/// `None` if the query stays.
fn ridge(query: &[f32], judged: &[(Vec<f32>, bool)], is_toward_query: bool) -> Option<Vec<f64>> {
    let n_relevant = judged.iter().filter(|(_, is_relevant)| *is_relevant).count();
    if judged.is_empty() || !is_toward_query && (n_relevant == 0 || n_relevant == judged.len()) {
        return None;
    }
    // The column of ones.
    let one = if is_toward_query { 0.0 } else { 1.0 };
    let start: Vec<f64> = match is_toward_query {
        true => query.iter().map(|value| f64::from(*value)).collect(),
        false => vec![0.0; query.len()],
    };
    let low = if is_toward_query { -1.0 } else { 0.0 };
    let mut matrix = Vec::with_capacity(judged.len() * judged.len());
    let mut weights = Vec::with_capacity(judged.len());
    for (place, (row, is_relevant)) in judged.iter().enumerate() {
        let found: f64 = row.iter().zip(&start).map(|(x, q)| f64::from(*x) * q).sum();
        weights.push(if *is_relevant { 1.0 } else { low } - found);
        matrix.extend(judged.iter().enumerate().map(|(other, (column, _))| {
            let product: f64 =
                row.iter().zip(column).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
            product + one + if other == place { LAMBDA } else { 0.0 }
        }));
    }
    Cholesky::new(matrix, judged.len())?.solve(&mut weights);
    let mut next = start;
    for ((row, _), weight) in judged.iter().zip(weights) {
        add(&mut next, weight, row);
    }
    Some(next)
}

fn add(sum: &mut [f64], factor: f64, row: &[f32]) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += factor * f64::from(*value);
    }
}
