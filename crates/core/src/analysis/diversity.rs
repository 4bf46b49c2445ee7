//! How alike two systems are: whether their first hits come in the same order, and where one finds
//! the other's first hit.
//!
//! Both are figures of ECCV Caption, §3.1 (Chun et al., ECCV 2022), which reports them for the five
//! models that proposed its pairs: Kendall's τ of the first 25 hits, and the mean rank of one model's
//! first hit in another's list. The paper leaves open what τ makes of a hit that one list lacks; here τ-b
//! is over the images of either list, and those that a list lacks share the rank after its last: with
//! nothing in common it is −25/37.

use crate::ranking::{Hit, moves};
use crate::statistics::kendall_tau_b;

/// The first hits whose order is compared.
pub const DIVERSITY_TOP: usize = 25;
/// A first hit is looked for among this many of another list.
pub const DIVERSITY_DEPTH: usize = 100;

/// Two systems, A and B, over the same queries.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likeness {
    /// The mean of τ-b over the queries where it is defined; `None` if there is none.
    pub tau_b: Option<f64>,
    /// How many queries those are.
    pub n: usize,
    /// The mean rank of A's first hit in B's list; [`DIVERSITY_DEPTH`] + 1 where it is not among the
    /// first [`DIVERSITY_DEPTH`]. `None` if no query has both lists.
    pub rank_of_a: Option<f64>,
    /// The mean rank of B's first hit in A's list.
    pub rank_of_b: Option<f64>,
}

/// How alike the systems' lists `[queries][hits]` are.
pub fn likeness<'a>(pairs: impl IntoIterator<Item = (&'a [Hit], &'a [Hit])>) -> Likeness {
    let (mut taus, mut ranks_of_a, mut ranks_of_b) = (Vec::new(), Vec::new(), Vec::new());
    for (a, b) in pairs {
        taus.extend(tau_of_tops(first(a, DIVERSITY_TOP), first(b, DIVERSITY_TOP)));
        ranks_of_a.extend(rank_of_first(a, b));
        ranks_of_b.extend(rank_of_first(b, a));
    }
    Likeness {
        tau_b: mean(&taus),
        n: taus.len(),
        rank_of_a: mean(&ranks_of_a),
        rank_of_b: mean(&ranks_of_b),
    }
}

/// τ-b of two lists over the images of either; an image that a list lacks shares the rank after its
/// last with all such. `None` where a list does not tell the images apart.
fn tau_of_tops(a: &[Hit], b: &[Hit]) -> Option<f64> {
    let rank = |rank: Option<usize>, list: &[Hit]| rank.unwrap_or(list.len() + 1) as f64;
    let (in_a, in_b): (Vec<f64>, Vec<f64>) = moves(a, b)
        .iter()
        .map(|image| (rank(image.rank_in_a, a), rank(image.rank_in_b, b)))
        .unzip();
    kendall_tau_b(&in_a, &in_b).map(|tau| tau.tau_b)
}

/// The rank of a list's first hit among the first of another; `None` if one of them is empty.
fn rank_of_first(of: &[Hit], list: &[Hit]) -> Option<f64> {
    let (wanted, list) = (of.first()?.row_in_corpus, first(list, DIVERSITY_DEPTH));
    let place = list.iter().position(|hit| hit.row_in_corpus == wanted);
    (!list.is_empty()).then(|| place.unwrap_or(DIVERSITY_DEPTH) as f64 + 1.0)
}

fn first(hits: &[Hit], n: usize) -> &[Hit] {
    hits.get(..n).unwrap_or(hits)
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}
