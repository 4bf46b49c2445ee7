//! Fusion: the lists of several systems for one query as one list.
//!
//! An image gains nothing from a list that lacks it. Sums are in float64 in the order of the lists
//! and rounded once to float32; ties as everywhere.
//!
//! Sources: reciprocal rank fusion, Cormack, Clarke and Büttcher, SIGIR 2009; CombSUM and CombMNZ,
//! Fox and Shaw, "Combination of Multiple Searches", TREC-2, 1993, over scores as Lee normalises
//! them, "Analyses of Multiple Evidence Combination", SIGIR 1997. Conventions are those of ranx
//! 0.3.21: `fusion/rrf.py`, `comb_sum.py`, `comb_mnz.py`, `wsum.py`,
//! `normalization/min_max_norm.py`.

use super::{Hit, select_top_k};
use std::collections::BTreeMap;

/// The usual constant of reciprocal rank fusion.
pub const RRF_K: f64 = 60.0;

/// The least range of scores that min-max normalisation divides by, as in ranx: equal scores all
/// become 0.
const LEAST_RANGE: f64 = 1e-9;

#[derive(Debug, Clone, PartialEq)]
pub enum Fusion {
    /// Σ w / (k + rank) over the lists that have the image.
    ReciprocalRank {
        /// Added to each rank; a higher k favours the first ranks less.
        k: f64,
        /// By list; 1 beyond the last weight, so that an empty list weighs all alike.
        weights: Vec<f64>,
    },
    /// The sum of the image's scores, each list's scaled to 0 … 1 (min-max).
    CombSum,
    /// CombSUM times the number of lists that have the image.
    CombMnz,
}

/// What one list adds to an image's fused score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FusionTerm {
    /// In the list, from 1.
    pub rank: usize,
    pub score: f32,
    /// The weighted reciprocal rank, or the score scaled to 0 … 1, which CombMNZ multiplies by the
    /// number of lists that have the image.
    pub contribution: f64,
}

impl Fusion {
    /// The fused list: every image of the lists, once. Each list is in its order and has an image at
    /// most once; its scores are finite unless only ranks count.
    pub fn fused(&self, lists: &[&[Hit]]) -> Vec<Hit> {
        // By row, so that the order of the lists is the order of summation and nothing else.
        let mut gained: BTreeMap<u32, (f64, u32)> = BTreeMap::new();
        for (place, list) in lists.iter().enumerate() {
            for (row, gain) in self.gains(place, list) {
                let (sum, n_lists) = gained.entry(row).or_default();
                *sum += gain;
                *n_lists += 1;
            }
        }
        let total = |sum: f64, n_lists: u32| match self {
            Self::CombMnz => sum * f64::from(n_lists),
            Self::ReciprocalRank { .. } | Self::CombSum => sum,
        };
        let hit = |(row_in_corpus, (sum, n_lists))| {
            #[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is the point")]
            let score = total(sum, n_lists) as f32;
            Hit { row_in_corpus, score }
        };
        select_top_k(gained.into_iter().map(hit).collect(), usize::MAX)
    }

    /// What each list adds to an image's score, in the order of the lists; `None` for a list that
    /// lacks the image. The contributions sum to the score before it is rounded.
    pub fn terms(&self, lists: &[&[Hit]], row_in_corpus: u32) -> Vec<Option<FusionTerm>> {
        let of_list = |(place, list): (usize, &&[Hit])| {
            let index = list.iter().position(|hit| hit.row_in_corpus == row_in_corpus)?;
            let (_, contribution) = *self.gains(place, list).get(index)?;
            let score = list.get(index)?.score;
            Some(FusionTerm { rank: index + 1, score, contribution })
        };
        let mut terms: Vec<Option<FusionTerm>> = lists.iter().enumerate().map(of_list).collect();
        if *self == Self::CombMnz {
            let n_lists = terms.iter().flatten().count() as f64;
            terms.iter_mut().flatten().for_each(|term| term.contribution *= n_lists);
        }
        terms
    }

