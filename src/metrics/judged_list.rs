//! A ranking with the grade of each hit: all that a measure needs to know.

use crate::benchmark::Judgements;
use crate::ranking::{Hit, hit_order};
use std::cmp::Ordering;

/// The grades of a ranking in rank order, and those of an ideal one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedList {
    grades: Vec<Option<i32>>,
    ideal: Vec<i32>,
}

impl JudgedList {
    /// Judges the hits in the order in which they are given.
    #[must_use]
    pub fn as_given(hits: &[Hit], judgements: &Judgements) -> Self {
        let grades = hits.iter().map(|hit| judgements.grade(hit.row_in_corpus)).collect();
        let mut ideal: Vec<i32> =
            judgements.as_slice().iter().map(|(_, grade)| *grade).filter(|g| *g >= 1).collect();
        ideal.sort_unstable_by(|a, b| b.cmp(a));
        Self { grades, ideal }
    }

    /// Judges the hits in `trec_eval`'s order: score descending, ties by image id
    /// descending bytewise (`form_res_rels.c`); `image_ids` is in corpus order.
    #[must_use]
    pub fn in_trec_order(hits: &[Hit], judgements: &Judgements, image_ids: &[String]) -> Self {
        let mut hits = hits.to_vec();
        let id = |hit: &Hit| image_ids.get(hit.row_in_corpus as usize);
        hits.sort_by(|a, b| match hit_order(a, b) {
            _ if a.score == b.score => id(b).cmp(&id(a)),
            other => other,
        });
        Self::as_given(&hits, judgements)
    }

    /// The grade of each hit in rank order; `None` where it is unjudged.
    #[must_use]
    pub fn grades(&self) -> &[Option<i32>] {
        &self.grades
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

    /// Whether each hit is relevant, in rank order.
    pub fn relevant(&self) -> impl Iterator<Item = bool> {
        self.grades.iter().map(|grade| grade.is_some_and(|g| g.cmp(&1) != Ordering::Less))
    }

    /// How many of the first `k` hits are relevant.
    #[must_use]
    pub fn n_relevant_in_top(&self, k: usize) -> usize {
        self.relevant().take(k).filter(|relevant| *relevant).count()
    }

    /// The precision at the rank of each relevant hit among the first `k`, summed.
    #[must_use]
    pub fn precision_sum(&self, k: usize) -> f64 {
        let mut n_found = 0u32;
        let mut sum = 0.0;
        for (rank, relevant) in (1u32..).zip(self.relevant().take(k)) {
            if relevant {
                n_found += 1;
                sum += f64::from(n_found) / f64::from(rank);
            }
        }
        sum
    }
}

/// `count` as a number to divide by. Lists are far shorter than 2⁵³.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub(super) fn real(count: usize) -> f64 {
    count as f64
}
