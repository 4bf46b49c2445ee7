//! What Explore opens with: a search, where the address names no query.

use super::view::{Asked, ViewState};
use rankscope_core::analysis::{Dataset, is_derived};
use rankscope_core::benchmark::System;

/// The most bytes of vectors that are fetched before the visitor has asked for anything.
const MAX_GALLERY_BYTES: u64 = 32 << 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    query: String,
    /// The first system, and the others next to it; `None` for the benchmark's usual one.
    systems: Option<(String, Option<String>)>,
    /// The definition of relevance that judges it, if the benchmark says so.
    relevance: Option<String>,
    /// What is to be seen in it, if the benchmark says so.
    title: Option<String>,
}

impl Opening {
    /// `None` without queries, or if the usual system takes a large download or someone else's
    /// machine.
    pub fn of(dataset: &Dataset) -> Option<Self> {
        if let Some(welcome) = &dataset.manifest.welcome
            && dataset.query_row_from_id.contains_key(&welcome.query)
        {
            let others = |ids: &[String]| (!ids.is_empty()).then(|| ids.join(","));
            let systems = welcome.systems.split_first();
            return Some(Self {
                query: welcome.query.clone(),
                systems: systems.map(|(first, rest)| (first.clone(), others(rest))),
                relevance: welcome.relevance.clone(),
                title: Some(welcome.title.clone()).filter(|title| !title.is_empty()),
            });
        }
        let system = dataset.usual_system().filter(|system| is_small(dataset, system))?;
        system.queries.as_ref().or(system.encoder.as_ref())?;
        let middle = dataset.queries.get(dataset.queries.len() / 2)?;
        Some(Self { query: middle.id.clone(), systems: None, relevance: None, title: None })
    }

    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// A view with this search in it; the address decides whatever it names.
    pub fn shown(&self, named: &ViewState) -> ViewState {
        let mut shown = named.clone();
        shown.asked = Some(Asked::Stored(self.query.clone()));
        let names_none =
            [&named.system, &named.also, &named.rerank].into_iter().all(Option::is_none);
        if let Some((system, also)) = self.systems.as_ref().filter(|_| names_none) {
            (shown.system, shown.also) = (Some(system.clone()), also.clone());
        }
        shown.relevance = shown.relevance.or_else(|| self.relevance.clone());
        shown
    }
}

fn is_small(dataset: &Dataset, system: &System) -> bool {
    let n_numbers = u64::from(system.dim) * dataset.n_images() as u64;
    let bytes = n_numbers * size_of::<f32>() as u64;
    system.remote.is_none() && !is_derived(&system.id) && bytes <= MAX_GALLERY_BYTES
}
