//! What the parts of the votes share.

use crate::ui::state::Session;
use crate::ui::task::Task;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, ImageVotes, Subset, VotesChoice};
use std::sync::Arc;

/// What the address says once the section is open.
pub(super) const START: &str = "rule=full_relevant";

#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) session: Session,
    pub(super) dataset: StoredValue<Arc<Dataset>>,
    pub(super) choice: Memo<Option<VotesChoice>>,
    pub(super) task: Task<Arc<ImageVotes>>,
    /// The queries that the address leaves, by row; `None` for all.
    pub(super) rows: Memo<Option<Vec<usize>>>,
}

impl View {
    /// The votes, once they are read.
    pub(super) fn votes(self) -> Option<Arc<ImageVotes>> {
        self.task.value()
    }

    /// Changes one of the parameters.
    pub(super) fn set(self, name: &'static str, value: Option<String>) {
        self.session.address.change(|state| {
            let now = Subset::parse(state.votes.as_deref().unwrap_or_default());
            state.votes = now.with(name, value).words().or_else(|| Some(START.into()));
        });
    }

    /// Reads the current choice; the default before the first.
    pub(super) fn of_choice<T: Default + PartialEq + Send + Sync + 'static>(
        self,
        read: fn(&VotesChoice) -> T,
    ) -> Memo<T> {
        Memo::new(move |_| self.choice.with(|own| own.as_ref().map(read).unwrap_or_default()))
    }
}
