//! The types of lessons and their steps.

use crate::ui::state::Session;
use crate::ui::state::view::{Asked, ViewState};
use leptos::prelude::AnyView;
use rankscope_core::analysis::{Dataset, Subset};
use rankscope_core::views::Page;

pub struct Lesson {
    /// In addresses.
    pub id: &'static str,
    pub title: &'static str,
    pub learn: &'static str,
    pub minutes: u8,
    /// Queries that the activities use, besides those of the views.
    pub queries: &'static [&'static str],
    pub steps: &'static [Step],
}

pub struct Step {
    pub heading: &'static str,
    pub page: Page,
    /// The block of the page that the words are about (`data-block`); empty for an activity.
    pub shows: &'static str,
    /// Changes a default view to the step's.
    pub view: fn(&mut ViewState),
    /// Two to five sentences.
    pub text: fn(Session) -> AnyView,
    /// For a step on the Learn page.
    pub activity: Option<fn(Session) -> AnyView>,
}

impl Lesson {
    /// What the lesson needs and the benchmark lacks, without duplicates.
    #[must_use]
    pub fn missing(&self, dataset: &Dataset) -> Vec<String> {
        let mut missing: Vec<String> = Vec::new();
        let mut need = |exists: bool, what: String| {
            if !exists && !missing.contains(&what) {
                missing.push(what);
            }
        };
        let has_query = |id: &str| dataset.query_row_from_id.contains_key(id);
        for id in self.queries {
            need(has_query(id), format!("query {id}"));
        }
        for step in self.steps {
            let mut view = ViewState::default();
            (step.view)(&mut view);
            if let Some(Asked::Stored(id)) = &view.asked {
                need(has_query(id), format!("query {id}"));
            }
            for id in [&view.system, &view.a, &view.b].into_iter().flatten() {
                need(dataset.manifest.system(id).is_some(), format!("system {id}"));
            }
            if let Some(id) = &view.relevance {
                need(
                    dataset.definition_index(id).is_some(),
                    format!("definition of relevance {id}"),
                );
            }
            if let Some(only) = &view.only {
                let subset = Subset::parse(only);
                let exists = dataset.queries.iter().any(|query| subset.holds(query));
                need(exists, format!("queries with {only}"));
            }
        }
        missing
    }
}
