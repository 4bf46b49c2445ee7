//! What outlives a step of a lesson.

use super::seen_truth::SeenTruth;
use super::votes::Votes;
use leptos::prelude::*;
use std::sync::Arc;

/// What the lessons remember. Cheap to copy; one in a page.
#[derive(Clone, Copy)]
pub struct LessonState {
    /// The class's votes.
    pub(in crate::ui) votes: Votes,
    /// How many questions of the ballot were answered.
    pub(in crate::ui) n_asked: RwSignal<usize>,
    /// All systems by what the chosen annotators saw.
    pub(in crate::ui) seen: RwSignal<Option<Arc<SeenTruth>>>,
}

impl LessonState {
    /// With the votes that the browser has kept.
    #[must_use]
    pub fn new() -> Self {
        Self { votes: Votes::stored(), n_asked: RwSignal::new(0), seen: RwSignal::new(None) }
    }
}

impl Default for LessonState {
    fn default() -> Self {
        Self::new()
    }
}
