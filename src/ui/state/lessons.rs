//! Lesson state that outlives a step.

use super::pooled_scores::PooledScores;
use super::votes::Votes;
use leptos::prelude::*;
use std::sync::Arc;

#[derive(Clone, Copy)]
pub struct LessonState {
    pub(in crate::ui) votes: Votes,
    pub(in crate::ui) n_asked: RwSignal<usize>,
    /// The scores of all systems by the pool of the chosen annotators.
    pub(in crate::ui) pooled: RwSignal<Option<Arc<PooledScores>>>,
}

impl Default for LessonState {
    fn default() -> Self {
        Self { votes: Votes::stored(), n_asked: RwSignal::new(0), pooled: RwSignal::new(None) }
    }
}
