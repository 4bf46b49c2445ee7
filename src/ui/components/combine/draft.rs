//! What is typed and chosen in the dialog, and the derived system that it names.

use super::offered::CombinePicker;
use crate::ui::components::picker::Options;
use leptos::prelude::*;
use rankscope_core::analysis::{
    Derived, DerivedError, FusedSystem, FusionMethod, GuidedSystem, MAX_FEEDBACK_ROUNDS,
    MAX_GUIDES, MAX_RERANKED, QB_BETA,
};
use rankscope_core::feedback::FeedbackMethod;
use rankscope_core::ranking::RRF_K;

/// The results that are re-ranked, the dimensions that are kept and the rounds of feedback without another
/// choice.
const DEPTH: usize = 100;
const DIMS: usize = 16;
const ROUNDS: usize = 1;
/// That of `rankscope guide` without another choice.
const PRESET: &str = "balanced";

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Fuse,
    Rerank,
    Reduce,
    Normalise,
    Feedback,
    Guides,
}

impl Way {
    pub(super) const ALL: [Self; 6] =
        [Self::Fuse, Self::Rerank, Self::Reduce, Self::Normalise, Self::Feedback, Self::Guides];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Fuse => "fuse",
            Self::Rerank => "rerank",
            Self::Reduce => "reduce",
            Self::Normalise => "normalise",
            Self::Feedback => "feedback",
            Self::Guides => "guides",
        }
    }

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Fuse => "Fuse their lists",
            Self::Rerank => "Re-rank one by another",
            Self::Reduce => "Keep fewer dimensions",
            Self::Normalise => "Normalise scores (QB-Norm)",
            Self::Feedback => "Give relevance feedback",
            Self::Guides => "Search by guide pictures",
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Draft {
    pub(super) way: RwSignal<Way>,
    /// The stages of a re-ranked system, as ids; empty until chosen.
    pub(super) first: RwSignal<String>,
    pub(super) second: RwSignal<String>,
    pub(super) depth: RwSignal<String>,
    pub(super) parts: RwSignal<Vec<String>>,
    /// Weights as typed, by id; 1 for any other.
    pub(super) weights: RwSignal<Vec<(String, String)>>,
    pub(super) method: RwSignal<FusionMethod>,
    pub(super) k: RwSignal<String>,
    /// The system whose vectors are changed; empty until chosen.
    pub(super) of: RwSignal<String>,
    pub(super) is_principal: RwSignal<bool>,
    pub(super) dims: RwSignal<String>,
    /// The split whose queries are the bank; empty until chosen.
    pub(super) bank: RwSignal<String>,
    pub(super) beta: RwSignal<String>,
    pub(super) is_dynamic: RwSignal<bool>,
    pub(super) feedback: RwSignal<FeedbackMethod>,
    pub(super) rounds: RwSignal<String>,
    pub(super) preset: RwSignal<String>,
    /// m, ℓ and γ as typed; empty for the preset's, and for no γ.
    pub(super) n_guides: RwSignal<String>,
    pub(super) n_embedders: RwSignal<String>,
    pub(super) gamma: RwSignal<String>,
}

impl Draft {
    pub(super) fn new() -> Self {
        let (method, k) = (RwSignal::new(FusionMethod::Rrf), RwSignal::new(RRF_K.to_string()));
        Self {
            way: RwSignal::new(Way::Fuse),
            first: RwSignal::default(),
            second: RwSignal::default(),
            depth: RwSignal::new(DEPTH.to_string()),
            parts: RwSignal::default(),
            weights: RwSignal::default(),
            method,
            k,
            of: RwSignal::default(),
            is_principal: RwSignal::new(false),
            dims: RwSignal::new(DIMS.to_string()),
            bank: RwSignal::default(),
            beta: RwSignal::new(QB_BETA.to_string()),
            is_dynamic: RwSignal::new(false),
            feedback: RwSignal::new(FeedbackMethod::Rocchio),
            rounds: RwSignal::new(ROUNDS.to_string()),
            preset: RwSignal::new(PRESET.to_string()),
            n_guides: RwSignal::default(),
            n_embedders: RwSignal::default(),
            gamma: RwSignal::default(),
        }
    }

