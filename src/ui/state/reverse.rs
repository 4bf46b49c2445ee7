//! The benchmark from images to texts, loaded when first needed, and the systems on its images.

use super::board::Board;
use super::view::ViewState;
use crate::ui::dataset::load_reversed;
use crate::ui::engine_client::Engine;
use crate::ui::task::{Ended, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, MeasureChoice};
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    ToImages,
    ToTexts,
    Mean,
}

impl Direction {
    /// All, with their names in the address and their titles.
    pub const ALL: [(Self, &str, &str); 3] = [
        (Self::ToImages, "t2i", "Text → image"),
        (Self::ToTexts, "i2t", "Image → text"),
        (Self::Mean, "mean", "Mean of both"),
    ];

    /// The direction that the address names; from texts to images without one.
    pub fn of(state: &ViewState) -> Self {
        let named = state.direction.as_deref();
        let known = Self::ALL.iter().find(|(_, name, _)| Some(*name) == named);
        known.map_or(Self::ToImages, |(direction, ..)| *direction)
    }
}

#[derive(Clone, Copy)]
pub struct Reverse {
    pub lists: Task<Arc<Dataset>>,
    pub board: Board,
    /// The lists that [`Self::lists`] turns round.
    of: StoredValue<Option<Arc<Dataset>>>,
}

impl Reverse {
    pub fn new(engine: Engine, measures: Memo<MeasureChoice>) -> Self {
        let chosen = Signal::derive(move || measures.with(|choice| choice.measures.clone()));
        Self { lists: Task::new(), board: Board::new(engine, chosen), of: StoredValue::new(None) }
    }

    /// Loads the benchmark from images to texts, unless it is loaded or loading.
    pub fn want(&self, dataset: &Arc<Dataset>) {
        let is_same = self.of.with_value(|of| of.as_ref() == Some(dataset));
        if is_same && self.lists.with_untracked(TaskState::is_running_or_done) {
            return;
        }
        self.of.set_value(Some(dataset.clone()));
        self.lists.start_with(dataset.clone(), |run, dataset| async move {
            let reversed = load_reversed(&dataset, &|progress| run.progress(progress)).await;
            Ok::<_, Ended>(Arc::new(reversed?))
        });
    }
}
