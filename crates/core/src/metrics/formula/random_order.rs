//! What the terms of a formula sum to in expectation if the hits are in a random order.
//!
//! Every order of the `n` hits is equally likely, and no two are tied. `r` of them are relevant, so each
//! rank i ≤ n has a relevant hit with probability r/n. Everything here follows from the linearity of
//! expectation; `crates/core/tests/core/random_order.rs` checks it against all permutations.
//!
//! Sources: the expected precision at a relevant image is Bestgen, "Exact Expected Average
//! Precision of the Random Baseline for System Evaluation", PBML 103, 2015; the chance of a hit is
//! the hypergeometric distribution's.

use crate::metrics::{JudgedList, discount::discount, real};

/// How many hits there are, and how many of them count as relevant.
#[derive(Debug, Clone, Copy)]
pub(super) struct RandomOrder {
    n: usize,
    n_relevant: usize,
}

impl RandomOrder {
    pub(super) fn of(list: &JudgedList) -> Self {
        Self::of_counts(list.n_given(), list.relevant_hits().len())
    }

    pub(super) fn of_counts(n: usize, n_relevant: usize) -> Self {
        Self { n, n_relevant: n_relevant.min(n) }
    }

    /// Relevant hits among the first k: min(k, n) · r/n.
    pub(super) fn n_relevant_in_top(self, k: usize) -> f64 {
        self.share() * real(k.min(self.n))
    }

    /// The chance of a relevant hit among the first k: 1 − C(n − r, k) / C(n, k).
    pub(super) fn any_in_top(self, k: usize) -> f64 {
        self.firsts().take(k).map(|(_, chance)| chance).sum()
    }

    /// 1 / rank of the first relevant hit, 0 if it is not among the first k.
    pub(super) fn reciprocal_rank(self, k: usize) -> f64 {
        self.firsts().take(k).map(|(rank, chance)| chance / real(rank)).sum()
    }

    /// The precision at each relevant hit among the first k, summed:
    /// Σ_{i ≤ min(k, n)} (r/n) · (1/i) · (1 + (i − 1) · (r − 1)/(n − 1)).
    pub(super) fn precision_at_relevant(self, k: usize) -> f64 {
        // Of the others, given one relevant hit.
        let [n_relevant_others, n_others] = [self.n_relevant, self.n].map(|n| n.saturating_sub(1));
        let share_of_others = real(n_relevant_others) / real(n_others.max(1));
        let precision = |i: usize| (1.0 + real(i - 1) * share_of_others) / real(i);
        self.share() * (1..=k.min(self.n)).map(precision).sum::<f64>()
    }

    /// The discounted gain of the first k, if the gains of all hits sum to `gain`:
    /// (gain / n) · Σ_{i ≤ min(k, n)} 1 / log2(i + 1).
    pub(super) fn discounted_gain(self, gain: f64, k: usize) -> f64 {
        let discounts: f64 = (1..=k.min(self.n)).map(discount).sum();
        if self.n == 0 { 0.0 } else { gain / real(self.n) * discounts }
    }

    /// r/n.
    fn share(self) -> f64 {
        if self.n == 0 { 0.0 } else { real(self.n_relevant) / real(self.n) }
    }

    /// Each rank with the chance that the first relevant hit has it:
    /// (r / (n − i + 1)) · Π_{j < i} (n − r − j + 1) / (n − j + 1).
    fn firsts(self) -> impl Iterator<Item = (usize, f64)> {
        let n_others = self.n - self.n_relevant;
        (1..=self.n).scan(1.0, move |none_above, rank| {
            let n_left = self.n - rank + 1;
            let chance = *none_above * real(self.n_relevant) / real(n_left);
            *none_above *= real((n_others + 1).saturating_sub(rank)) / real(n_left);
            Some((rank, chance))
        })
    }
}

/// How many of `n_others` hits are above a given hit, at most `cap`. The given hit is equally likely to be in
/// each of the n_others + 1 places among them: (1 / (n_others + 1)) · Σ_{j ≤ n_others} min(j, cap).
pub(super) fn n_above(n_others: usize, cap: usize) -> f64 {
    (0..=n_others).map(|n| real(n.min(cap))).sum::<f64>() / real(n_others + 1)
}

/// The reciprocal rank of the first hit that satisfies, 0 if it is not among the first k. Each of the `n`
/// hits satisfies independently: those of `chances` with these chances, the others never.
///
/// With q_i the chance that none of the first i satisfies, Σ_{i ≤ min(k, n)} (q_{i−1} − q_i) / i. By
/// symmetry q_i is the mean of Π (1 − chance) over all sets of i hits, e_i / C(n, i) with e_i the
/// elementary symmetric polynomial. The means are found one hit at a time: a set of i among m hits
/// has the m-th with probability i/m.
pub(super) fn first_satisfied(n: usize, chances: &[f64], k: usize) -> f64 {
    let depth = k.min(n);
    let mut unsatisfied = vec![1.0; depth + 1];
    for (m, chance) in (n.saturating_sub(chances.len()) + 1..).zip(chances) {
        let mut of_fewer = 1.0;
        for (i, mean) in unsatisfied.iter_mut().enumerate().skip(1).take(m) {
            let with = real(i) / real(m);
            let next = (1.0 - with) * *mean + with * (1.0 - chance) * of_fewer;
            of_fewer = std::mem::replace(mean, next);
        }
    }
    let steps = unsatisfied.iter().zip(unsatisfied.iter().skip(1));
    (1..).zip(steps).map(|(rank, (above, here))| (above - here) / real(rank)).sum()
}
