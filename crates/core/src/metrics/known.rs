//! The table of known measures: name, formula and words of each.

use super::Protocol;
use super::formula::Formula;

/// A measure without its cut-off.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Known {
    pub(super) protocol: Protocol,
    /// What stands between the colon and the cut-off.
    pub(super) name: &'static str,
    pub(super) cutoff: Cutoff,
    pub(super) formula: Formula,
    /// The formula in words, in one sentence; `{top}` is "among the first k".
    pub(super) words: &'static str,
}

/// What follows the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Cutoff {
    /// Nothing: the whole list, or as many images as the formula says.
    Nothing,
    /// `@k`, from 1.
    Rank,
    /// `@r`, a recall of 0.0, 0.1 … 1.0.
    Recall,
}

const fn known(
    protocol: Protocol,
    name: &'static str,
    cutoff: Cutoff,
    formula: Formula,
    words: &'static str,
) -> Known {
    Known { protocol, name, cutoff, formula, words }
}

const HIT_RATE: &str = "Share of queries with a relevant image {top}.";
const PRECISION: &str = "Share of relevant images {top}.";
const RECALL: &str = "Share of all relevant images that are {top}.";
const RECIPROCAL_RANK: &str = "1 / rank of the first relevant image.";
const AVERAGE_PRECISION: &str =
    "Precision at each relevant image, summed and divided by the number of all relevant images.";
const R_PRECISION: &str =
    "Relevant images among the first R, divided by R, the number of relevant images.";

#[rustfmt::skip]
pub(super) static KNOWN: [Known; 35] = {
    use Cutoff::{Nothing, Rank, Recall};
    use Formula as F;
    use Protocol::{Coco1k, Coco5k, Conqa, Cxc, Eccv, Inquire, Mirflickr, Needle, Trec};
    [
        known(Trec, "P", Rank, F::Precision, PRECISION),
        known(Trec, "R", Rank, F::Recall, RECALL),
        known(Trec, "AP", Nothing, F::AveragePrecision, AVERAGE_PRECISION),
        known(Trec, "AP", Rank, F::AveragePrecision,
            "Precision at each relevant image {top}, summed and divided by the number of all \
             relevant images."),
        known(Trec, "nDCG", Nothing, F::Ndcg,
            "Gain of all images, discounted by log2(rank + 1), over that of an ideal list."),
        known(Trec, "nDCG", Rank, F::Ndcg,
            "Gain of the images {top}, discounted by log2(rank + 1), over that of an ideal list."),
        known(Trec, "RR", Nothing, F::ReciprocalRank, RECIPROCAL_RANK),
        known(Trec, "Rprec", Nothing, F::RPrecision, R_PRECISION),
        known(Trec, "Success", Rank, F::HitRate, HIT_RATE),
        known(Trec, "bpref", Nothing, F::Bpref,
            "How often a relevant image precedes the images judged not relevant; unjudged ones \
             are passed over."),
        known(Trec, "IPrec", Recall, F::InterpolatedPrecision,
            "The highest precision at that recall or beyond."),
        known(Inquire, "AP", Rank, F::BlockAveragePrecision,
            "Precision at each relevant image {top}, equal scores as one block, over min(N⁺, k), \
             N⁺ being the relevant images in the corpus."),
        known(Inquire, "nDCG", Rank, F::BlockNdcg,
            "Discounted gain of the images {top}, averaged over equal scores, over that of an \
             ideal list."),
        known(Inquire, "RR", Nothing, F::ReciprocalRank, RECIPROCAL_RANK),
        known(Inquire, "RR", Rank, F::ReciprocalRank,
            "1 / rank of the first relevant image; 0 if it is not {top}."),
        known(Inquire, "P", Rank, F::PrecisionOfGiven,
            "Share of relevant images {top}, or among all where fewer are given."),
        known(Inquire, "R", Rank, F::Recall, RECALL),
        known(Eccv, "R", Rank, F::HitRate, HIT_RATE),
        known(Eccv, "mAP@R", Nothing, F::MapAtR,
            "Precision at each relevant image among the first R, summed and divided by R, the \
             number of relevant images."),
        known(Eccv, "R-Precision", Nothing, F::RPrecisionOfGiven,
            "Share of relevant images among the first R, the number of relevant images."),
        known(Eccv, "PMRP-pcme", Nothing, F::PmrpPcme,
            "R-precision on images whose classes differ in at most 0, 1 and 2 places, averaged."),
        known(Eccv, "PMRP-library", Nothing, F::PmrpLibrary,
            "R-precision on images whose classes differ in at most 2 places, the query's own left \
             out."),
        known(Eccv, "PMRP-paper", Nothing, F::PmrpPaper,
            "R-precision on images with the same classes, R being 50 at most."),
        known(Coco1k, "R", Rank, F::HitRate,
            "Share of queries with a relevant image {top} of their fold, a fifth of the gallery."),
        known(Coco5k, "R", Rank, F::HitRate, HIT_RATE),
        known(Cxc, "R", Rank, F::HitRate, HIT_RATE),
        known(Conqa, "nDCG", Nothing, F::BinaryNdcg,
            "Relevant images, discounted by log2(rank + 1), over that of an ideal list."),
        known(Conqa, "R-Precision", Nothing, F::RPrecision, R_PRECISION),
        known(Conqa, "HR", Rank, F::HitRate, HIT_RATE),
        known(Mirflickr, "AP", Nothing, F::AveragePrecision, AVERAGE_PRECISION),
        known(Mirflickr, "Acc", Rank, F::Precision, PRECISION),
        known(Needle, "R", Rank, F::RecallOfTen,
            "Relevant images {top}, over the number of all relevant images, 10 at most."),
        known(Needle, "P", Rank, F::Precision, PRECISION),
        known(Needle, "AP", Nothing, F::AveragePrecisionOfTen,
            "Precision at each relevant image, summed and divided by the number of all relevant \
             images, 10 at most."),
        known(Needle, "RR", Nothing, F::ReciprocalRank, RECIPROCAL_RANK),
    ]
};
