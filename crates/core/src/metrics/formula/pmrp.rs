//! Plausible-match R-precision in its three published variants, each under its own name, and at a chosen ζ.
//!
//! Two pictures match if their class vectors differ in at most ζ places. The measure needs judgements made
//! by [`plausible_matches`](crate::metrics::plausible_matches) and has no value on others. An empty list
//! has value 0. Ties count in the order given.
//!
//! - `eccv:PMRP-pcme`: the mean over ζ = 0, 1, 2 of hits@R_ζ / R_ζ. Pictures without classes
//!   leave the ranking. Source: Chun et al., CVPR 2021; `pcme`, `evaluate_pmrp_coco.py`.
//! - `eccv:PMRP-0`, `-1`, `-2`: the same at one ζ.
//! - `eccv:PMRP-library`: ζ = 2 without the query's own pair, which stays in the ranking as a
//!   miss; over the images retrieved among the first R. Source: `eccv_caption`,
//!   `plausible_matching_func.py` and `compute_rprecision`.
//! - `eccv:PMRP-paper`: ζ = 0 with R cut at 50. Source: Chun et al., "ECCV Caption", ECCV 2022,
//!   section 4.1.

use super::definition::{Formula, Registered};
use super::random_order::RandomOrder;
use super::sum::{Denominator, Sum, Term, Terms};
use crate::metrics::plausible_match::grade::{OWN, SAME_CLASSES, WITHOUT_CLASSES};
use crate::metrics::{
    JudgedList, Parameter, ParameterKind, Protocol, Publication, RelevantHit, real,
};

pub(super) const MEASURES: &[Registered] = &[
    pmrp("PMRP-pcme", &ByThreshold(&[SAME_CLASSES, SAME_CLASSES - 1, SAME_CLASSES - 2])).described(
        "R-precision on images whose classes differ in at most 0, 1 and 2 places, averaged.",
        "Chun et al., CVPR 2021; pcme, evaluate_pmrp_coco.py",
    ),
    pmrp("PMRP-0", &ByThreshold(&[SAME_CLASSES])).described(
        "R-precision on images with the same classes.",
        "Chun et al., CVPR 2021, at ζ = 0",
    ),
    pmrp("PMRP-1", &ByThreshold(&[SAME_CLASSES - 1])).described(
        "R-precision on images whose classes differ in at most one place.",
        "Chun et al., CVPR 2021, at ζ = 1",
    ),
    pmrp("PMRP-2", &ByThreshold(&[SAME_CLASSES - 2])).described(
        "R-precision on images whose classes differ in at most two places.",
        "Chun et al., CVPR 2021, at ζ = 2",
    ),
    pmrp("PMRP-library", &Library).described(
        "R-precision on images whose classes differ in at most 2 places, the query's own left out.",
        "eccv_caption, plausible_matching_func.py",
    ),
    pmrp("PMRP-paper", &Paper).described(
        "R-precision on images with the same classes, R being 50 at most.",
        "Chun et al., ECCV 2022, section 4.1",
    ),
];

const fn pmrp<F: Formula>(name: &'static str, formula: &'static F) -> Registered {
    Registered::of(Protocol::Eccv, name, ParameterKind::None, formula)
        .citing(&[Publication::Pcme2021])
}

/// Where the paper cuts R.
const PAPER_R: usize = 50;

