//! Derived systems as systems of a benchmark.

use super::super::{Dataset, flops_per_image, ids_with_rankings, split_ids, splits_of, words};
use super::error::DerivedError;
use super::expression::{Derived, FEEDBACK_JUDGED, is_derived};
use super::fused::{FUSED_DEPTH, FusedSystem, FusionMethod};
use crate::benchmark::System;
use crate::ranking::RRF_K;

impl Derived {
    /// It as a system of a benchmark, whose lists or vectors are made on demand. It takes queries that
    /// every part takes; its costs are those of its parts together, where all are known.
    ///
    /// # Errors
    /// A part or a split that the benchmark lacks, a part without the vectors that are needed, or more
    /// dimensions than it has.
    pub fn system(&self, dataset: &Dataset) -> Result<System, DerivedError> {
        if matches!(self, Self::Guides(_)) && !has_guides(dataset) {
            return Err(DerivedError::NoGuides { benchmark: dataset.manifest.id.clone() });
        }
        let rankable = ids_with_rankings(dataset);
        let mut parts = Vec::new();
        let mut are_rankable = true;
        for id in self.part_ids() {
            let part = if is_derived(id) {
                let derived = Self::parse(id)?;
                if self.needs_vectors() && !derived.has_vectors() {
                    return Err(self.without_vectors(id));
                }
                derived.system(dataset)?
            } else {
                if self.needs_vectors() && dataset.is_run(id) {
                    return Err(self.without_vectors(id));
                }
                are_rankable &= rankable.iter().any(|known| known == id);
                let known = dataset.manifest.system(id).cloned();
                known.ok_or_else(|| DerivedError::Unknown { part: id.into() })?
            };
            are_rankable &= !is_derived(id) || part.queries.is_some();
            parts.push(part);
        }
        let has_encoders = parts.iter().all(|part| part.encoder.is_some());
        // Of a part that cannot take pictures, if there is one: then the derived system cannot either.
        let sees = |part: &&System| dataset.manifest.vision_tower(part).is_some();
        let encoder = parts.iter().find(|part| !sees(part)).or(parts.first());
        // Only stored queries have judgements to simulate with, or guides.
        let takes_any = !matches!(self, Self::Feedback { .. } | Self::Guides(_));
        let (title, description) = self.words(&parts);
        Ok(System {
            id: self.to_string(),
            title,
            description,
            encoder: encoder
                .filter(|_| has_encoders && takes_any)
                .and_then(|part| part.encoder.clone()),
            dim: self.dim(dataset, &parts)?,
            parameters: parts.iter().map(|part| part.parameters).sum(),
            flops_per_query: parts.iter().map(|part| part.flops_per_query).sum(),
            flops_per_image: parts.iter().map(flops_per_image).sum(),
            // Not a file: its parts have the vectors.
            queries: are_rankable.then(String::new),
            ..System::default()
        })
    }

    fn without_vectors(&self, part: &str) -> DerivedError {
        DerivedError::NoVectors { part: part.into(), name: self.name() }
    }

    /// The length of its vectors; 0 if it has none.
    fn dim(&self, dataset: &Dataset, parts: &[System]) -> Result<u32, DerivedError> {
        let dim = parts.first().map_or(0, |part| part.dim);
        match self {
            Self::FirstDims { of, dims } | Self::Pca { of, dims } => match u32::try_from(*dims) {
                Ok(dims) if dims <= dim => Ok(dims),
                _ => Err(DerivedError::Dims { part: of.clone(), dim, asked: *dims }),
            },
            Self::QbNorm { bank, .. } => {
                let known: Vec<&str> =
                    splits_of(&dataset.queries).filter(|split| !split.is_empty()).collect();
                if !known.contains(&bank.as_str()) {
                    let known = if known.is_empty() { "none".into() } else { known.join(", ") };
                    return Err(DerivedError::NoSplit { split: bank.clone(), known });
                }
                Ok(dim + 1)
            }
            _ => Ok(0),
        }
    }

