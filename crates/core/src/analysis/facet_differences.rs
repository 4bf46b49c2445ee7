//! Where two systems differ: the mean difference by value of each property of the queries.

use super::{Dataset, OnQuery, SPLIT, Subset, properties, value_of};
use crate::metrics::Mean;
use serde::Serialize;

/// Two systems on the queries with a value of a property.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FacetDifference {
    /// The property: a facet, or the split.
    pub facet: String,
    /// Its value.
    pub value: String,
    /// The queries where both systems have a value.
    pub n: usize,
    /// The first system's mean on them.
    pub mean_a: f64,
    /// The second's.
    pub mean_b: f64,
    /// First − second.
    pub difference: f64,
}

/// The differences by value of each property, the facets in the manifest's order before the split.
/// `subset`'s conditions on other properties hold; those on the property itself do not, so that its
/// values can be compared. Values without queries are left out.
pub fn facet_differences(
    dataset: &Dataset,
    on: &[OnQuery],
    subset: &Subset,
) -> Vec<FacetDifference> {
    let mut all = properties(dataset);
    // The split parts the queries for training, and says least about them.
    all.sort_by_key(|property| property.name == SPLIT);
    let of_property = |property: &super::Property| {
        let others = subset.clone().with(&property.name, None);
        let left: Vec<(&OnQuery, &str)> = on
            .iter()
            .filter_map(|on| {
                let query = dataset.queries.get(on.query_row as usize)?;
                let value = value_of(query, &property.name)?;
                others.holds(query).then_some((on, value))
            })
            .collect();
        let of_value = |(value, _): &(String, usize)| {
            let of = |side: fn(&OnQuery) -> f64| {
                let own = left.iter().filter(|(_, own)| own == value);
                Mean::of(own.map(|(on, _)| Some(side(on))))
            };
            let (a, b) = (of(|on| on.a)?, of(|on| on.b)?);
            Some(FacetDifference {
                facet: property.name.clone(),
                value: value.clone(),
                n: a.n,
                mean_a: a.mean,
                mean_b: b.mean,
                difference: of(OnQuery::difference)?.mean,
            })
        };
        property.values.iter().filter_map(of_value).collect::<Vec<_>>()
    };
    all.iter().flat_map(of_property).collect()
}
