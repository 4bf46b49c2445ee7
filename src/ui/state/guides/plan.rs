//! What is asked for: the address resolved against the benchmark.

use super::trusting::{facet_of, has_topics, own_topic};
use rankscope_core::analysis::{Dataset, SystemValues};
use rankscope_core::benchmark::System;
use rankscope_fieldbook::Engine;
pub(in crate::ui) use rankscope_guide::DEPTH;
use rankscope_guide::{GuideChoice, Size};
use rankscope_messages::SearchQuery;
use std::sync::Arc;

/// The split by which embedders are put in order.
const VALIDATION: &str = "val";
/// In the order in which presets take them, as `rankscope guide`; Oracle is in no preset.
const ENGINES: [Engine; 5] =
    [Engine::Careful, Engine::Hasty, Engine::Memory, Engine::Ink, Engine::Oracle];

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct Plan {
    pub(in crate::ui) choice: GuideChoice,
    /// The ids of all systems with vision towers, the best first.
    pub(in crate::ui) known: Vec<String>,
    /// Those that take part.
    pub(in crate::ui) embedders: Vec<String>,
    /// The engines that can take part; none where there is no world to draw.
    pub(in crate::ui) offered: Vec<Engine>,
    /// Those that do.
    pub(in crate::ui) engines: Vec<Engine>,
    /// The ids of the engines whose guides the benchmark carries, for its own queries.
    pub(in crate::ui) carried: Vec<String>,
    /// Those that take part.
    pub(in crate::ui) stored: Vec<String>,
    pub(in crate::ui) n_guides: usize,
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
    pub(super) n_images: usize,
    /// Whether the query has no topic of its own: then the nearest queries are looked for.
    pub(super) needs_topic: bool,
}

impl Wanted {
    /// For a text, which may be a stored query, by its row.
    pub(in crate::ui) fn new(
        dataset: &Dataset,
        text: String,
        stored: Option<u32>,
        plan: Plan,
    ) -> Self {
        let query = stored.map_or_else(|| SearchQuery::Text(text.clone()), SearchQuery::Stored);
        Self {
            base_url: dataset.base_url.clone(),
            n_images: dataset.n_images(),
            needs_topic: has_topics(dataset, facet_of(&plan.choice))
                && own_topic(dataset, facet_of(&plan.choice), stored).is_none(),
            text,
            query,
            plan,
        }
    }

    pub(super) fn has_same_guides_as(&self, other: &Self) -> bool {
        let (a, b) = (&self.plan, &other.plan);
        (&self.base_url, &self.text) == (&other.base_url, &other.text)
            && (&a.engines, &a.stored) == (&b.engines, &b.stored)
            && (a.choice.seed, a.n_guides, a.size) == (b.choice.seed, b.n_guides, b.size)
    }
}

impl Plan {
    pub(in crate::ui) fn new(
        choice: GuideChoice,
        known: Vec<String>,
        (offered, carried): (Vec<Engine>, Vec<String>),
        n_images: usize,
    ) -> Self {
        let n = choice.preset.n_embedders();
        let embedders = GuideChoice::chosen_of(choice.embedders.as_ref(), &known, n);
        // An engine whose guides the benchmark carries precedes one of the same name that draws.
        let is_own = |engine: &Engine| carried.iter().any(|own| own == engine.name());
        let offered: Vec<Engine> = offered.into_iter().filter(|own| !is_own(own)).collect();
        let drawn = offered.iter().map(|engine| engine.name().to_string());
        let names: Vec<String> = carried.iter().cloned().chain(drawn).collect();
        let n = choice.preset.n_engines();
        let named = GuideChoice::chosen_of(choice.engines.as_ref(), &names, n);
        let is_named = |engine: &&Engine| named.iter().any(|name| name == engine.name());
        Self {
            engines: offered.iter().filter(is_named).copied().collect(),
            stored: carried.iter().filter(|own| named.contains(own)).cloned().collect(),
            offered,
            carried,
            n_guides: choice.n_guides(),
            size: choice.size(),
            // A mean distance needs every picture's.
            k: if choice.by_distance { n_images } else { DEPTH.min(n_images) },
            embedders,
            known,
            choice,
        }
    }

    /// The engines that draw, and the ids of those whose guides the benchmark carries for its
    /// queries.
    pub(in crate::ui) fn makers(dataset: &Dataset, is_stored: bool) -> (Vec<Engine>, Vec<String>) {
        let carried = dataset.own.guides.iter().filter(|_| is_stored);
        (Self::engines_of(dataset, is_stored), carried.map(|own| own.id.clone()).collect())
    }

    /// All that read a text, and for a stored query of Fieldbook also Oracle, which knows the
    /// answer.
    fn engines_of(dataset: &Dataset, is_stored: bool) -> Vec<Engine> {
        let knows_answers = is_stored && dataset.own.draws_guides();
        let can = |engine: &Engine| *engine != Engine::Oracle || knows_answers;
        let draws = crate::ui::facts::has_facts(dataset);
        ENGINES.into_iter().filter(|engine| draws && can(engine)).collect()
    }
}

/// The ids of the systems that see guides, or of all where none does: then only pictures of the benchmark
/// can be guides. By the weights that the benchmark states; else by how well they answer the validation split
/// under its first column, as far as `values` has it, those with features of pixels last.
pub(in crate::ui) fn embedders_of(
    dataset: &Dataset,
    values: impl Fn(&str) -> Option<Arc<SystemValues>>,
) -> Vec<String> {
    let manifest = &dataset.own;
    let sees = |id: &str| manifest.system(id).is_some_and(|own| manifest.sees_guides(own));
    let with_vectors = manifest.systems.iter().filter(|own| !own.gallery.is_empty());
    let mut ids: Vec<String> = with_vectors.map(|own| own.id.clone()).collect();
    if ids.iter().any(|id| sees(id)) {
        ids.retain(|id| sees(id));
    }
    if !manifest.guide_weights.is_empty() {
        let systems = ids.iter().filter_map(|id| manifest.system(id)).collect();
        return manifest.by_guide_weight(systems).into_iter().map(|own| own.id.clone()).collect();
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
    if let Some(means) = means {
        let mut ranked: Vec<(f64, String)> = means.into_iter().zip(ids).collect();
        // Stable: equal means keep the manifest's order.
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ids = ranked.into_iter().map(|(_, id)| id).collect();
    }
    // No network made them: no preset takes them before those that one did.
    let has_features = |own: &&System| {
        manifest.image_features(own).is_some() && manifest.vision_tower(own).is_none()
    };
    let with_features: Vec<String> =
        manifest.systems.iter().filter(has_features).map(|own| own.id.clone()).collect();
    ids.retain(|id| !with_features.contains(id));
    ids.extend(with_features);
    ids
}
