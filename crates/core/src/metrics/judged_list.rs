//! A ranking with the grade of each hit: the input of every measure.

use super::{Order, RelevantHit, finer_scores::Steps, row_filter::RowFilter};
use crate::benchmark::{ImageIds, Judgements};
use crate::random::SplitMix64;
use crate::ranking::{Hit, hit_order};
use std::{borrow::Cow, cmp::Ordering};

/// One query's ranking, judged.
///
/// A ranking lists an image at most once. A grade of 1 or more is relevant; 0 is judged and not
/// relevant; a grade below 0 gains nothing and is, as in `trec_eval`, not one of the judged
/// non-relevant images that bpref counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JudgedList {
    grades: Vec<Option<i32>>,
    relevant_hits: Vec<RelevantHit>,
    ideal: Vec<i32>,
    n_nonrelevant: usize,
    n_nonrelevant_given: usize,
    is_within_fold: bool,
}

impl JudgedList {
    /// Judges the hits in the order in which they are given.
    #[must_use]
    pub fn as_given(hits: &[Hit], judgements: &Judgements) -> Self {
        Self::with_ties(hits, judgements, None, None)
    }

    /// Judges the hits in `trec_eval`'s order: score descending, ties by image id
    /// descending bytewise (`form_res_rels.c`); `image_ids` is in corpus order.
    #[must_use]
    pub fn in_trec_order<'a>(
        hits: &[Hit],
        judgements: &Judgements,
        image_ids: impl Into<ImageIds<'a>>,
    ) -> Self {
        Self::in_order(Order::TrecEval, hits, judgements, image_ids)
    }

    /// Judges the hits in a protocol's order; only [`Order::TrecEval`] reads `image_ids`, which
    /// are in corpus order.
    #[must_use]
    pub fn in_order<'a>(
        order: Order,
        hits: &[Hit],
        judgements: &Judgements,
        image_ids: impl Into<ImageIds<'a>>,
    ) -> Self {
        Self::in_order_of(order, hits, judgements, image_ids.into(), None)
    }

    /// The same; `finer` tells apart what [`Order::ByScore`] would take for ties.
    pub(super) fn in_order_of(
        order: Order,
        hits: &[Hit],
        judgements: &Judgements,
        image_ids: ImageIds<'_>,
        finer: Option<&Steps>,
    ) -> Self {
        if order == Order::AsGiven {
            return Self::as_given(hits, judgements);
        }
        let sorted;
        // Nearly every ranking is already sorted and has no NaN.
        let hits = if hits.windows(2).all(|pair| matches!(pair, [a, b] if a.score >= b.score)) {
            hits
        } else {
            let mut own = hits.to_vec();
            sort(&mut own, None);
            sorted = own;
            &sorted
        };
        if order == Order::ByScore {
            return Self::with_ties(hits, judgements, finer, None);
        }
        Self::with_ties(hits, judgements, None, Some(image_ids))
    }

    /// Judges the hits by blocks of ties, each by `ids` in descending order, or as it is without them. The
    /// order of unjudged images does not matter, so only blocks with a judged image are found and
    /// sorted.
    fn with_ties(
        hits: &[Hit],
        judgements: &Judgements,
        finer: Option<&Steps>,
        ids: Option<ImageIds<'_>>,
    ) -> Self {
        let filter = RowFilter::new(judgements);
        let mut grades = vec![None; hits.len()];
        let mut relevant_hits: Vec<RelevantHit> = Vec::new();
        let mut n_nonrelevant_above = 0;
        let mut n_done = 0;
        for (index, hit) in hits.iter().enumerate() {
            let row = hit.row_in_corpus;
            if !filter.may_hold(row) || index < n_done || judgements.grade(row).is_none() {
                continue;
            }
            let (first, mut block) = tie_block(hits, index, finer);
            n_done = first + block.len();
            if block.len() > 1 && ids.is_some() {
                sort(block.to_mut(), ids);
            }
            for (index, hit) in (first..).zip(block.iter()) {
                let grade = judgements.grade(hit.row_in_corpus);
                if let Some(place) = grades.get_mut(index) {
                    *place = grade;
                }
                match grade {
                    Some(grade @ 1..) => relevant_hits.push(RelevantHit {
                        row_in_corpus: hit.row_in_corpus,
                        rank: index + 1,
                        grade,
                        n_relevant_so_far: relevant_hits.len() + 1,
                        n_nonrelevant_above,
                        first_tied: first + 1,
                        last_tied: n_done,
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
        let n_nonrelevant_given = n_nonrelevant_above;
        Self {
            grades,
            relevant_hits,
            ideal,
            n_nonrelevant,
            n_nonrelevant_given,
            is_within_fold: false,
        }
    }

    /// The same list under complete judgements: each of the `n_images` of the corpus was judged,
    /// and those without a grade are not relevant.
    pub(super) fn all_judged(mut self, n_images: usize) -> Self {
        self.n_nonrelevant = n_images.saturating_sub(self.n_relevant());
        self.n_nonrelevant_given = self.n_given() - self.relevant_hits.len();
        for grade in &mut self.grades {
            grade.get_or_insert(0);
        }
        for hit in &mut self.relevant_hits {
            hit.n_nonrelevant_above = hit.rank - hit.n_relevant_so_far;
        }
        self
    }

    /// The same list, marked as ranking only the query's fold.
    pub(super) fn within_fold(self) -> Self {
        Self { is_within_fold: true, ..self }
    }

    /// The same hits in a random order, without ties.
    pub(super) fn shuffled(&self, random: &mut SplitMix64) -> Self {
        let mut relevant: Vec<Option<&RelevantHit>> = vec![None; self.n_given()];
        for hit in &self.relevant_hits {
            if let Some(place) = relevant.get_mut(hit.rank - 1) {
                *place = Some(hit);
            }
        }
        let mut hits: Vec<_> = self.grades.iter().copied().zip(relevant).collect();
        // Fisher–Yates.
        for last in (1..hits.len()).rev() {
            hits.swap(last, random.below(last + 1));
        }
        // Under complete judgements every hit that is not relevant counts, else those of grade 0.
        let counts_all = self.n_nonrelevant_given + self.relevant_hits.len() == self.n_given();
        let mut relevant_hits: Vec<RelevantHit> = Vec::with_capacity(self.relevant_hits.len());
        let mut n_nonrelevant_above = 0;
        for (rank, (grade, relevant)) in (1..).zip(&hits) {
            match relevant {
                Some(hit) => relevant_hits.push(RelevantHit {
                    rank,
                    n_relevant_so_far: relevant_hits.len() + 1,
                    n_nonrelevant_above,
                    first_tied: rank,
                    last_tied: rank,
                    ..**hit
                }),
                None if counts_all || *grade == Some(0) => n_nonrelevant_above += 1,
                None => {}
            }
        }
        let grades = hits.into_iter().map(|(grade, _)| grade).collect();
        let ideal = self.ideal.clone();
        Self { grades, relevant_hits, ideal, ..*self }
    }

    /// Whether the ranking was cut to the query's fold before it was judged.
    #[must_use]
    pub fn is_within_fold(&self) -> bool {
        self.is_within_fold
    }

    /// The grade of each hit in rank order; `None` where it is unjudged.
    #[must_use]
    pub fn grades(&self) -> &[Option<i32>] {
        &self.grades
    }

    /// The number of hits.
    #[must_use]
    pub fn n_given(&self) -> usize {
        self.grades.len()
    }

    /// The grades of all relevant images, best first.
    #[must_use]
    pub fn ideal(&self) -> &[i32] {
        &self.ideal
    }

    /// R: the number of images relevant to the query, in the list or not.
    #[must_use]
    pub fn n_relevant(&self) -> usize {
        self.ideal.len()
    }

    /// The number of images judged with grade 0, in the list or not.
    #[must_use]
    pub fn n_nonrelevant(&self) -> usize {
        self.n_nonrelevant
    }

    /// The number of hits judged not relevant.
    pub(super) fn n_nonrelevant_given(&self) -> usize {
        self.n_nonrelevant_given
    }

    /// The relevant hits in rank order.
    #[must_use]
    pub fn relevant_hits(&self) -> &[RelevantHit] {
        &self.relevant_hits
    }

    /// The relevant hits among the first `k`, in rank order.
    #[must_use]
    pub fn relevant_in_top(&self, k: usize) -> &[RelevantHit] {
        let end = self.relevant_hits.partition_point(|hit| hit.rank <= k);
        self.relevant_hits.get(..end).unwrap_or_default()
    }

    /// The number of relevant hits among the first `k`.
    #[must_use]
    pub fn n_relevant_in_top(&self, k: usize) -> usize {
        self.relevant_in_top(k).len()
    }
}

/// The block of ties around a hit, and the index of its first.
fn tie_block<'a>(hits: &'a [Hit], index: usize, finer: Option<&Steps>) -> (usize, Cow<'a, [Hit]>) {
    let (above, rest) = hits.split_at(index);
    let step = |hit: &Hit| finer.and_then(|steps| steps.get(&hit.row_in_corpus));
    let is_one = |a: &Hit, b: &Hit| is_tied(a, b) && step(a) == step(b);
    let is_of_block = |hit: &&Hit| rest.first().is_some_and(|judged| is_one(judged, hit));
    let first = index - above.iter().rev().take_while(is_of_block).count();
    let end = index + rest.iter().take_while(is_of_block).count();
    (first, Cow::Borrowed(hits.get(first..end).unwrap_or_default()))
}

/// Sorts by id, descending bytewise; without ids by score, descending, NaN last, ties as given.
fn sort(hits: &mut [Hit], ids: Option<ImageIds<'_>>) {
    hits.sort_by(|a, b| match ids {
        Some(ids) => {
            let id = |hit: &Hit| ids.get(hit.row_in_corpus as usize);
            id(b).cmp(&id(a))
        }
        None if is_tied(a, b) => Ordering::Equal,
        None => hit_order(a, b),
    });
}

/// Whether two scores are tied; two NaNs are.
fn is_tied(a: &Hit, b: &Hit) -> bool {
    a.score == b.score || (a.score.is_nan() && b.score.is_nan())
}
