//! Fused systems: the lists of two or more systems as those of one, named by how they are made.
//!
//! An id says it all, so that a link is enough: `rrf(base,small)`, `rrf(base,small,k=10)`,
//! `wrrf(base*2,small*0.5)`, `combsum(base,small)`, `combmnz(base,small,dim16)`.

use super::{Dataset, flops_per_image, ids_with_rankings, split_ids, words};
use crate::benchmark::System;
use crate::ranking::{Fusion, RRF_K};
use std::fmt;
use thiserror::Error;

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

/// Why an id names no fused system of a benchmark.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FusedSystemError {
    /// Not of the form of an id.
    #[error("{id} does not name a fused system, as rrf(a,b) and wrrf(a*2,b*1,k=10) do")]
    Form {
        /// The id.
        id: String,
    },
    /// Fewer than two systems.
    #[error("a fused system needs two or more systems")]
    TooFew,
    /// A system twice.
    #[error("{part} is named twice, and a list is not fused with itself")]
    Twice {
        /// The system's id.
        part: String,
    },
    /// A weight or k that is negative or no number.
    #[error("{value} is not a number from 0")]
    Number {
        /// The value.
        value: String,
    },
    /// Another form of the id.
    #[error("{id} is written {usual}")]
    NotUsual {
        /// The id.
        id: String,
        /// Its usual form.
        usual: String,
    },
    /// A system that the benchmark lacks.
    #[error("this benchmark has no system {part}")]
    Unknown {
        /// The system's id.
        part: String,
    },
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

/// Whether an id names a fused system: those of a benchmark's own have no brackets.
pub fn is_fused(id: &str) -> bool {
    id.contains('(')
}

impl FusedSystem {
    /// Reads an id.
    ///
    /// # Errors
    /// Not an id of this form, fewer than two systems, one twice, or a number below 0.
    pub fn parse(id: &str) -> Result<Self, FusedSystemError> {
        let form = || FusedSystemError::Form { id: id.into() };
        let (name, inside) =
            id.strip_suffix(')').and_then(|id| id.split_once('(')).ok_or_else(form)?;
        let method = FusionMethod::ALL.into_iter().find(|method| method.name() == name);
        let method = method.ok_or_else(form)?;
        let number = |text: &str| {
            text.parse::<f64>().map_err(|_| FusedSystemError::Number { value: text.into() })
        };
        let mut fused = Self { method, parts: Vec::new(), k: RRF_K };
        for item in inside.split(',') {
            if let Some(k) = item.strip_prefix("k=") {
                fused.k = number(k)?;
            } else if let Some((part, weight)) = item.split_once('*') {
                fused.parts.push((part.into(), number(weight)?));
            } else {
                fused.parts.push((item.into(), 1.0));
            }
        }
        fused.check()?;
        let usual = fused.to_string();
        if usual == id {
            Ok(fused)
        } else {
            Err(FusedSystemError::NotUsual { id: id.into(), usual })
        }
    }

    /// Whether it can be fused.
    ///
    /// # Errors
    /// Fewer than two systems, one twice, or a number below 0.
    pub fn check(&self) -> Result<(), FusedSystemError> {
        if self.parts.len() < 2 {
            return Err(FusedSystemError::TooFew);
        }
        for (place, (part, _)) in self.parts.iter().enumerate() {
            if self.parts.iter().take(place).any(|(earlier, _)| earlier == part) {
                return Err(FusedSystemError::Twice { part: part.clone() });
            }
        }
        let mut numbers = self.parts.iter().map(|(_, weight)| *weight).chain([self.k]);
        match numbers.find(|number| !(number.is_finite() && *number >= 0.0)) {
            Some(number) => Err(FusedSystemError::Number { value: number.to_string() }),
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

    /// It as a system of a benchmark, whose lists are made on demand. It takes queries that every
    /// part takes; its costs are those of its parts together, where all are known.
    ///
    /// # Errors
    /// A part that the benchmark lacks.
    pub fn system(&self, dataset: &Dataset) -> Result<System, FusedSystemError> {
        let part = |id: &str| {
            let known = dataset.manifest.system(id).filter(|_| !is_fused(id));
            known.ok_or_else(|| FusedSystemError::Unknown { part: id.into() })
        };
        let parts: Vec<&System> = self.part_ids().map(part).collect::<Result<_, _>>()?;
        let rankable = ids_with_rankings(dataset);
        let is_rankable = parts.iter().all(|part| rankable.contains(&part.id));
        let has_encoders = parts.iter().all(|part| part.encoder.is_some());
        // Of a part that cannot take pictures, if there is one: then the fused system cannot either.
        let sees = |part: &&&System| dataset.manifest.vision_tower(part).is_some();
        let encoder = parts.iter().find(|part| !sees(part)).or(parts.first());
        let titles = self.parts.iter().zip(&parts).map(|((_, weight), part)| match self.method {
            FusionMethod::WeightedRrf => format!("{} (× {weight})", part.title),
            _ => part.title.clone(),
        });
        let titles = words::listed(&titles.collect::<Vec<_>>());
        let k =
            (self.method.takes_ranks() && self.k != RRF_K).then(|| format!(" (k = {})", self.k));
        let depth = words::count(FUSED_DEPTH);
        Ok(System {
            id: self.to_string(),
            title: format!("{}{} of {titles}", self.method.title(), k.unwrap_or_default()),
            description: format!(
                "The first {depth} results of {titles}, fused. {}",
                self.method.describe()
            ),
            encoder: encoder.filter(|_| has_encoders).and_then(|part| part.encoder.clone()),
            parameters: parts.iter().map(|part| part.parameters).sum(),
            flops_per_query: parts.iter().map(|part| part.flops_per_query).sum(),
            flops_per_image: parts.iter().map(|part| flops_per_image(part)).sum(),
            // Not a file: its parts have the vectors.
            queries: is_rankable.then(String::new),
            ..System::default()
        })
    }
}

impl Dataset {
    /// The same lists with other fused systems: those among the ids in `named`, which commas separate.
    /// Ids that cannot be fused are in [`Self::not_fused`].
    #[must_use]
    pub fn with_fused(&self, named: &str) -> Self {
        let mut dataset = self.clone();
        dataset.manifest.systems.retain(|system| !is_fused(&system.id));
        let mut ids: Vec<&str> = Vec::new();
        for id in split_ids(named).filter(|id| is_fused(id)) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        let made = ids.iter().map(|id| FusedSystem::parse(id)?.system(&dataset));
        let (mut fused, mut not_fused) = (Vec::new(), Vec::new());
        for made in made.collect::<Vec<_>>() {
            match made {
                Ok(system) => fused.push(system),
                Err(e) => not_fused.push(e.to_string()),
            }
        }
        dataset.manifest.systems.extend(fused.iter().cloned());
        (dataset.fused, dataset.not_fused) = (fused, not_fused);
        dataset
    }

    /// Whether [`Self::with_fused`] would give the same systems.
    pub fn has_fused(&self, named: &str) -> bool {
        let other = self.with_fused(named);
        self.fused == other.fused && self.not_fused == other.not_fused
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