    /// Title and description.
    fn words(&self, parts: &[System]) -> (String, String) {
        let title = |place: usize| parts.get(place).map_or("", |part| part.title.as_str());
        let of = title(0);
        match self {
            Self::Fused(fused) => fused_words(fused, parts),
            Self::Reranked { depth, .. } => {
                let (depth, second) = (words::count(*depth), title(1));
                (
                    format!("{of}, the first {depth} by {second}"),
                    format!(
                        "The first {depth} results of {of} in the order of {second}; the rest follows \
                         in its own order."
                    ),
                )
            }
            Self::FirstDims { dims, .. } => (
                format!("{of}, first {dims} dimensions"),
                format!("The first {dims} dimensions of {of}, at length 1 again."),
            ),
            Self::Pca { dims, .. } => (
                format!("{of}, {dims} principal components"),
                format!(
                    "{of} rotated to the {dims} principal components of its gallery, at length 1 \
                     again; the mean is not subtracted."
                ),
            ),
            Self::QbNorm { bank, beta, is_dynamic, .. } => {
                let kind =
                    if *is_dynamic { "dynamic inverted softmax" } else { "inverted softmax" };
                (
                    format!("{of}, QB-Norm by {bank}"),
                    format!(
                        "{of} with scores normalised over the queries of {bank} by the {kind} \
                         (β = {beta})."
                    ),
                )
            }
            Self::Feedback { method, rounds, .. } => (
                format!("{of}, {} × {rounds}", method.title()),
                format!(
                    "{of} after {rounds} rounds of relevance feedback ({}), {FEEDBACK_JUDGED} images \
                     judged in each by the benchmark's default judgements. Judged images keep their \
                     places.",
                    method.title()
                ),
            ),
            Self::Guides(guided) => guided.words(),
        }
    }
}

/// Whether a benchmark has guides for its queries: carried ones, or Fieldbook's, which are drawn.
fn has_guides(dataset: &Dataset) -> bool {
    !dataset.manifest.guides.is_empty() || dataset.manifest.draws_guides()
}

fn fused_words(fused: &FusedSystem, parts: &[System]) -> (String, String) {
    let titles = fused.parts.iter().zip(parts).map(|((_, weight), part)| match fused.method {
        FusionMethod::WeightedRrf => format!("{} (× {weight})", part.title),
        _ => part.title.clone(),
    });
    let titles = words::listed(&titles.collect::<Vec<_>>());
    let k = (fused.method.takes_ranks() && fused.k != RRF_K).then(|| format!(" (k = {})", fused.k));
    let depth = words::count(FUSED_DEPTH);
    (
        format!("{}{} of {titles}", fused.method.title(), k.unwrap_or_default()),
        format!("The first {depth} results of {titles}, fused. {}", fused.method.describe()),
    )
}

impl Dataset {
    /// The splits of queries that a system's scores are normalised over, each with how many of these queries are
    /// of it, where there are any: no real query is in its own bank. Rows are those of the queries.
    pub fn in_own_banks(&self, id: &str, rows: &[usize]) -> Vec<(String, usize)> {
        let banks = Derived::parse(id).and_then(|derived| derived.banks()).unwrap_or_default();
        let n_of = |bank: &String| {
            let of_bank =
                |row: &&usize| self.queries.get(**row).is_some_and(|query| query.split == *bank);
            rows.iter().filter(of_bank).count()
        };
        let counted = banks.into_iter().map(|bank| (n_of(&bank), bank));
        counted.filter(|(n, _)| *n > 0).map(|(n, bank)| (bank, n)).collect()
    }

    /// The same lists with other derived systems: those among the ids in `named`, which commas separate. Ids
    /// that name none are in [`Self::not_derived`].
    #[must_use]
    pub fn with_derived(&self, named: &str) -> Self {
        let mut dataset = self.clone();
        dataset.manifest.systems.retain(|system| !is_derived(&system.id));
        let mut ids: Vec<&str> = Vec::new();
        for id in split_ids(named).filter(|id| is_derived(id)) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        let made = ids.iter().map(|id| Derived::parse_usual(id)?.system(&dataset));
        let (mut derived, mut not_derived) = (Vec::new(), Vec::new());
        for made in made.collect::<Vec<_>>() {
            match made {
                Ok(system) => derived.push(system),
                Err(e) => not_derived.push(e.to_string()),
            }
        }
        dataset.manifest.systems.extend(derived.iter().cloned());
        (dataset.derived, dataset.not_derived) = (derived, not_derived);
        dataset
    }

    /// Whether [`Self::with_derived`] would give the same systems.
    pub fn has_derived(&self, named: &str) -> bool {
        let other = self.with_derived(named);
        self.derived == other.derived && self.not_derived == other.not_derived
    }
}
