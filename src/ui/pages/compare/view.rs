//! What the parts of the page share.

use crate::ui::components::WhyCard;
use crate::ui::state::address::Address;
use leptos::prelude::*;
use rankscope_core::analysis::{Comparison, Contrast, Subset, SystemValues, Tested};
use std::sync::Arc;

/// `None` until both are computed.
pub(super) type Both = Option<(Arc<SystemValues>, Arc<SystemValues>)>;

#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) address: Address,
    pub(super) comparison: Memo<Option<Arc<Comparison>>>,
    pub(super) both: Memo<Both>,
    /// The same, or the stored values of the chosen measure, which lack hits, until then.
    pub(super) shown: Memo<Both>,
    /// The same on all queries, whatever the filter.
    pub(super) whole: Memo<Both>,
    /// The queries that the filter leaves.
    pub(super) subset: Memo<Subset>,
    /// The queries of the table, sorted and filtered by the address.
    pub(super) listed: Memo<Arc<Vec<Contrast>>>,
    /// Of the marks of both lists.
    pub(super) why: WhyCard,
    /// The tests of each column of the comparison, as they are done.
    pub(super) outcomes: Signal<Vec<Option<Tested>>>,
}
