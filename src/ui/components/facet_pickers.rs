//! A picker for each property that queries or pictures can be filtered by.

use super::picker::{Options, id_of, picker_with_id};
use leptos::prelude::*;
use rankscope_core::analysis::{Property, Subset, words};

#[derive(Clone, Copy)]
pub struct Facets {
    /// The prefix of the pickers' element ids.
    pub id: &'static str,
    /// Each value comes with the number of queries or pictures that have it.
    pub properties: Signal<Vec<Property>>,
    pub chosen: Signal<Subset>,
    pub choose: Callback<Subset>,
    /// The label of the option for any value, from the total count.
    pub any: fn(usize) -> String,
}

/// Elements are kept when the counts change, and the focus with them.
pub(super) fn facet_pickers(facets: Facets) -> AnyView {
    let names = Memo::new(move |_| {
        facets.properties.with(|all| all.iter().map(|own| own.name.clone()).collect::<Vec<_>>())
    });
    let lists =
        move || names.get().into_iter().map(|name| facet_picker(facets, name)).collect_view();
    lists.into_any()
}

fn facet_picker(facets: Facets, name: String) -> AnyView {
    let Facets { id, properties, chosen, choose, any } = facets;
    let own = name.clone();
    let options = Memo::new(move |_| {
        properties.with(|all| {
            let values = all.iter().find(|property| property.name == own);
            options_of(values.map_or(&[][..], |property| &property.values), any)
        })
    });
    let own = name.clone();
    let current = Memo::new(move |_| {
        chosen.with(|chosen| chosen.value(&own).unwrap_or_default().to_string())
    });
    let label = capitalised(&name);
    picker_with_id(id_of(id, &label), label, options.into(), current.into(), move |value| {
        let value = (!value.is_empty()).then_some(value);
        choose.run(chosen.get_untracked().with(&name, value));
    })
}

fn options_of(values: &[(String, usize)], any: fn(usize) -> String) -> Options {
    let n = values.iter().map(|(_, n)| n).sum::<usize>();
    let value =
        |(value, n): &(String, usize)| (value.clone(), format!("{value} ({})", words::count(*n)));
    std::iter::once((String::new(), any(n))).chain(values.iter().map(value)).collect()
}

/// `species_name` → `Species name`.
pub(super) fn capitalised(name: &str) -> String {
    let name = name.replace('_', " ");
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
