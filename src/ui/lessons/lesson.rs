//! The types of lessons and their steps.

use crate::tr;
use crate::ui::language::Message;
use crate::ui::state::Session;
use crate::ui::state::shown::{Judged, Shown};
use crate::ui::state::view::{Asked, ViewState};
use leptos::prelude::AnyView;
use rankscope_core::analysis::{Dataset, Subset};
use rankscope_core::metrics::Edits;
use rankscope_core::views::Page;

/// The heading of a step, which takes the focus where what had it is gone.
pub(super) const HEADING: &str = "lesson-heading";

pub struct Lesson {
    /// In addresses.
    pub id: &'static str,
    pub title: Message,
    pub learn: Message,
    pub minutes: u8,
    /// Queries that the activities use, besides those of the views.
    pub queries: &'static [&'static str],
    pub steps: &'static [Step],
}

pub struct Step {
    pub heading: Message,
    pub scene: Scene,
    /// Changes a default view to the step's.
    pub view: fn(&mut ViewState),
    /// Two to five sentences.
    pub text: &'static [Part],
}

/// What the text of a step is about.
pub enum Scene {
    /// A block of a page (`data-block`).
    Block(Page, &'static str),
    /// An activity on the Learn page.
    Activity(fn(Session) -> AnyView),
}

/// A paragraph or a row of buttons of a step's text.
pub enum Part {
    Says(Message),
    /// With the page's current numbers; a placeholder for `None`.
    Live(fn(Session) -> Option<String>),
    /// With numbers of what Explore shows.
    Explored(fn(&Shown, &Judged) -> Option<String>),
    Computed(fn() -> String),
    /// Buttons that apply edits to the original ranking.
    Edits(&'static [(Message, EditsOf)]),
}

pub(super) type EditsOf = fn(&Shown, &Judged) -> Edits;

impl Step {
    pub fn page(&self) -> Page {
        match self.scene {
            Scene::Block(page, _) => page,
            Scene::Activity(_) => Page::Learn,
        }
    }
}

impl Lesson {
    /// The row of a picture for its cover: one that answers a query of the lesson best, by the benchmark's
    /// usual judgements, and is not `taken`.
    pub fn cover(&self, dataset: &Dataset, taken: &[u32]) -> Option<u32> {
        let asked = self.steps.iter().filter_map(|step| {
            let mut view = ViewState::default();
            (step.view)(&mut view);
            match view.asked {
                Some(Asked::Stored(id)) => dataset.query_row_from_id.get(&id).copied(),
                _ => None,
            }
        });
        let own = self.queries.iter().filter_map(|id| dataset.query_row_from_id.get(*id).copied());
        let best = |query_row: u32| {
            let judged = dataset.relevance.get(dataset.definition_for(None, None))?;
            let grades = judged.of_query(query_row)?.as_slice().iter();
            let grades = grades.filter(|(row, _)| !taken.contains(row));
            let best = grades.rev().max_by_key(|(_, grade)| *grade)?;
            (best.1 > 0).then_some(best.0)
        };
        asked.chain(own).find_map(best)
    }

    /// What the lesson needs and the benchmark lacks, without duplicates.
    pub fn missing(&self, dataset: &Dataset) -> Vec<String> {
        let mut missing: Vec<String> = Vec::new();
        let mut need = |exists: bool, what: String| {
            if !exists && !missing.contains(&what) {
                missing.push(what);
            }
        };
        let has_query = |id: &str| dataset.query_row_from_id.contains_key(id);
        for id in self.queries {
            need(has_query(id), tr!("query {id}", id = *id));
        }
        for step in self.steps {
            let mut view = ViewState::default();
            (step.view)(&mut view);
            if let Some(Asked::Stored(id)) = &view.asked {
                need(has_query(id), tr!("query {id}", id = *id));
            }
            for id in [&view.system, &view.a, &view.b].into_iter().flatten() {
                need(dataset.manifest.system(id).is_some(), tr!("system {id}", id));
            }
            if let Some(id) = &view.relevance {
                need(
                    dataset.definition_index(id).is_some(),
                    tr!("definition of relevance {id}", id),
                );
            }
            if let Some(only) = &view.only {
                let subset = Subset::parse(only);
                let exists = dataset.queries.iter().any(|query| subset.holds(query));
                need(exists, tr!("queries with {only}", only));
            }
        }
        missing
    }
}
