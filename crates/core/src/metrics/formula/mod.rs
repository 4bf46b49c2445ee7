//! The formulas, one file each, and the one place that tells them apart.

mod average_precision;
mod block_average_precision;
mod block_ndcg;
mod bpref;
mod hit_rate;
mod interpolated_precision;
mod map_at_r;
mod ndcg;
mod pmrp;
mod precision;
mod r_precision;
mod recall;
mod reciprocal_rank;
mod sum;

use super::JudgedList;
pub(super) use sum::{Account, Term};

/// How a value comes from a list. Several protocols may share a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Formula {
    Precision,
    PrecisionOfGiven,
    Recall,
    RecallOfTen,
    HitRate,
    ReciprocalRank,
    AveragePrecision,
    AveragePrecisionOfTen,
    BlockAveragePrecision,
    MapAtR,
    Ndcg,
    BinaryNdcg,
    BlockNdcg,
    RPrecision,
    RPrecisionOfGiven,
    Bpref,
    InterpolatedPrecision,
    PmrpPcme,
    PmrpLibrary,
    PmrpPaper,
}

impl Formula {
    /// Shows every term of the sum in rank order; returns what it is divided by.
    pub(super) fn each_term(
        self,
        list: &JudgedList,
        k: usize,
        visit: impl FnMut(Term<'_>),
    ) -> Account {
        match self {
            Self::Precision => precision::at(list, k).each(visit),
            Self::PrecisionOfGiven => precision::of_given(list, k).each(visit),
            Self::Recall => recall::of_all(list, k).each(visit),
            Self::RecallOfTen => recall::of_at_most_ten(list, k).each(visit),
            Self::HitRate => hit_rate::at(list, k).each(visit),
            Self::ReciprocalRank => reciprocal_rank::at(list, k).each(visit),
            Self::AveragePrecision => average_precision::of_all(list, k).each(visit),
            Self::AveragePrecisionOfTen => average_precision::of_at_most_ten(list, k).each(visit),
            Self::BlockAveragePrecision => block_average_precision::at(list, k).each(visit),
            Self::MapAtR => map_at_r::at_r(list).each(visit),
            Self::Ndcg => ndcg::graded(list, k).each(visit),
            Self::BinaryNdcg => ndcg::binary(list, k).each(visit),
            Self::BlockNdcg => block_ndcg::at(list, k).each(visit),
            Self::RPrecision => r_precision::of_all(list).each(visit),
            Self::RPrecisionOfGiven => r_precision::of_given(list).each(visit),
            Self::Bpref => bpref::of_all(list).each(visit),
            Self::InterpolatedPrecision => interpolated_precision::at(list, k).each(visit),
            Self::PmrpPcme => pmrp::pcme(list).each(visit),
            Self::PmrpLibrary => pmrp::library(list).each(visit),
            Self::PmrpPaper => pmrp::paper(list).each(visit),
        }
    }

    /// The gain at each rank of the ideal list; nothing where the formula has none.
    pub(super) fn ideal_gains(self, list: &JudgedList, k: usize) -> Vec<f64> {
        match self {
            Self::Ndcg => ndcg::graded_ideal(list, k).collect(),
            Self::BinaryNdcg => ndcg::binary_ideal(list, k).collect(),
            Self::BlockNdcg => ndcg::binary_ideal(list, list.n_given().min(k)).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether any list could have a value: something is relevant, and judged as the formula
    /// needs it.
    pub(super) fn is_defined(self, list: &JudgedList) -> bool {
        match self {
            Self::PmrpPcme | Self::PmrpPaper => pmrp::is_judged_by_class(list),
            Self::PmrpLibrary => pmrp::is_judged_by_class(list) && pmrp::n_others(list) > 0,
            _ => list.n_relevant() > 0,
        }
    }

    /// How many hits it looks at where `n_relevant` images are relevant.
    pub(super) fn depth(self, k: usize, n_relevant: usize) -> usize {
        match self {
            Self::MapAtR | Self::RPrecision | Self::RPrecisionOfGiven | Self::PmrpLibrary => {
                n_relevant
            }
            Self::PmrpPaper => n_relevant.min(pmrp::PAPER_R),
            // A picture without classes lets the next one move up.
            Self::PmrpPcme | Self::Bpref | Self::InterpolatedPrecision => usize::MAX,
            _ => k,
        }
    }

    /// What becomes of equal scores, where that is not for the protocol's order to say.
    pub(super) fn tie_rule(self) -> Option<&'static str> {
        match self {
            Self::BlockAveragePrecision => {
                Some("one block: each relevant image counts with the precision at the block's end")
            }
            Self::BlockNdcg => {
                Some("one block: each relevant image has the mean discount of the block's ranks")
            }
            _ => None,
        }
    }
}
