//! What the parts of the page share.

use crate::ui::state::address::Address;
use crate::ui::state::reverse::Direction;
use leptos::prelude::*;
use rankscope_core::analysis::{Agreement, Intervals, SystemValues};
use std::sync::Arc;

/// What the parts of the page share. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) address: Address,
    pub(super) direction: Memo<Direction>,
    pub(super) agreement: Memo<Option<Arc<Agreement>>>,
    /// Every system, once all are computed; with the means of both directions, if the mean is chosen.
    pub(super) systems: Memo<Option<Vec<Arc<SystemValues>>>>,
    pub(super) intervals: Signal<Option<Intervals>>,
}

impl View {
    /// What is resampled in the chosen direction.
    pub(super) fn resampled(self) -> &'static str {
        match self.direction.get() {
            Direction::ToImages => "queries",
            Direction::ToTexts => "images",
            Direction::Mean => "queries and of the images",
        }
    }
}
