//! What the parts of the page share.

use crate::ui::state::address::Address;
use leptos::prelude::*;
use rankscope_core::analysis::{Agreement, Intervals, SystemValues};
use std::sync::Arc;

/// What the parts of the page share. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) address: Address,
    pub(super) agreement: Memo<Option<Arc<Agreement>>>,
    /// Every system, once all are computed.
    pub(super) systems: Memo<Option<Vec<Arc<SystemValues>>>>,
    pub(super) intervals: Signal<Option<Intervals>>,
}
