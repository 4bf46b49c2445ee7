//! What the parts of the page share.

use crate::ui::state::address::Address;
use crate::ui::state::compare::{Comparison, Contrast};
use crate::ui::tally::SystemValues;
use leptos::prelude::*;
use std::sync::Arc;

/// Both systems' values, once both are there.
pub(super) type Both = Option<(Arc<SystemValues>, Arc<SystemValues>)>;

/// What the parts of the page share. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) address: Address,
    pub(super) comparison: Memo<Option<Arc<Comparison>>>,
    pub(super) both: Memo<Both>,
    /// How the lists differ, in the order of the table and found by its search.
    pub(super) listed: Memo<Arc<Vec<Contrast>>>,
}
