//! Which table is shown, and which of its rows.

use super::known::{KNOWN, known_by};
use crate::ui::state::address::Address;
use crate::ui::state::own_table::OWN;
use rankscope_core::analysis::Subset;

/// In the address as `ID` or `ID;COLUMN=VALUE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TableChoice {
    pub(super) id: String,
    /// Only rows with this value in this column.
    pub(super) only: Option<(String, String)>,
}

impl TableChoice {
    pub(super) fn of(address: Option<&str>) -> Self {
        let first = KNOWN.first().map_or("", |known| known.id);
        let given = address.unwrap_or(first);
        let (id, only) = given.split_once(';').unwrap_or((given, ""));
        let only =
            Subset::parse(only).pairs().next().map(|(name, value)| (name.into(), value.into()));
        let is_known = id == OWN || known_by(id).is_some();
        Self { id: if is_known { id } else { first }.to_string(), only }
    }
}

/// A group of rows as it stands in the address.
pub(super) fn group_words(column: &str, value: &str) -> String {
    Subset::default().with(column, Some(value.into())).words().unwrap_or_default()
}

/// `only` is that of [`group_words`], or empty for all rows.
pub(super) fn choose(address: Address, id: &str, only: &str) {
    let is_first = KNOWN.first().is_some_and(|known| known.id == id) && only.is_empty();
    let words = if only.is_empty() { id.to_string() } else { format!("{id};{only}") };
    address.change(|state| {
        // Measures of another table.
        if TableChoice::of(state.table.as_deref()).id != id {
            state.models = None;
        }
        state.table = (!is_first).then_some(words);
    });
}
