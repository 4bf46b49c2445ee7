//! Conditions on the split and facets of queries, or the facets of images.

use super::Dataset;
use crate::benchmark::Query;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The name of the property that is a query's split; all others are facets.
pub const SPLIT: &str = "split";

/// Conditions that a query or an image must all meet. Text form: `name=value;name=value`, with `=`,
/// `;` and `%` in names and values escaped as `%3D`, `%3B` and `%25`. Of several values of one property
/// any will do. Queries may be left out by other conditions as well, which are not in the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subset {
    pairs: Vec<(String, String)>,
    /// The ids of the queries that other conditions leave; `None` for all.
    ids: Option<Arc<BTreeSet<String>>>,
}

/// A property and its values, each with the number of queries or images that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// `(value, count)`, in display order.
    pub values: Vec<(String, usize)>,
}

impl Subset {
    /// Parses conditions; parts without `=` are ignored.
    pub fn parse(text: &str) -> Self {
        let pairs = text.split(';').filter_map(|pair| pair.split_once('='));
        let pairs = pairs.map(|(name, value)| (unescaped(name), unescaped(value)));
        Self { pairs: pairs.collect(), ids: None }
    }

    /// The same conditions; of the queries only these, given by row, are left.
    #[must_use]
    pub fn among(self, dataset: &Dataset, rows: &[usize]) -> Self {
        let ids = rows.iter().filter_map(|row| Some(dataset.queries.get(*row)?.id.clone()));
        Self { ids: Some(Arc::new(ids.collect())), ..self }
    }

    /// The conditions as text for the address; `None` if there are none.
    pub fn words(&self) -> Option<String> {
        let pairs: Vec<String> = self
            .pairs()
            .map(|(name, value)| format!("{}={}", escaped(name), escaped(value)))
            .collect();
        (!pairs.is_empty()).then(|| pairs.join(";"))
    }

    /// The conditions as pairs of a property's name and its required value.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The names of the properties with conditions, by name.
    pub fn names(&self) -> BTreeSet<&str> {
        self.pairs().map(|(name, _)| name).collect()
    }

    /// The required value of a property, the first of several.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).next()
    }

    /// The values of a property of which one is required.
    pub fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.pairs().filter(move |(own, _)| *own == name).map(|(_, value)| value)
    }

    /// The same conditions, with those on a property replaced by one of these values, or removed.
    #[must_use]
    pub fn with(mut self, name: &str, values: impl IntoIterator<Item = String>) -> Self {
        self.pairs.retain(|(own, _)| own != name);
        self.pairs.extend(values.into_iter().map(|value| (name.to_string(), value)));
        self
    }

    /// Whether a query meets all conditions.
    pub fn holds(&self, query: &Query) -> bool {
        self.ids.as_ref().is_none_or(|ids| ids.contains(&query.id))
            && self.holds_by(|name| value_of(query, name))
    }

    /// Whether all conditions are met, given the value of each property.
    pub fn holds_by<'a>(&self, value_of: impl Fn(&str) -> Option<&'a str>) -> bool {
        self.names().into_iter().all(|name| {
            let own = value_of(name);
            self.values(name).any(|value| own == Some(value))
        })
    }
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace(';', "%3B").replace('=', "%3D")
}

fn unescaped(text: &str) -> String {
    text.replace("%3D", "=").replace("%3B", ";").replace("%25", "%")
}

/// A query's value of a property.
pub fn value_of<'a>(query: &'a Query, name: &str) -> Option<&'a str> {
    match name {
        SPLIT => Some(query.split.as_str()),
        _ => query.facets.get(name).map(String::as_str),
    }
}

/// The splits that queries are of, by name. Queries without one are of the split that is named "".
pub fn splits_of(queries: &[Query]) -> impl Iterator<Item = &str> {
    queries.iter().map(|query| query.split.as_str()).collect::<BTreeSet<_>>().into_iter()
}

/// The properties that distinguish queries: the split, then the facets of the manifest. Values
/// without queries are left out.
pub fn properties(dataset: &Dataset) -> Vec<Property> {
    let count = |name: &str, value: &str| {
        dataset.queries.iter().filter(|query| value_of(query, name) == Some(value)).count()
    };
    let property = |name: &str, values: &[String]| Property {
        name: name.to_string(),
        values: values
            .iter()
            .map(|value| (value.clone(), count(name, value)))
            .filter(|(_, n)| *n > 0)
            .collect(),
    };
    let splits: Vec<String> = splits_of(&dataset.queries).map(String::from).collect();
    let facets = dataset.manifest.facets.iter();
    std::iter::once(property(SPLIT, &splits))
        .chain(facets.map(|facet| property(&facet.name, &facet.values)))
        .filter(|property| property.values.len() > 1)
        .collect()
}
