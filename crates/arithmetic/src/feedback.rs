//! Relevance feedback: the query vector after some images were judged.
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

use crate::ridge::Cholesky;

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

    /// The query `[dim]` after feedback. `query` is the original one in every round, and `judged` has
    /// the vectors `[dim]` of all images judged so far, each with whether it is relevant.
    pub fn next_query(self, query: &[f32], judged: &[(Vec<f32>, bool)]) -> Vec<f32> {
        let next = match self {
            Self::Rocchio => Some(rocchio(query, judged)),
            Self::Ridge => ridge(query, judged, false),
            Self::RidgeTowardQuery => ridge(query, judged, true),
        };
        #[expect(clippy::cast_possible_truncation, reason = "vectors are float32")]
        let rounded = |next: Vec<f64>| next.into_iter().map(|value| value as f32).collect();
        next.map_or_else(|| query.to_vec(), rounded)
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
