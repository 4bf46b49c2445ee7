//! Lesson state that outlives a step.

use super::pooled_scores::PooledScores;
use super::votes::Votes;
use leptos::prelude::*;
use std::sync::Arc;

/// Which line of a step's words is shown while presenting.
#[derive(Clone, Copy, Default)]
pub struct ShownLine {
    /// From 0.
    pub(in crate::ui) at: RwSignal<usize>,
    pub(in crate::ui) of: RwSignal<usize>,
}

impl ShownLine {
    /// To the next line, or to the one before.
    pub(in crate::ui) fn turn(self, back: bool) {
        let last = self.of.get_untracked().saturating_sub(1);
        self.at.update(|at| *at = if back { at.saturating_sub(1) } else { (*at + 1).min(last) });
    }
}

#[derive(Clone, Copy)]
pub struct LessonState {
    pub(in crate::ui) line: ShownLine,
    pub(in crate::ui) votes: Votes,
    pub(in crate::ui) n_asked: RwSignal<usize>,
    /// The scores of all systems by the pool of the chosen annotators.
    pub(in crate::ui) pooled: RwSignal<Option<Arc<PooledScores>>>,
}

impl Default for LessonState {
    fn default() -> Self {
        Self {
            line: ShownLine::default(),
            votes: Votes::stored(),
            n_asked: RwSignal::new(0),
            pooled: RwSignal::new(None),
        }
    }
}
