//! A ranking with the grade of each hit: all that a measure needs to know.

use super::{Order, RelevantHit};
use crate::benchmark::Judgements;
use crate::ranking::{Hit, hit_order};
use std::cmp::Ordering;

/// One query's ranking, judged.
///
/// A ranking names an image once. A grade of 1 or more is relevant; 0 is judged and not
/// relevant; a grade below 0 gains nothing and is, as in `trec_eval`, not one of the judged
/// non-relevant images that bpref counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedList {
    grades: Vec<Option<i32>>,
    relevant_hits: Vec<RelevantHit>,
    ideal: Vec<i32>,
    n_nonrelevant: usize,
    is_within_fold: bool,
}

impl JudgedList {
    /// Judges the hits in the order in which they are given.
    #[must_use]
    pub fn as_given(hits: &[Hit], judgements: &Judgements) -> Self {
        let filter = RowFilter::new(judgements);
        let mut grades = Vec::with_capacity(hits.len());
        let mut relevant_hits: Vec<RelevantHit> = Vec::new();
        let mut n_nonrelevant_above = 0;
        for block in hits.chunk_by(is_tied) {
            let (first_tied, last_tied) = (grades.len() + 1, grades.len() + block.len());
            for hit in block {
                let row = hit.row_in_corpus;
                let grade = if filter.may_hold(row) { judgements.grade(row) } else { None };
                grades.push(grade);
                match grade {
                    Some(grade @ 1..) => relevant_hits.push(RelevantHit {
                        row_in_corpus: hit.row_in_corpus,
                        rank: grades.len(),
                        grade,
                        n_relevant_so_far: relevant_hits.len() + 1,
                        n_nonrelevant_above,
                        first_tied,
                        last_tied,
                    }),
                    Some(0) => n_nonrelevant_above += 1,
                    _ => {}
                }
            }
        }
        let judged = judgements.as_slice().iter().map(|(_, grade)| *grade);
        let n_nonrelevant = judged.clone().filter(|grade| *grade == 0).count();
        let mut ideal: Vec<i32> = judged.filter(|grade| *grade >= 1).collect();
        ideal.sort_unstable_by(|a, b| b.cmp(a));
        Self { grades, relevant_hits, ideal, n_nonrelevant, is_within_fold: false }
    }

    /// Judges the hits in `trec_eval`'s order: score descending, ties by image id
    /// descending bytewise (`form_res_rels.c`); `image_ids` is in corpus order.
    #[must_use]
    pub fn in_trec_order(hits: &[Hit], judgements: &Judgements, image_ids: &[String]) -> Self {
        Self::in_order(Order::TrecEval, hits, judgements, image_ids)
    }

    /// Judges the hits in a protocol's order; only [`Order::TrecEval`] looks at `image_ids`,
    /// which are in corpus order.
    #[must_use]
    pub fn in_order(
        order: Order,
        hits: &[Hit],
        judgements: &Judgements,
        image_ids: &[String],
    ) -> Self {
        if order == Order::AsGiven {
            return Self::as_given(hits, judgements);
        }
        let mut hits = hits.to_vec();
        // Nearly every ranking is sorted already.
        if !hits.is_sorted_by(|a, b| score_order(a, b) != Ordering::Greater) {
            hits.sort_by(score_order);
        }
        if order == Order::TrecEval {
            let id = |hit: &Hit| image_ids.get(hit.row_in_corpus as usize);
            for block in hits.chunk_by_mut(is_tied).filter(|block| block.len() > 1) {
                block.sort_by(|a, b| id(b).cmp(&id(a)));
            }
        }
        Self::as_given(&hits, judgements)
    }

    /// The same list, known to rank nothing but the query's fold.
    pub(super) fn within_fold(self) -> Self {
        Self { is_within_fold: true, ..self }
    }

    /// Whether a fold has cut the ranking before it was judged.
    #[must_use]
    pub fn is_within_fold(&self) -> bool {
        self.is_within_fold
    }

    /// The grade of each hit in rank order; `None` where it is unjudged.
    #[must_use]
    pub fn grades(&self) -> &[Option<i32>] {
        &self.grades
    }

    /// How many hits there are.
    #[must_use]
    pub fn n_given(&self) -> usize {
        self.grades.len()
    }

    /// The grades of all relevant images, the best first.
    #[must_use]
    pub fn ideal(&self) -> &[i32] {
        &self.ideal
    }

    /// R: how many images are relevant to the query, in the list or not.
    #[must_use]
    pub fn n_relevant(&self) -> usize {
        self.ideal.len()
    }

    /// How many images were judged with grade 0, in the list or not.
    #[must_use]
    pub fn n_nonrelevant(&self) -> usize {
        self.n_nonrelevant
    }

    /// The relevant hits in rank order.
    #[must_use]
    pub fn relevant_hits(&self) -> &[RelevantHit] {
        &self.relevant_hits
    }

    /// The relevant ones among the first `k` hits, in rank order.
    #[must_use]
    pub fn relevant_in_top(&self, k: usize) -> &[RelevantHit] {
        let end = self.relevant_hits.partition_point(|hit| hit.rank <= k);
        self.relevant_hits.get(..end).unwrap_or_default()
    }

    /// How many of the first `k` hits are relevant.
    #[must_use]
    pub fn n_relevant_in_top(&self, k: usize) -> usize {
        self.relevant_in_top(k).len()
    }
}

/// Score descending, NaN last.
fn score_order(a: &Hit, b: &Hit) -> Ordering {
    if is_tied(a, b) { Ordering::Equal } else { hit_order(a, b) }
}

/// Whether the scores say nothing about who comes first. Two NaNs say as little as two equals.
fn is_tied(a: &Hit, b: &Hit) -> bool {
    a.score == b.score || (a.score.is_nan() && b.score.is_nan())
}

/// Tells most unjudged images apart without a search: few of a ranking's are judged.
struct RowFilter([u64; 64]);

impl RowFilter {
    fn new(judgements: &Judgements) -> Self {
        let mut bits = [0; 64];
        for (row, _) in judgements.as_slice() {
            let (word, bit) = Self::place(*row);
            if let Some(word) = bits.get_mut(word) {
                *word |= 1 << bit;
            }
        }
        Self(bits)
    }

    /// False only where the row is not judged.
    fn may_hold(&self, row: u32) -> bool {
        let (word, bit) = Self::place(row);
        self.0.get(word).is_none_or(|word| word >> bit & 1 == 1)
    }

    fn place(row: u32) -> (usize, u32) {
        ((row / 64 % 64) as usize, row % 64)
    }
}
