//! The facet whose values are the columns of the heat maps.

use super::view::View;
use crate::ui::components::{picker, plain_options};
use leptos::prelude::*;
use rankscope_core::analysis::{Property, properties};

pub(super) struct FacetChoice {
    /// The first facet if the address names none; tracked.
    pub(super) chosen: Memo<Option<Property>>,
    pub(super) picker: AnyView,
}

impl FacetChoice {
    /// `None` if queries have no properties.
    pub(super) fn new(view: View, label: &'static str) -> Option<Self> {
        let all = view.dataset.with_value(|dataset| properties(dataset));
        if all.is_empty() {
            return None;
        }
        let names = plain_options(all.iter().map(|property| &property.name));
        let all = StoredValue::new(all);
        let chosen = Memo::new(move |_| {
            let wanted = view.address.state.with(|state| state.facet.clone());
            all.with_value(|all| {
                let named = all.iter().find(|property| Some(&property.name) == wanted.as_ref());
                named.or_else(|| all.first()).cloned()
            })
        });
        let current = Memo::new(move |_| chosen.get().map(|p| p.name).unwrap_or_default());
        let picker = picker(label, names, current, move |name| {
            view.address.change(|state| state.facet = Some(name));
        });
        Some(Self { chosen, picker })
    }
}