    pub(super) fn weight(self, id: &str) -> String {
        self.weights.with(|all| {
            let own = all.iter().find(|(own, _)| own == id);
            own.map_or_else(|| "1".to_string(), |(_, weight)| weight.clone())
        })
    }

    /// What is still missing, or what is wrong. Tracked.
    pub(super) fn made(self, picker: CombinePicker) -> Result<Derived, String> {
        let derived = match self.way.get() {
            Way::Fuse => picker.systems.with(|systems| self.fused(systems)).map(Derived::Fused),
            Way::Rerank => return self.reranked(),
            Way::Guides => self.guided(),
            _ if self.of.with(String::is_empty) => return Err("Choose a system.".into()),
            Way::Normalise if self.bank.with(String::is_empty) => {
                return Err("Choose the split whose queries the scores are normalised over.".into());
            }
            Way::Reduce => self.reduced(),
            Way::Normalise => number(self.beta.get()).map(|beta| Derived::QbNorm {
                of: self.of.get(),
                bank: self.bank.get(),
                beta,
                is_dynamic: self.is_dynamic.get(),
            }),
            Way::Feedback => whole(&self.rounds.get(), MAX_FEEDBACK_ROUNDS).map(|rounds| {
                Derived::Feedback { of: self.of.get(), method: self.feedback.get(), rounds }
            }),
        };
        let checked = derived.and_then(|derived| derived.check().map(|()| derived));
        let derived = checked.map_err(|e| match e {
            DerivedError::TooFew => "Choose two or more systems.".to_string(),
            e => format!("{e}."),
        })?;
        match picker.problem.run(derived.clone()) {
            Some(problem) => Err(format!("{problem}.")),
            None => Ok(derived),
        }
    }

    fn reduced(self) -> Result<Derived, DerivedError> {
        let (of, dims) = (self.of.get(), whole(&self.dims.get(), u32::MAX as usize)?);
        Ok(match self.is_principal.get() {
            true => Derived::Pca { of, dims },
            false => Derived::FirstDims { of, dims },
        })
    }

    fn guided(self) -> Result<Derived, DerivedError> {
        let typed =
            |text: RwSignal<String>| Some(text.get()).filter(|text| !text.trim().is_empty());
        let count = |text| typed(text).map(|text| whole(&text, MAX_GUIDES)).transpose();
        Ok(Derived::Guides(GuidedSystem {
            n_guides: count(self.n_guides)?,
            n_embedders: count(self.n_embedders)?,
            gamma: typed(self.gamma).map(number).transpose()?,
            ..GuidedSystem::of_preset(&self.preset.get())
        }))
    }

    fn reranked(self) -> Result<Derived, String> {
        let (first, second, depth) = (self.first.get(), self.second.get(), self.depth.get());
        if first.is_empty() || second.is_empty() {
            return Err("Choose the system that finds and the one that re-ranks.".into());
        }
        if first == second {
            return Err("Choose two different systems.".into());
        }
        let depth = depth.trim().parse().ok().filter(|depth| (1..=MAX_RERANKED).contains(depth));
        match depth {
            Some(depth) => Ok(Derived::Reranked { first, second, depth }),
            None => Err(format!("Re-rank from 1 to {MAX_RERANKED} results.")),
        }
    }

    /// Parts are in the order of `systems`.
    fn fused(self, systems: &Options) -> Result<FusedSystem, DerivedError> {
        let method = self.method.get();
        let chosen = systems.iter().filter(|(id, _)| self.parts.with(|parts| parts.contains(id)));
        let part = |(id, _): &(String, String)| match method {
            FusionMethod::WeightedRrf => Ok((id.clone(), number(self.weight(id))?)),
            _ => Ok((id.clone(), 1.0)),
        };
        let parts = chosen.map(part).collect::<Result<_, DerivedError>>()?;
        let k = if method.takes_ranks() { number(self.k.get())? } else { RRF_K };
        Ok(FusedSystem { method, parts, k })
    }
}

fn number(text: String) -> Result<f64, DerivedError> {
    let number = text.trim().parse::<f64>();
    number.map_err(|_| DerivedError::Number { value: text })
}

fn whole(text: &str, max: usize) -> Result<usize, DerivedError> {
    let number = text.trim().parse::<usize>();
    number.map_err(|_| DerivedError::Count { value: text.into(), max })
}
