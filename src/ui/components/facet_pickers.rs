//! A picker for every property that tells queries or pictures apart.

use super::picker::{Options, id_of, picker_with_id};
use crate::ui::subset::{Property, Subset};
use crate::ui::words;
use leptos::prelude::*;

/// The properties to choose by, and what is chosen. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Facets {
    /// What the ids of the lists begin with.
    pub id: &'static str,
    /// With how many queries or pictures have each value.
    pub properties: Signal<Vec<Property>>,
    /// The conditions that are chosen.
    pub chosen: Signal<Subset>,
    /// Takes other conditions.
    pub choose: Callback<Subset>,
    /// What a list says where any value will do; it is given how many there are.
    pub any: fn(usize) -> String,
}

/// A list for each property. A list stays the same element when its counts change.
pub fn facet_pickers(facets: Facets) -> AnyView {
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

fn capitalised(name: &str) -> String {
    let name = name.replace('_', " ");
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
