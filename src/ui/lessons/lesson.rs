//! What a lesson is made of.

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
    /// What one knows afterwards, in a sentence.
    pub learn: &'static str,
    /// How long it takes.
    pub minutes: u8,
    /// Queries that its activities show, beside those that its views ask.
    pub queries: &'static [&'static str],
    /// Its steps.
    pub steps: &'static [Step],
}

/// A step of a lesson.
pub struct Step {
    /// What it says, in a few words.
    pub heading: &'static str,
    /// The page that it shows.
    pub page: Page,
    /// Turns the defaults into the view.
    pub view: fn(&mut ViewState),
    /// Two to five sentences.
    pub text: fn(Session) -> AnyView,
    /// What there is to do on the Learn page, where that is the step's.
    pub activity: Option<fn(Session) -> AnyView>,
}

impl Lesson {
    /// What the lesson shows and the benchmark does not have, in words; each thing once.
    #[must_use]
    pub fn missing(&self, dataset: &Dataset) -> Vec<String> {
        let mut missing: Vec<String> = Vec::new();
        let mut need = |is_there: bool, what: String| {
            if !is_there && !missing.contains(&what) {
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
                need(dataset.definition_index(id).is_some(), format!("relevance {id}"));
            }
            if let Some(only) = &view.only {
                let subset = Subset::parse(only);
                let is_there = dataset.queries.iter().any(|query| subset.holds(query));
                need(is_there, format!("queries with {only}"));
            }
        }
        missing
    }
}
