//! What Explore opens with: a search, where the address names no query.

use super::view::{Asked, ViewState};
use rankscope_core::analysis::{Dataset, is_fused};
use rankscope_core::benchmark::System;

/// Fieldbook opens with a query for which the weakest of three systems wins.
const FIELDBOOK: (&str, &str) = ("fieldbook", "q-203");
const FIELDBOOK_SYSTEMS: (&str, &str) = ("large", "base,tags");

/// The most bytes of vectors that are fetched before anybody has asked for anything.
const MAX_GALLERY_BYTES: u64 = 32 << 20;

/// A query, and what it is searched with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    query: String,
    /// The first system, and those beside it; `None` for the benchmark's usual one.
    systems: Option<(String, String)>,
}

impl Opening {
    /// A benchmark's; `None` if it has no queries, or its usual system takes a large download or
    /// somebody else's machine.
    #[must_use]
    pub fn of(dataset: &Dataset) -> Option<Self> {
        let (benchmark, query) = FIELDBOOK;
        let (system, also) = FIELDBOOK_SYSTEMS;
        let has = |id: &str| dataset.manifest.system(id).is_some();
        if dataset.manifest.id == benchmark
            && dataset.query_row_from_id.contains_key(query)
            && has(system)
            && also.split(',').all(has)
        {
            let systems = Some((system.to_string(), also.to_string()));
            return Some(Self { query: query.to_string(), systems });
        }
        let system = dataset.usual_system().filter(|system| is_small(dataset, system))?;
        system.queries.as_ref().or(system.encoder.as_ref())?;
        let middle = dataset.queries.get(dataset.queries.len() / 2)?;
        Some(Self { query: middle.id.clone(), systems: None })
    }

    /// Whether it compares systems that were chosen for what they show.
    #[must_use]
    pub fn has_story(&self) -> bool {
        self.systems.is_some()
    }

    /// A view with this search in it; the address decides whatever it names.
    #[must_use]
    pub fn shown(&self, named: &ViewState) -> ViewState {
        let mut shown = named.clone();
        shown.asked = Some(Asked::Stored(self.query.clone()));
        let names_none =
            [&named.system, &named.also, &named.rerank].into_iter().all(Option::is_none);
        if let Some((system, also)) = self.systems.as_ref().filter(|_| names_none) {
            (shown.system, shown.also) = (Some(system.clone()), Some(also.clone()));
        }
        shown
    }
}

fn is_small(dataset: &Dataset, system: &System) -> bool {
    let n_numbers = u64::from(system.dim) * dataset.n_images() as u64;
    let bytes = n_numbers * size_of::<f32>() as u64;
    system.remote.is_none() && !is_fused(&system.id) && bytes <= MAX_GALLERY_BYTES
}
