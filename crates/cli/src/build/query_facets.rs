//! The facets of a benchmark, from those of its queries.

use rankscope_core::benchmark::{Facet, Query};
use std::collections::{BTreeMap, BTreeSet};

/// Every facet of the queries, the one with the fewest values first; its values in alphabetical
/// order.
pub(crate) fn facets_of(queries: &[Query]) -> Vec<Facet> {
    let mut values_of: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, value) in queries.iter().flat_map(|query| &query.facets) {
        values_of.entry(name).or_default().insert(value);
    }
    let facet = |(name, values): (&str, BTreeSet<&str>)| Facet {
        name: name.to_owned(),
        values: values.into_iter().map(str::to_owned).collect(),
    };
    let mut facets: Vec<Facet> = values_of.into_iter().map(facet).collect();
    facets.sort_by_key(|facet| facet.values.len());
    facets
}