/// The mean over thresholds of hits@R / R, by the least grade at each.
struct ByThreshold(&'static [i32]);

impl Formula for ByThreshold {
    fn sum<'a>(&'a self, list: &'a JudgedList, _: Parameter) -> Sum<impl Terms<'a>> {
        let levels = self.levels(list);
        let mut last_rank = 0;
        let mut n_without_classes = 0;
        let terms = list.relevant_hits().iter().map(move |hit| {
            let since = list.grades().get(last_rank..hit.rank).unwrap_or_default();
            let is_without = |grade: &&Option<i32>| **grade == Some(WITHOUT_CLASSES);
            n_without_classes += since.iter().filter(is_without).count();
            last_rank = hit.rank;
            let rank = hit.rank - n_without_classes;
            let share = |(level, r): &(i32, usize)| {
                if hit.grade >= *level && rank <= *r { real(*r).recip() } else { 0.0 }
            };
            Term::binary(hit, levels.iter().map(share).sum())
        });
        let terms = terms.filter(|term| term.factor > 0.0);
        let denominator = match self.0.len() {
            1 => Denominator::One,
            _ => Denominator::Thresholds,
        };
        Sum::new(terms, "1 / R summed over the thresholds that it meets", denominator)
    }

    fn is_defined(&self, list: &JudgedList) -> bool {
        is_judged_by_class(list)
    }

    /// The whole list: a picture without classes lets the next one move up.
    fn depth(&self, _: Parameter, _: usize) -> usize {
        usize::MAX
    }

    fn expected_sum(&self, list: &JudgedList, _: Parameter) -> Option<f64> {
        let is_without = |grade: &&Option<i32>| **grade == Some(WITHOUT_CLASSES);
        let n = list.n_given() - list.grades().iter().filter(is_without).count();
        let share = |(level, r): (i32, usize)| {
            let n_matches = list.relevant_hits().iter().filter(|hit| hit.grade >= level).count();
            RandomOrder::of_counts(n, n_matches).n_relevant_in_top(r) / real(r.max(1))
        };
        Some(self.levels(list).into_iter().map(share).sum())
    }
}

impl ByThreshold {
    /// The least grade at each threshold, with R there.
    fn levels(&self, list: &JudgedList) -> Vec<(i32, usize)> {
        self.0.iter().map(|level| (*level, n_from_grade(list, *level))).collect()
    }
}

struct Library;

impl Formula for Library {
    fn sum<'a>(&'a self, list: &'a JudgedList, _: Parameter) -> Sum<impl Terms<'a>> {
        count_matches(list, n_others(list), |hit| hit.grade < OWN)
    }

    fn expected_sum(&self, list: &JudgedList, _: Parameter) -> Option<f64> {
        Some(expected_matches(list, n_others(list), |hit| hit.grade < OWN))
    }

    fn is_defined(&self, list: &JudgedList) -> bool {
        is_judged_by_class(list) && n_others(list) > 0
    }

    fn depth(&self, _: Parameter, n_relevant: usize) -> usize {
        n_relevant
    }
}

struct Paper;

impl Formula for Paper {
    fn sum<'a>(&'a self, list: &'a JudgedList, _: Parameter) -> Sum<impl Terms<'a>> {
        count_matches(list, paper_r(list), |hit| hit.grade >= SAME_CLASSES)
    }

    fn expected_sum(&self, list: &JudgedList, _: Parameter) -> Option<f64> {
        Some(expected_matches(list, paper_r(list), |hit| hit.grade >= SAME_CLASSES))
    }

    fn is_defined(&self, list: &JudgedList) -> bool {
        is_judged_by_class(list)
    }

    fn depth(&self, _: Parameter, n_relevant: usize) -> usize {
        n_relevant.min(PAPER_R)
    }
}

/// Whether the list was judged by class distance: then the query's pair is among the judged images, and no
/// other judgement has its grade.
fn is_judged_by_class(list: &JudgedList) -> bool {
    list.ideal().first() == Some(&OWN)
}

/// Relevant images without the query's.
fn n_others(list: &JudgedList) -> usize {
    list.n_relevant() - n_from_grade(list, OWN)
}

/// R of the paper's variant.
fn paper_r(list: &JudgedList) -> usize {
    n_from_grade(list, SAME_CLASSES).min(PAPER_R)
}

fn count_matches(
    list: &JudgedList,
    r: usize,
    is_match: impl Fn(&RelevantHit) -> bool,
) -> Sum<impl Terms<'_>> {
    let top = list.relevant_in_top(r).iter().filter(move |hit| is_match(hit));
    let denominator = Denominator::GivenOfTopR { r, n_given: list.n_given() };
    let terms = top.map(|hit| Term::binary(hit, 1.0));
    Sum::new(terms, "1 for each plausible match", denominator)
}

/// The expectation of [`count_matches`] if the hits are in a random order.
fn expected_matches(list: &JudgedList, r: usize, is_match: impl Fn(&&RelevantHit) -> bool) -> f64 {
    let n_matches = list.relevant_hits().iter().filter(is_match).count();
    RandomOrder::of_counts(list.n_given(), n_matches).n_relevant_in_top(r)
}

/// Relevant images of at least this grade.
fn n_from_grade(list: &JudgedList, least: i32) -> usize {
    list.ideal().partition_point(|grade| *grade >= least)
}
