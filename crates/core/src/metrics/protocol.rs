use super::Publication;

/// Whose conventions a measure follows.
///
/// Two rules hold under every protocol, so that no mean depends on what a system chose to
/// return. A query without a relevant image has no value and is left out of means, with the
/// mean's n saying so. A judged query that the run lacks is judged as an empty list, whose
/// value is 0: `trec_eval -c` does so too, the others raise an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// `trec_eval`. Ties by image id; a list shorter than k still divides by k.
    Trec,
    /// INQUIRE, `src/metrics.py` on scikit-learn (Vendrow et al., NeurIPS 2024). The list is
    /// cut at k first, a shorter list lowers k, and equal scores are one block.
    Inquire,
    /// `eccv_caption` (Chun et al., ECCV 2022). It is given ids without scores, which its example
    /// takes from `torch.topk`: scores descending, and ties in no specified order
    /// (`examples/clip_example_run.py`). A list shorter than R costs nothing in R-Precision and
    /// counts as misses in mAP@R.
    Eccv,
    /// COCO 1K, `compute_coco1k_r_at_k` of `eccv_caption`: the gallery is cut to the query's
    /// fold ([`Folds`](super::Folds)) before the list is judged. A list that was not cut to a
    /// fold has no value.
    Coco1k,
    /// COCO 5K, `compute_r_at_k` of `eccv_caption` with COCO's own pairs as relevance.
    Coco5k,
    /// Crisscrossed Captions (Parekh et al., EACL 2021), as `eccv_caption` evaluates them.
    Cxc,
    /// ConQA, `repro-kit` on ranx (Rodriguez et al., 2023). Seed images were removed from corpus
    /// and judgements before; every relevant image gains 1. ranx sorts by score, descending, with
    /// numba's `argsort`, a quicksort that leaves ties in no specified order
    /// (`ranx/data_structures/common.py`).
    Conqa,
    /// The MIR Flickr evaluation (Huiskes and Lew, MIR 2008, section 6). It has no code; the paper
    /// ranks by score and says nothing of ties.
    Mirflickr,
    /// Needle (Erfanian et al., appendix E.3): at most ten images count as needed, so that a
    /// list with more than ten relevant images may score above 1. The appendix ranks by score and
    /// says nothing of ties.
    Needle,
}

/// The order in which a ranking is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// As given, whatever the scores: for lists that are shown. No protocol uses it.
    AsGiven,
    /// Score descending, NaN last; equal scores stay as given.
    ByScore,
    /// Score descending, ties by image id descending bytewise, NaN last (`form_res_rels.c`).
    TrecEval,
}

impl Protocol {
    /// The default first.
    pub const ALL: [Self; 9] = [
        Self::Trec,
        Self::Inquire,
        Self::Eccv,
        Self::Coco1k,
        Self::Coco5k,
        Self::Cxc,
        Self::Conqa,
        Self::Mirflickr,
        Self::Needle,
    ];

    /// The part of a measure's name before the colon.
    pub fn name(self) -> &'static str {
        match self {
            Self::Trec => "trec",
            Self::Inquire => "inquire",
            Self::Eccv => "eccv",
            Self::Coco1k => "coco-1k",
            Self::Coco5k => "coco-5k",
            Self::Cxc => "cxc",
            Self::Conqa => "conqa",
            Self::Mirflickr => "mirflickr",
            Self::Needle => "needle",
        }
    }

    /// The name that readers know.
    pub fn title(self) -> &'static str {
        match self {
            Self::Trec => "trec_eval",
            Self::Inquire => "INQUIRE",
            Self::Eccv => "ECCV Caption",
            Self::Coco1k => "COCO 1K",
            Self::Coco5k => "COCO 5K",
            Self::Cxc => "Crisscrossed Captions",
            Self::Conqa => "ConQA",
            Self::Mirflickr => "MIR Flickr",
            Self::Needle => "Needle",
        }
    }

    /// Its citations.
    pub fn publications(self) -> &'static [Publication] {
        match self {
            Self::Trec => &[Publication::TrecEval],
            Self::Inquire => &[Publication::Inquire2024],
            Self::Eccv => &[Publication::EccvCaption2022],
            // The splits, and the code whose values are computed.
            Self::Coco1k | Self::Coco5k => {
                &[Publication::KarpathyFeiFei2015, Publication::EccvCaption2022]
            }
            Self::Cxc => &[Publication::Cxc2021, Publication::EccvCaption2022],
            Self::Conqa => &[Publication::Conqa2023],
            Self::Mirflickr => &[Publication::HuiskesLew2008],
            Self::Needle => &[Publication::Needle2024],
        }
    }

    /// Its conventions in words, for readers of its numbers.
    pub fn conventions(self) -> &'static str {
        match self {
            Self::Trec => {
                "As trec_eval: equal scores are ordered by image id, descending; a list shorter \
                 than k is still divided by k."
            }
            Self::Inquire => {
                "As INQUIRE's own code: the list is cut at k first; equal scores count as one \
                 block; k is the number of images given, and N⁺ all relevant ones in the corpus."
            }
            Self::Eccv => {
                "As eccv_caption: ranked by score, equal scores in the order given; a list shorter \
                 than R costs nothing in R-Precision and counts as misses in mAP@R."
            }
            Self::Coco1k => {
                "As eccv_caption: the gallery is cut to the query's fold; the mean is over five \
                 folds."
            }
            Self::Coco5k => {
                "As eccv_caption, on COCO's own pairs: ranked by score, equal scores in the order \
                 given."
            }
            Self::Cxc => {
                "As eccv_caption, on the Crisscrossed Captions: ranked by score, equal scores in \
                 the order given."
            }
            Self::Conqa => {
                "As ConQA's repro-kit: seed images leave corpus and judgements, every relevant \
                 image gains 1, the whole list counts."
            }
            Self::Mirflickr => {
                "As the MIR Flickr evaluation: ranked by score, equal scores in the order given."
            }
            Self::Needle => {
                "As Needle's appendix: ten images at most count as needed, so that a value may \
                 exceed 1; ranked by score, equal scores in the order given."
            }
        }
    }

    /// The order that a ranking must have before it is judged.
    pub fn order(self) -> Order {
        // The others rank by score and specify no ties (INQUIRE's are blocks).
        if self == Self::Trec { Order::TrecEval } else { Order::ByScore }
    }

    /// Whether it ranks only the query's fold of the gallery ([`Folds`](super::Folds)): a list that was not cut
    /// to a fold has no value, and the mean is that of the folds' means.
    pub fn is_within_fold(self) -> bool {
        self == Self::Coco1k
    }
}

impl Order {
    /// How equal scores are ordered, in words.
    pub fn tie_rule(self) -> &'static str {
        match self {
            Self::AsGiven => "kept in the order given",
            Self::ByScore => "sorted by score and otherwise kept in the order given",
            Self::TrecEval => "ordered by image id, descending",
        }
    }
}
