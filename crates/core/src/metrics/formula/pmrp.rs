//! Plausible-match R-precision in its three published variants, each under its own name.
//!
//! Two pictures match where their class vectors differ in at most ζ places; the list is judged
//! by [`plausible_matches`](crate::metrics::plausible_matches), without which there is no
//! value. An empty list gives 0. Ties count in the order given.
//!
//! - `eccv:PMRP-pcme`: the mean over ζ = 0, 1, 2 of hits@R_ζ / R_ζ. Pictures without classes
//!   leave the ranking. Source: Chun et al., CVPR 2021; `pcme`, `evaluate_pmrp_coco.py`.
//! - `eccv:PMRP-library`: ζ = 2 without the query's own pair, which stays in the ranking as a
//!   miss; over the images retrieved among the first R. Source: `eccv_caption`,
//!   `plausible_matching_func.py` and `compute_rprecision`.
//! - `eccv:PMRP-paper`: ζ = 0 with R cut at 50. Source: Chun et al., "ECCV Caption", ECCV 2022,
//!   section 4.1.

use super::sum::{Denominator, Sum, Term};
use crate::metrics::plausible_match::grade::{OWN, SAME_CLASSES, WITHOUT_CLASSES};
use crate::metrics::{JudgedList, RelevantHit, real};

/// Where the paper cuts R.
pub(super) const PAPER_R: usize = 50;

/// Whether the list was judged by class distance: then the query's own pair is among the
/// judged ones, and no other judgement has its grade.
pub(super) fn is_judged_by_class(list: &JudgedList) -> bool {
    list.ideal().first() == Some(&OWN)
}

/// How many images are relevant without the query's own.
pub(super) fn n_others(list: &JudgedList) -> usize {
    list.n_relevant() - n_from_grade(list, OWN)
}

pub(super) fn pcme(list: &JudgedList) -> Sum<impl Iterator<Item = Term<'_>>> {
    let levels = [SAME_CLASSES, SAME_CLASSES - 1, SAME_CLASSES - 2];
    let levels = levels.map(|level| (level, n_from_grade(list, level)));
    let mut passed = 0;
    let mut n_without_classes = 0;
    let terms = list.relevant_hits().iter().map(move |hit| {
        let since = list.grades().get(passed..hit.rank).unwrap_or_default();
        let is_without = |grade: &&Option<i32>| **grade == Some(WITHOUT_CLASSES);
        n_without_classes += since.iter().filter(is_without).count();
        passed = hit.rank;
        let rank = hit.rank - n_without_classes;
        let share = |(level, r): &(i32, usize)| {
            if hit.grade >= *level && rank <= *r { real(*r).recip() } else { 0.0 }
        };
        Term::binary(hit, levels.iter().map(share).sum())
    });
    let terms = terms.filter(|term| term.factor > 0.0);
    Sum::new(terms, "1 / R summed over the thresholds that it meets", Denominator::Thresholds)
}

pub(super) fn library(list: &JudgedList) -> Sum<impl Iterator<Item = Term<'_>>> {
    matches(list, n_others(list), |hit| hit.grade < OWN)
}

pub(super) fn paper(list: &JudgedList) -> Sum<impl Iterator<Item = Term<'_>>> {
    let r = n_from_grade(list, SAME_CLASSES).min(PAPER_R);
    matches(list, r, |hit| hit.grade >= SAME_CLASSES)
}

fn matches(
    list: &JudgedList,
    r: usize,
    is_match: impl Fn(&RelevantHit) -> bool,
) -> Sum<impl Iterator<Item = Term<'_>>> {
    let top = list.relevant_in_top(r).iter().filter(move |hit| is_match(hit));
    let denominator = Denominator::GivenOfTopR { r, n_given: list.n_given() };
    let terms = top.map(|hit| Term::binary(hit, 1.0));
    Sum::new(terms, "1 for each plausible match", denominator)
}

fn n_from_grade(list: &JudgedList, least: i32) -> usize {
    list.ideal().partition_point(|grade| *grade >= least)
}
