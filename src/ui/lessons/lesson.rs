//! The types of lessons and their steps.

use crate::ui::state::Session;
use crate::ui::state::view::{Asked, ViewState};
use leptos::prelude::AnyView;
use rankscope_core::analysis::{Dataset, Subset};
use rankscope_core::views::Page;

/// A lesson.
pub struct Lesson {
    /// Its name in addresses.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it teaches, in a sentence.
    pub learn: &'static str,
    /// How long it takes.
    pub minutes: u8,
    /// Queries that its activities use, in addition to those of its views.
    pub queries: &'static [&'static str],
    /// Its steps.
    pub steps: &'static [Step],
}

/// A step of a lesson.
pub struct Step {
    /// Its heading: a few words.
    pub heading: &'static str,
    /// The page that it shows.
    pub page: Page,
    /// The block of the page that its words are about (`data-block`); empty for an activity.
    pub shows: &'static str,
    /// Sets up the view, starting from the defaults.
    pub view: fn(&mut ViewState),
    /// Two to five sentences.
    pub text: fn(Session) -> AnyView,
    /// Its activity, if its page is Learn.
    pub activity: Option<fn(Session) -> AnyView>,
}

impl Lesson {
    /// The names of everything that the lesson needs and the benchmark lacks, without duplicates.
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