    /// What each image of a list gains; `place` is the list's.
    fn gains(&self, place: usize, list: &[Hit]) -> Vec<(u32, f64)> {
        match self {
            Self::ReciprocalRank { k, weights } => {
                let weight = weights.get(place).copied().unwrap_or(1.0);
                let ranks = std::iter::successors(Some(1.0), |rank| Some(rank + 1.0));
                let gain =
                    |(hit, rank): (&Hit, f64)| (hit.row_in_corpus, weight * (1.0 / (k + rank)));
                list.iter().zip(ranks).map(gain).collect()
            }
            Self::CombSum | Self::CombMnz => {
                let scores = || list.iter().map(|hit| f64::from(hit.score));
                let least = scores().fold(f64::INFINITY, f64::min);
                let range = scores().fold(f64::NEG_INFINITY, f64::max) - least;
                let scaled = |score: f64| (score - least) / range.max(LEAST_RANGE);
                list.iter().map(|hit| (hit.row_in_corpus, scaled(f64::from(hit.score)))).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranking::hit_order;

    fn list(hits: &[(u32, f32)]) -> Vec<Hit> {
        hits.iter().map(|(row, score)| Hit { row_in_corpus: *row, score: *score }).collect()
    }

    /// Each image's score, as ranx has it, in our order.
    fn check(fusion: &Fusion, lists: &[Vec<Hit>], ranx: &[(u32, f64)]) {
        let lists: Vec<&[Hit]> = lists.iter().map(Vec::as_slice).collect();
        let fused = fusion.fused(&lists);
        assert!(fused.is_sorted_by(|a, b| hit_order(a, b).is_le()), "{fusion:?}: {fused:?}");
        assert_eq!(fused.len(), ranx.len(), "{fusion:?}");
        for (row, score) in ranx {
            let hit = fused.iter().find(|hit| hit.row_in_corpus == *row);
            let found = hit.map_or(f64::NAN, |hit| f64::from(hit.score));
            let is_near = (found - score).abs() <= f64::from(f32::EPSILON) * score;
            assert!(is_near, "{fusion:?}, row {row}: {found}, and ranx gives {score}");
        }
    }

    fn reciprocal_rank(k: f64, weights: &[f64]) -> Fusion {
        Fusion::ReciprocalRank { k, weights: weights.to_vec() }
    }

    /// The values of ranx 0.3.21 (`R = lambda scores: Run({"q": scores})` of each list, as strings):
    /// `rrf(runs, k)`; `fuse(runs, norm="min-max", method="sum")` and `"mnz"`; for weights, which its
    /// `rrf` lacks, `wsum` of runs with the scores 1 / (k + rank). Equal scores are in the third list,
    /// which ranx reads in the order given; fused, images 1 and 3 are tied under `rrf`.
    #[test]
    fn scores_are_those_of_ranx() {
        let lists = [
            list(&[(1, 9.5), (2, 7.25), (3, 7.0), (4, 2.5), (5, -1.0)]),
            list(&[(3, 0.875), (6, 0.75), (1, 0.5), (7, 0.25)]),
            list(&[(8, 3.0), (2, 3.0), (9, 3.0)]),
        ];
        let of_rrf = [
            (1, 0.032_266_458_495_966_696),
            (2, 0.032_258_064_516_129_03),
            (3, 0.032_266_458_495_966_696),
            (4, 0.015_625),
            (5, 0.015_384_615_384_615_385),
            (6, 0.016_129_032_258_064_516),
            (7, 0.015_625),
            (8, 0.016_393_442_622_950_82),
            (9, 0.015_873_015_873_015_872),
        ];
        check(&reciprocal_rank(RRF_K, &[]), &lists, &of_rrf);
        check(&reciprocal_rank(RRF_K, &[1.0, 1.0, 1.0]), &lists, &of_rrf);
        let of_rrf_1 = [
            (1, 0.75),
            (2, 0.666_666_666_666_666_6),
            (3, 0.75),
            (4, 0.2),
            (5, 0.166_666_666_666_666_66),
            (6, 0.333_333_333_333_333_3),
            (7, 0.2),
            (8, 0.5),
            (9, 0.25),
        ];
        check(&reciprocal_rank(1.0, &[]), &lists, &of_rrf_1);
        let of_weights = [
            (1, 0.048_659_901_118_917_51),
            (2, 0.040_322_580_645_161_29),
            (3, 0.048_139_474_368_982_57),
            (4, 0.031_25),
            (5, 0.030_769_230_769_230_77),
            (6, 0.016_129_032_258_064_516),
            (7, 0.015_625),
            (8, 0.008_196_721_311_475_41),
            (9, 0.007_936_507_936_507_936),
        ];
        check(&reciprocal_rank(RRF_K, &[2.0, 1.0, 0.5]), &lists, &of_weights);
        let of_sum = [
            (1, 1.4),
            (2, 0.785_714_285_714_285_7),
            (3, 1.761_904_761_904_761_9),
            (4, 0.333_333_333_333_333_3),
            (5, 0.0),
            (6, 0.8),
            (7, 0.0),
            (8, 0.0),
            (9, 0.0),
        ];
        check(&Fusion::CombSum, &lists, &of_sum);
        let of_mnz = [
            (1, 2.8),
            (2, 1.571_428_571_428_571_4),
            (3, 3.523_809_523_809_523_7),
            (4, 0.333_333_333_333_333_3),
            (5, 0.0),
            (6, 0.8),
            (7, 0.0),
            (8, 0.0),
            (9, 0.0),
        ];
        check(&Fusion::CombMnz, &lists, &of_mnz);
    }

    /// Of every image, under every way of fusing.
    #[test]
    fn contributions_sum_to_the_score() {
        let lists = [
            list(&[(1, 9.5), (2, 7.25), (3, 7.0), (4, 2.5), (5, -1.0)]),
            list(&[(3, 0.875), (6, 0.75), (1, 0.5), (7, 0.25)]),
            list(&[(8, 3.0), (2, 3.0), (9, 3.0)]),
        ];
        let lists: Vec<&[Hit]> = lists.iter().map(Vec::as_slice).collect();
        let ways = [
            reciprocal_rank(RRF_K, &[]),
            reciprocal_rank(1.0, &[2.0, 1.0, 0.5]),
            Fusion::CombSum,
            Fusion::CombMnz,
        ];
        for fusion in ways {
            for hit in fusion.fused(&lists) {
                let terms = fusion.terms(&lists, hit.row_in_corpus);
                let sum: f64 = terms.iter().flatten().map(|term| term.contribution).sum();
                let difference = (sum - f64::from(hit.score)).abs();
                assert!(difference <= f64::from(f32::EPSILON) * sum, "{fusion:?}: {hit:?}, {sum}");
                for (term, list) in terms.iter().zip(&lists) {
                    let found = list.iter().position(|own| own.row_in_corpus == hit.row_in_corpus);
                    assert_eq!(term.map(|term| term.rank), found.map(|index| index + 1));
                }
            }
        }
        assert_eq!(Fusion::CombSum.terms(&lists, 99), [None, None, None]);
    }

    /// The same of a list with one image, whose only score becomes 0.
    #[test]
    fn a_list_of_one_gives_no_score_and_a_rank() {
        let lists = [list(&[(1, 4.0)]), list(&[(2, 0.5), (1, 0.25)])];
        check(&Fusion::CombSum, &lists, &[(1, 0.0), (2, 1.0)]);
        check(&Fusion::CombMnz, &lists, &[(1, 0.0), (2, 1.0)]);
        let of_rrf = [(1, 0.032_522_474_881_015_34), (2, 0.016_393_442_622_950_82)];
        check(&reciprocal_rank(RRF_K, &[]), &lists, &of_rrf);
        assert_eq!(Fusion::CombMnz.fused(&[&[], &[]]), []);
    }
}
