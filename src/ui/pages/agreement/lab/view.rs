//! What the parts of the lab share.

use crate::ui::pages::choices::system_title;
use crate::ui::state::address::Address;
use crate::ui::state::annotator_lab::Lab;
use leptos::prelude::*;
use rankscope_core::analysis::{Column, Dataset, LabChoice};
use std::sync::Arc;

#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) address: Address,
    pub(super) dataset: StoredValue<Arc<Dataset>>,
    /// The columns of the board.
    pub(super) columns: Memo<Arc<Vec<Column>>>,
    pub(super) choice: Memo<Option<LabChoice>>,
    pub(super) lab: Lab,
}

impl View {
    pub(super) fn title(self, id: &str) -> String {
        self.dataset.with_value(|dataset| system_title(dataset, id))
    }
}
