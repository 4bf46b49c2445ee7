//! The ways of fusing, as arguments name them.

use anyhow::{Result, bail};
use rankscope_core::ranking::Fusion;
use std::fmt;

/// A way of fusing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Method {
    /// Reciprocal rank fusion.
    Rrf,
    /// Reciprocal rank fusion with a weight for each list.
    Wrrf,
    /// CombSUM over min-max scores.
    Combsum,
    /// CombMNZ over min-max scores.
    Combmnz,
}

impl Method {
    /// Whether scores count, and not only ranks.
    pub(super) fn adds_scores(self) -> bool {
        match self {
            Self::Rrf | Self::Wrrf => false,
            Self::Combsum | Self::Combmnz => true,
        }
    }

    /// Fuses this many lists.
    pub(super) fn fusion(self, n_lists: usize, k: f64, weights: &[f64]) -> Result<Fusion> {
        if n_lists < 2 {
            bail!("two or more lists are fused, and {n_lists} is named: separate names by commas");
        }
        if !(k.is_finite() && k >= 0.0) {
            bail!("--k {k} is added to ranks: it must be 0 or more");
        }
        match self {
            Self::Rrf | Self::Combsum | Self::Combmnz if !weights.is_empty() => {
                bail!("{self} has no weights: use --by wrrf, or leave out --weights")
            }
            Self::Rrf => Ok(Fusion::ReciprocalRank { k, weights: Vec::new() }),
            Self::Wrrf => {
                if weights.len() != n_lists {
                    bail!(
                        "{n_lists} lists need {n_lists} --weights, and {} are given",
                        weights.len()
                    );
                }
                if let Some(weight) = weights.iter().find(|w| !(w.is_finite() && **w >= 0.0)) {
                    bail!("the weight {weight} is not a number from 0");
                }
                Ok(Fusion::ReciprocalRank { k, weights: weights.to_vec() })
            }
            Self::Combsum => Ok(Fusion::CombSum),
            Self::Combmnz => Ok(Fusion::CombMnz),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Rrf => "rrf",
            Self::Wrrf => "wrrf",
            Self::Combsum => "combsum",
            Self::Combmnz => "combmnz",
        })
    }
}
