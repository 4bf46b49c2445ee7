//! Measures as values: they print, parse and compute.

use super::{
    JudgedList, average_precision, hit_rate, map_at_r, ndcg, precision, r_precision, recall,
};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// Whose conventions a measure follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// `eccv_caption`: lists in the order given.
    Eccv,
    /// `trec_eval`: score descending, ties by image id descending bytewise.
    Trec,
}

/// A measure with its parameters; prints as `protocol:measure`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    /// `eccv:R@K`, a hit rate.
    EccvHitRate {
        /// The cut-off.
        k: usize,
    },
    /// `eccv:mAP@R`.
    EccvMapAtR,
    /// `eccv:R-Precision`.
    EccvRPrecision,
    /// `trec:P@k`.
    TrecPrecision {
        /// The cut-off.
        k: usize,
    },
    /// `trec:R@k`.
    TrecRecall {
        /// The cut-off.
        k: usize,
    },
    /// `trec:AP@k`.
    TrecAveragePrecision {
        /// The cut-off.
        k: usize,
    },
    /// `trec:nDCG@k`.
    TrecNdcg {
        /// The cut-off.
        k: usize,
    },
}

/// The measures shown where a benchmark or a command names none.
#[must_use]
pub fn default_measures() -> Vec<Measure> {
    vec![
        Measure::EccvHitRate { k: 1 },
        Measure::EccvHitRate { k: 5 },
        Measure::EccvHitRate { k: 10 },
        Measure::EccvMapAtR,
        Measure::EccvRPrecision,
        Measure::TrecPrecision { k: 10 },
        Measure::TrecRecall { k: 10 },
        Measure::TrecAveragePrecision { k: 50 },
        Measure::TrecNdcg { k: 10 },
    ]
}

impl Measure {
    /// The value for one query; `None` where the query has no relevant image, so that no
    /// list could be better than another.
    #[must_use]
    pub fn value(&self, list: &JudgedList) -> Option<f64> {
        if list.n_relevant() == 0 {
            return None;
        }
        Some(match *self {
            Self::EccvHitRate { k } => hit_rate::value(list, k),
            Self::EccvMapAtR => map_at_r::value(list),
            Self::EccvRPrecision => r_precision::value(list),
            Self::TrecPrecision { k } => precision::value(list, k),
            Self::TrecRecall { k } => recall::value(list, k),
            Self::TrecAveragePrecision { k } => average_precision::value(list, k),
            Self::TrecNdcg { k } => ndcg::value(list, k),
        })
    }

    /// Whose conventions it follows; the list must be in that protocol's order.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        match self {
            Self::EccvHitRate { .. } | Self::EccvMapAtR | Self::EccvRPrecision => Protocol::Eccv,
            Self::TrecPrecision { .. }
            | Self::TrecRecall { .. }
            | Self::TrecAveragePrecision { .. }
            | Self::TrecNdcg { .. } => Protocol::Trec,
        }
    }

    /// How many hits it looks at, for a query with `n_relevant` relevant images.
    #[must_use]
    pub fn depth(&self, n_relevant: usize) -> usize {
        match *self {
            Self::EccvMapAtR | Self::EccvRPrecision => n_relevant,
            Self::EccvHitRate { k }
            | Self::TrecPrecision { k }
            | Self::TrecRecall { k }
            | Self::TrecAveragePrecision { k }
            | Self::TrecNdcg { k } => k,
        }
    }

    /// The formula in words, in one sentence.
    #[must_use]
    pub fn describe(&self) -> String {
        match *self {
            Self::EccvHitRate { k: 1 } => "Share of queries whose first image is relevant.".into(),
            Self::EccvHitRate { k } => {
                format!("Share of queries with a relevant image among the first {k}.")
            }
            Self::EccvMapAtR => "Precision at each relevant image among the first R, summed and \
                                 divided by R, the number of relevant images."
                .into(),
            Self::EccvRPrecision => {
                "Share of relevant images among the first R, the number of relevant images.".into()
            }
            Self::TrecPrecision { k } => format!("Share of relevant images among the first {k}."),
            Self::TrecRecall { k } => {
                format!("Share of all relevant images that are among the first {k}.")
            }
            Self::TrecAveragePrecision { k } => format!(
                "Precision at each relevant image among the first {k}, summed and divided by the \
                 number of all relevant images."
            ),
            Self::TrecNdcg { k } => format!(
                "Gain of the first {k} images, discounted by log2(rank + 1), over that of an \
                 ideal list."
            ),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EccvHitRate { k } => write!(out, "eccv:R@{k}"),
            Self::EccvMapAtR => write!(out, "eccv:mAP@R"),
            Self::EccvRPrecision => write!(out, "eccv:R-Precision"),
            Self::TrecPrecision { k } => write!(out, "trec:P@{k}"),
            Self::TrecRecall { k } => write!(out, "trec:R@{k}"),
            Self::TrecAveragePrecision { k } => write!(out, "trec:AP@{k}"),
            Self::TrecNdcg { k } => write!(out, "trec:nDCG@{k}"),
        }
    }
}

/// A name that is no measure.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{name:?} is not a measure: known are eccv:R@K, eccv:mAP@R, eccv:R-Precision, trec:P@k, \
     trec:R@k, trec:AP@k and trec:nDCG@k, with a whole number from 1 for k"
)]
pub struct MeasureError {
    /// What was given.
    pub name: String,
}

impl FromStr for Measure {
    type Err = MeasureError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let unknown = || MeasureError { name: name.into() };
        let (stem, cutoff) = match name.rsplit_once('@') {
            None => (name, None),
            Some((stem, "R")) => (stem, None),
            Some((stem, k)) => {
                let k: usize = k.parse().map_err(|_| unknown())?;
                (stem, Some(k).filter(|k| *k > 0))
            }
        };
        let measure = match (stem, cutoff) {
            ("eccv:R", Some(k)) => Self::EccvHitRate { k },
            ("eccv:mAP", None) => Self::EccvMapAtR,
            ("eccv:R-Precision", None) => Self::EccvRPrecision,
            ("trec:P", Some(k)) => Self::TrecPrecision { k },
            ("trec:R", Some(k)) => Self::TrecRecall { k },
            ("trec:AP", Some(k)) => Self::TrecAveragePrecision { k },
            ("trec:nDCG", Some(k)) => Self::TrecNdcg { k },
            _ => return Err(unknown()),
        };
        // One name each: `eccv:R@05`, `eccv:mAP` and `eccv:R-Precision@R` are refused.
        if measure.to_string() == name { Ok(measure) } else { Err(unknown()) }
    }
}
