//! A ranking with the grade of each hit: the input of every measure.

use super::{Order, finer_scores::Steps, real};
use crate::benchmark::{ImageIds, Judgements};
use crate::random::SplitMix64;
use crate::ranking::{Hit, hit_order};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, cmp::Ordering};

/// One query's ranking, judged.
///
/// A ranking lists an image at most once. Grades of 1 or more are relevant; 0 is judged not relevant;
/// grades below 0 gain nothing and, as in `trec_eval`, are not among the judged non-relevant images
/// that bpref counts.
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
    /// Keeps the order of the hits.
    pub fn as_given(hits: &[Hit], judgements: &Judgements) -> Self {
        Self::with_ties(hits, judgements, None, None)
    }

    /// `trec_eval`'s order: score descending, ties by image id descending bytewise
    /// (`form_res_rels.c`); `image_ids` is in corpus order.
    pub fn in_trec_order<'a>(
        hits: &[Hit],
        judgements: &Judgements,
        image_ids: impl Into<ImageIds<'a>>,
    ) -> Self {
        Self::in_order(Order::TrecEval, hits, judgements, image_ids)
    }

    /// A protocol's order. Only [`Order::TrecEval`] reads `image_ids`, which are in corpus order.
    pub fn in_order<'a>(
        order: Order,
        hits: &[Hit],
        judgements: &Judgements,
        image_ids: impl Into<ImageIds<'a>>,
    ) -> Self {
        Self::in_order_of(order, hits, judgements, image_ids.into(), None)
    }

    /// `finer` separates what [`Order::ByScore`] would take for ties.
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
            let mut copy = hits.to_vec();
            sort(&mut copy, None);
            sorted = copy;
            &sorted
        };
        if order == Order::ByScore {
            return Self::with_ties(hits, judgements, finer, None);
        }
        Self::with_ties(hits, judgements, None, Some(image_ids))
    }

    /// Sorts each block of ties by `ids`, descending; without ids it stays as it is. The order of unjudged
    /// images does not matter, so only blocks with a judged image are found and sorted.
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

    /// Makes the judgements complete: each of the corpus's `n_images` was judged, and those without a grade
    /// are not relevant.
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

    /// The list where grades below `level`, but above 0, are judged not relevant.
    pub(super) fn at_level(&self, level: i32) -> Cow<'_, Self> {
        let is_below = |grade: i32| (1..level).contains(&grade);
        let n_below = self.ideal.iter().filter(|grade| is_below(**grade)).count();
        if n_below == 0 {
            return Cow::Borrowed(self);
        }
        let mut list = self.clone();
        list.ideal.retain(|grade| !is_below(*grade));
        list.n_nonrelevant += n_below;
        list.n_nonrelevant_given +=
            self.relevant_hits.iter().filter(|hit| is_below(hit.grade)).count();
        for grade in list.grades.iter_mut().flatten().filter(|grade| is_below(**grade)) {
            *grade = 0;
        }
        let mut n_moved = 0;
        list.relevant_hits.retain_mut(|hit| {
            hit.n_relevant_so_far -= n_moved;
            hit.n_nonrelevant_above += n_moved;
            n_moved += usize::from(is_below(hit.grade));
            !is_below(hit.grade)
        });
        Cow::Owned(list)
    }

    /// Marks the list as ranking only the query's fold.
    pub(super) fn within_fold(self) -> Self {
        Self { is_within_fold: true, ..self }
    }

    /// Its first `n` hits alone, under the same judgements.
    pub(super) fn first(&self, n: usize) -> Cow<'_, Self> {
        let Some(grades) = self.grades.get(..n).filter(|grades| grades.len() < self.n_given())
        else {
            return Cow::Borrowed(self);
        };
        let relevant_hits = self.relevant_in_top(n).to_vec();
        let n_nonrelevant_given = if self.counts_unjudged() {
            n - relevant_hits.len()
        } else {
            grades.iter().filter(|grade| **grade == Some(0)).count()
        };
        Cow::Owned(Self {
            grades: grades.to_vec(),
            relevant_hits,
            ideal: self.ideal.clone(),
            n_nonrelevant_given,
            ..*self
        })
    }

    /// Whether every hit that is not relevant counts as judged: under complete judgements, or where all
    /// hits have the grade 0 or more.
    fn counts_unjudged(&self) -> bool {
        self.n_nonrelevant_given + self.relevant_hits.len() == self.n_given()
    }

    /// The first `n` hits in a random order, without ties; the others stay at their ranks.
    pub(super) fn shuffled(&self, n: usize, random: &mut SplitMix64) -> Self {
        let mut relevant: Vec<Option<&RelevantHit>> = vec![None; self.n_given()];
        for hit in &self.relevant_hits {
            if let Some(place) = relevant.get_mut(hit.rank - 1) {
                *place = Some(hit);
            }
        }
        let mut hits: Vec<_> = self.grades.iter().copied().zip(relevant).collect();
        // Fisher–Yates.
        for last in (1..n.min(hits.len())).rev() {
            hits.swap(last, random.below(last + 1));
        }
        // Otherwise those of grade 0.
        let counts_all = self.counts_unjudged();
        let mut relevant_hits: Vec<RelevantHit> = Vec::with_capacity(self.relevant_hits.len());
        let mut n_nonrelevant_above = 0;
        for (rank, (grade, relevant)) in (1..).zip(&hits) {
            match relevant {
                Some(hit) if rank > n => relevant_hits.push(**hit),
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
    pub fn is_within_fold(&self) -> bool {
        self.is_within_fold
    }

    /// In rank order; `None` where unjudged.
    pub fn grades(&self) -> &[Option<i32>] {
        &self.grades
    }

    /// The length of the list.
    pub fn n_given(&self) -> usize {
        self.grades.len()
    }

    /// Grades of all relevant images, in the list or not, best first.
    pub fn ideal(&self) -> &[i32] {
        &self.ideal
    }

    /// R: relevant images, in the list or not.
    pub fn n_relevant(&self) -> usize {
        self.ideal.len()
    }

    /// Images judged with grade 0, in the list or not.
    pub fn n_nonrelevant(&self) -> usize {
        self.n_nonrelevant
    }

    /// Hits judged not relevant.
    pub(super) fn n_nonrelevant_given(&self) -> usize {
        self.n_nonrelevant_given
    }

    /// In rank order.
    pub fn relevant_hits(&self) -> &[RelevantHit] {
        &self.relevant_hits
    }

    /// Among the first `k`, in rank order.
    pub fn relevant_in_top(&self, k: usize) -> &[RelevantHit] {
        let end = self.relevant_hits.partition_point(|hit| hit.rank <= k);
        self.relevant_hits.get(..end).unwrap_or_default()
    }

    pub fn n_relevant_in_top(&self, k: usize) -> usize {
        self.relevant_in_top(k).len()
    }
}

/// The block of ties around a hit, and the index of its first hit.
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

/// Two NaNs are tied.
fn is_tied(a: &Hit, b: &Hit) -> bool {
    a.score == b.score || (a.score.is_nan() && b.score.is_nan())
}

/// A relevant image in a ranking, with all that a measure needs to know about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelevantHit {
    pub row_in_corpus: u32,
    /// From 1.
    pub rank: usize,
    /// 1 or more.
    pub grade: i32,
    /// Up to this rank, inclusive.
    pub n_relevant_so_far: usize,
    /// Images above that were judged with grade 0.
    pub n_nonrelevant_above: usize,
    /// The first rank with the same score.
    pub first_tied: usize,
    /// The last, inclusive.
    pub last_tied: usize,
}

impl RelevantHit {
    /// P@rank.
    pub fn precision(&self) -> f64 {
        real(self.n_relevant_so_far) / real(self.rank)
    }
}

/// A bitmap of the judged rows modulo 4,096. Few images of a ranking are judged, and one bit spares most
/// others a search among the judgements.
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

    /// False only if the row is not judged.
    fn may_hold(&self, row: u32) -> bool {
        let (word, bit) = Self::place(row);
        self.0.get(word).is_none_or(|word| word >> bit & 1 == 1)
    }

    fn place(row: u32) -> (usize, u32) {
        ((row / 64 % 64) as usize, row % 64)
    }
}

/// Judged@k: how many of the hits that a measure reads are judged.
///
/// A value means little where most images are unjudged: they count as misses, but some may be relevant.
/// Only hits in the list count, so that a short list does not look unjudged. Any grade makes an image
/// judged, whatever its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgedShare {
    pub n_judged: usize,
    /// Hits read: k, or fewer if the list is shorter.
    pub n_hits: usize,
}

impl JudgedShare {
    pub fn of_top(list: &JudgedList, k: usize) -> Self {
        let n_judged = list.grades().iter().take(k).flatten().count();
        Self { n_judged, n_hits: list.n_given().min(k) }
    }

    /// 0 … 1; `None` without hits.
    pub fn share(self) -> Option<f64> {
        (self.n_hits > 0).then(|| real(self.n_judged) / real(self.n_hits))
    }
}
