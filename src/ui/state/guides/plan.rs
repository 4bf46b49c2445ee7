//! What is asked for: the address resolved against the benchmark.

use crate::messages::SearchQuery;
use rankscope_core::analysis::{Dataset, SystemValues};
use rankscope_fieldbook::Engine;
use rankscope_guide::{GuideChoice, Size};
use std::sync::Arc;

/// k of rank fusion: how many ranks of a list count.
pub(in crate::ui) const DEPTH: usize = 60;
/// The split by which embedders are put in order.
const VALIDATION: &str = "val";
/// The engines in the order in which presets take them, as `rankscope guide` has it.
const ENGINES: [Engine; 4] = [Engine::Careful, Engine::Hasty, Engine::Memory, Engine::Ink];

/// How guides are made and compared.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct Plan {
    /// The choice in the address.
    pub(in crate::ui) choice: GuideChoice,
    /// The ids of all systems with vision towers, the best first.
    pub(in crate::ui) known: Vec<String>,
    /// Those that take part.
    pub(in crate::ui) embedders: Vec<String>,
    /// The engines that take part; none where there is no world to draw.
    pub(in crate::ui) engines: Vec<Engine>,
    /// Of each engine.
    pub(in crate::ui) n_guides: usize,
    /// The size of guides.
    pub(in crate::ui) size: Size,
    /// How many hits each guide has under each embedder.
    pub(in crate::ui) k: usize,
}

/// What work is for: equal wants have equal guides and lists.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct Wanted {
    pub(super) base_url: String,
    /// The text, and the query for the text alone.
    pub(super) text: String,
    pub(super) query: SearchQuery,
    pub(super) plan: Plan,
}

impl Wanted {
    /// For a text, which may be a stored query, by its row.
    #[must_use]
    pub(in crate::ui) fn new(
        dataset: &Dataset,
        text: String,
        stored: Option<u32>,
        plan: Plan,
    ) -> Self {
        let query = stored.map_or_else(|| SearchQuery::Text(text.clone()), SearchQuery::Stored);
        Self { base_url: dataset.base_url.clone(), text, query, plan }
    }

    /// Whether both have the same guides of engines.
    pub(super) fn has_same_guides_as(&self, other: &Self) -> bool {
        let of = |wanted: &Self| {
            let Plan { choice, engines, n_guides, size, .. } = &wanted.plan;
            (
                wanted.base_url.clone(),
                wanted.text.clone(),
                choice.seed,
                engines.clone(),
                *n_guides,
                *size,
            )
        };
        of(self) == of(other)
    }
}

impl Plan {
    /// A choice among these embedders; `draws` says whether engines can draw guides here.
    #[must_use]
    pub(in crate::ui) fn new(
        choice: GuideChoice,
        known: Vec<String>,
        draws: bool,
        n_images: usize,
    ) -> Self {
        let n = choice.preset.n_embedders();
        let embedders = GuideChoice::chosen_of(choice.embedders.as_ref(), &known, n);
        let names = ENGINES.map(|engine| engine.name().to_string());
        let n = choice.preset.n_engines();
        let named = GuideChoice::chosen_of(choice.engines.as_ref(), &names, n);
        let engines = ENGINES.into_iter().filter(|engine| named.iter().any(|n| n == engine.name()));
        Self {
            engines: engines.filter(|_| draws).collect(),
            n_guides: choice.n_guides(),
            size: choice.size(),
            // A mean distance needs every picture's.
            k: if choice.by_distance { n_images } else { DEPTH.min(n_images) },
            embedders,
            known,
            choice,
        }
    }

    /// All engines that draw from a text.
    #[must_use]
    pub(in crate::ui) fn all_engines() -> [Engine; 4] {
        ENGINES
    }
}

/// The ids of the systems with vision towers, or of all where none has one: then only pictures of the
/// benchmark can be guides. Those first that answer the validation split best by the benchmark's first
/// column, as far as `values` has it.
#[must_use]
pub(in crate::ui) fn embedders_of(
    dataset: &Dataset,
    values: impl Fn(&str) -> Option<Arc<SystemValues>>,
) -> Vec<String> {
    let manifest = &dataset.own;
    let has_tower =
        |id: &str| manifest.system(id).is_some_and(|own| manifest.vision_tower(own).is_some());
    let with_vectors = manifest.systems.iter().filter(|own| !own.gallery.is_empty());
    let mut ids: Vec<String> = with_vectors.map(|own| own.id.clone()).collect();
    if ids.iter().any(|id| has_tower(id)) {
        ids.retain(|id| has_tower(id));
    }
    let is_asked = |row: usize| dataset.queries.get(row).is_some_and(|q| q.split == VALIDATION);
    let mean = |id: &String| {
        let of = values(id)?;
        let first = of.values.first()?;
        let asked = first.iter().enumerate().filter(|(row, _)| is_asked(*row));
        let defined: Vec<f64> = asked.filter_map(|(_, value)| *value).collect();
        (!defined.is_empty()).then(|| defined.iter().sum::<f64>() / defined.len() as f64)
    };
    let means: Option<Vec<f64>> = ids.iter().map(mean).collect();
    let Some(means) = means else { return ids };
    let mut ranked: Vec<(f64, String)> = means.into_iter().zip(ids).collect();
    // Stable: equal means keep the manifest's order.
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.into_iter().map(|(_, id)| id).collect()
}
