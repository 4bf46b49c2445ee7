//! What the parts of the page share.

use crate::ui::state::address::Address;
use leptos::prelude::*;
use rankscope_core::analysis::{Comparison, Contrast, SystemValues};
use std::sync::Arc;

/// Both systems' values, once both are computed.
pub(super) type Both = Option<(Arc<SystemValues>, Arc<SystemValues>)>;

/// What the parts of the page share. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) address: Address,
    pub(super) comparison: Memo<Option<Arc<Comparison>>>,
    pub(super) both: Memo<Both>,
    /// The same, or until then their stored values by the chosen measure, which know nothing of hits.
    pub(super) shown: Memo<Both>,
    /// The queries in the table, sorted and filtered as the address says.
    pub(super) listed: Memo<Arc<Vec<Contrast>>>,
}
