//! Which queries count: a list for every property that tells them apart.

use super::pickers::picker;
use crate::ui::dataset::Dataset;
use crate::ui::state::Session;
use crate::ui::subset::{Property, Subset, properties};
use leptos::prelude::*;

/// The conditions in the address.
#[must_use]
pub fn chosen_subset(session: Session) -> Memo<Subset> {
    Memo::new(move |_| {
        session.address.state.with(|s| Subset::parse(s.only.as_deref().unwrap_or_default()))
    })
}

/// A list for the split and for each facet, with how many queries have each value.
pub fn subset_pickers(session: Session, dataset: &Dataset) -> AnyView {
    let subset = chosen_subset(session);
    let list = |Property { name, values }: Property| {
        let mut options = vec![(String::new(), "all".to_string())];
        options.extend(values.iter().map(|(value, n)| (value.clone(), format!("{value} ({n})"))));
        let options = Memo::new(move |_| options.clone());
        let own = name.clone();
        let current = Memo::new(move |_| {
            subset.with(|subset| subset.value(&own).unwrap_or_default().to_string())
        });
        let label = capitalised(&name);
        let choose = move |value: String| {
            let value = (!value.is_empty()).then_some(value);
            let changed = subset.get_untracked().with(&name, value);
            session.address.change(|state| state.only = changed.words());
        };
        picker(label, options, current, choose)
    };
    properties(dataset).into_iter().map(list).collect_view().into_any()
}

pub(super) fn capitalised(name: &str) -> String {
    let name = name.replace('_', " ");
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
