//! A picker for each property that queries or pictures can be filtered by.

use super::picker::{Options, id_of, picker_with_id};
use leptos::prelude::*;
use rankscope_core::analysis::{Property, Subset, words};

/// With the option for any value: two values and it.
const MIN_OPTIONS_FOR_SEVERAL: usize = 3;

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
    let also = also_picker(facets, name.clone(), options);
    let first =
        picker_with_id(id_of(id, &label), label, options.into(), current.into(), move |value| {
            let subset = chosen.get_untracked();
            // Any value replaces all of them, another one the first.
            let others = subset.values(&name).skip(1).filter(|own| **own != *value);
            let others: Vec<String> = others.map(str::to_owned).collect();
            let values = match value.is_empty() {
                true => Vec::new(),
                false => std::iter::once(value).chain(others).collect(),
            };
            choose.run(subset.with(&name, values));
        });
    view! {
        {first}
        {also}
    }
    .into_any()
}

/// Adds another value to the chosen ones, of which any will do. Absent while none is chosen, or where all
/// but one could be.
fn also_picker(facets: Facets, name: String, options: Memo<Options>) -> AnyView {
    let Facets { id, chosen, choose, .. } = facets;
    let label = format!("or {}", capitalised(&name).to_lowercase());
    let own = name.clone();
    let is_shown = Memo::new(move |_| {
        options.with(Vec::len) > MIN_OPTIONS_FOR_SEVERAL
            && chosen.with(|chosen| chosen.value(&own).is_some())
    });
    let own = name.clone();
    let others = Memo::new(move |_| {
        let is_other = |(value, _): &(String, String)| {
            !value.is_empty() && chosen.with(|chosen| chosen.values(&own).all(|own| own != value))
        };
        let others = options.get().into_iter().filter(is_other);
        std::iter::once((String::new(), "no other".to_string())).chain(others).collect::<Options>()
    });
    let picker = move || {
        let (name, label) = (name.clone(), label.clone());
        is_shown.get().then(|| {
            let none = Signal::stored(String::new());
            picker_with_id(id_of(id, &label), label, others.into(), none, move |value| {
                let subset = chosen.get_untracked();
                let values = subset.values(&name).map(str::to_owned);
                let values: Vec<String> = values.chain([value]).collect();
                choose.run(subset.with(&name, values));
            })
        })
    };
    picker.into_any()
}

fn options_of(values: &[(String, usize)], any: fn(usize) -> String) -> Options {
    let n = values.iter().map(|(_, n)| n).sum::<usize>();
    let value =
        |(value, n): &(String, usize)| (value.clone(), format!("{value} ({})", words::count(*n)));
    std::iter::once((String::new(), any(n))).chain(values.iter().map(value)).collect()
}

/// `species_name` → `Species name`.
pub fn capitalised(name: &str) -> String {
    let name = name.replace('_', " ");
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
