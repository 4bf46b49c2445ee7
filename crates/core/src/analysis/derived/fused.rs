//! Fused systems: the lists of two or more systems as those of one: `rrf(base,small)`,
//! `rrf(base,small,k=10)`, `wrrf(base*2,small*0.5)`, `combsum(base,small)`, `combmnz(base,small,dim16)`.

use super::error::DerivedError;
use crate::ranking::{Fusion, RRF_K};
use std::fmt;

/// The hits of each system that are fused: as many as `rankscope fuse` takes by default.
pub const FUSED_DEPTH: usize = 1000;

/// How lists are fused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FusionMethod {
    /// Reciprocal rank fusion.
    Rrf,
    /// Reciprocal rank fusion with a weight for each list.
    WeightedRrf,
    /// The sum of min-max scores.
    CombSum,
    /// That sum times the number of lists that have the image.
    CombMnz,
}

/// A fused system: its method, the systems that it fuses, and their weights.
#[derive(Debug, Clone, PartialEq)]
pub struct FusedSystem {
    /// How it fuses.
    pub method: FusionMethod,
    /// The ids of its systems, in the order in which their gains are summed, with their weights: 1
    /// unless the method takes weights.
    pub parts: Vec<(String, f64)>,
    /// What reciprocal rank fusion adds to ranks.
    pub k: f64,
}

impl FusionMethod {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Rrf, Self::WeightedRrf, Self::CombSum, Self::CombMnz];

    /// Its name in ids and commands.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rrf => "rrf",
            Self::WeightedRrf => "wrrf",
            Self::CombSum => "combsum",
            Self::CombMnz => "combmnz",
        }
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Rrf => "RRF",
            Self::WeightedRrf => "Weighted RRF",
            Self::CombSum => "CombSUM",
            Self::CombMnz => "CombMNZ",
        }
    }

    /// How it makes a score, in a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Rrf => "Sums 1 / (k + rank) over the lists that have the picture.",
            Self::WeightedRrf => "Sums weight / (k + rank) over the lists that have the picture.",
            Self::CombSum => "Sums the scores, each list’s scaled to 0 … 1 for the query.",
            Self::CombMnz => "CombSUM times the number of lists that have the picture.",
        }
    }

    /// Whether ranks count, so that there is a k.
    pub fn takes_ranks(self) -> bool {
        matches!(self, Self::Rrf | Self::WeightedRrf)
    }
}

/// Whether an id names a fused system, and not another derived one.
pub fn is_fused(id: &str) -> bool {
    let name = id.split_once('(').map(|(name, _)| name);
    FusionMethod::ALL.iter().any(|method| Some(method.name()) == name)
}

impl FusedSystem {
    /// Whether it can be fused.
    ///
    /// # Errors
    /// Fewer than two systems, one twice, or a number below 0.
    pub fn check(&self) -> Result<(), DerivedError> {
        if self.parts.len() < 2 {
            return Err(DerivedError::TooFew);
        }
        for (place, (part, _)) in self.parts.iter().enumerate() {
            if self.parts.iter().take(place).any(|(earlier, _)| earlier == part) {
                return Err(DerivedError::Twice { part: part.clone() });
            }
        }
        let mut numbers = self.parts.iter().map(|(_, weight)| *weight).chain([self.k]);
        match numbers.find(|number| !(number.is_finite() && *number >= 0.0)) {
            Some(number) => Err(DerivedError::Number { value: number.to_string() }),
            None => Ok(()),
        }
    }

    /// The ids of its systems.
    pub fn part_ids(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|(id, _)| id.as_str())
    }

    /// The way of fusing.
    pub fn fusion(&self) -> Fusion {
        let k = self.k;
        match self.method {
            FusionMethod::Rrf => Fusion::ReciprocalRank { k, weights: Vec::new() },
            FusionMethod::WeightedRrf => {
                let weights = self.parts.iter().map(|(_, weight)| *weight).collect();
                Fusion::ReciprocalRank { k, weights }
            }
            FusionMethod::CombSum => Fusion::CombSum,
            FusionMethod::CombMnz => Fusion::CombMnz,
        }
    }
}

/// The usual form of its id: weights where the method takes them, k where it is not 60.
impl fmt::Display for FusedSystem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}(", self.method.name())?;
        for (place, (part, weight)) in self.parts.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(out, "{comma}{part}")?;
            if self.method == FusionMethod::WeightedRrf {
                write!(out, "*{weight}")?;
            }
        }
        if self.method.takes_ranks() && self.k != RRF_K {
            write!(out, ",k={}", self.k)?;
        }
        out.write_str(")")
    }
}
