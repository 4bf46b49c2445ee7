//! Rounds of judging by several people: what outlives a visit of the Judge page.

use super::making_round::MadeRound;
use crate::ui::imports::Dropped;
use crate::ui::task::Task;
use leptos::prelude::*;
use rankscope_core::analysis::{Returned, SheetWork};
use std::sync::Arc;

#[derive(Clone, Copy)]
pub(in crate::ui) struct Judging {
    /// Files that were dropped, until the page has read them.
    pub(in crate::ui) dropped: RwSignal<Vec<Dropped>, LocalStorage>,
    /// The sheet that was opened last, where the browser stores nothing.
    pub(in crate::ui) not_stored: StoredValue<Option<SheetWork>>,
    pub(in crate::ui) making: Task<Arc<MadeRound>>,
    /// What came back.
    pub(in crate::ui) returned: RwSignal<Returned>,
    pub(in crate::ui) leaves_out: RwSignal<bool>,
}

impl Default for Judging {
    fn default() -> Self {
        Self {
            dropped: RwSignal::new_local(Vec::new()),
            not_stored: StoredValue::new(None),
            making: Task::new(),
            returned: RwSignal::new(Returned::default()),
            leaves_out: RwSignal::new(false),
        }
    }
}
