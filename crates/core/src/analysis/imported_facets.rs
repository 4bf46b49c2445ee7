//! Facets of a visitor's tables on the benchmark's queries and images.

use super::imported_file::{Imported, ImportedKind};
use crate::benchmark::{Facet, Image, Manifest, Query};
use crate::formats::FacetsOf;
use crate::imported::MatchedFacets;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Queries and images.
pub(super) type Lists = (Arc<Vec<Query>>, Arc<Vec<Image>>);

/// The lists with the facets of imports. New facets of queries join the manifest's.
pub(super) fn with_facets(
    (mut queries, mut images): Lists,
    manifest: &mut Manifest,
    imported: &[Arc<Imported>],
) -> Lists {
    for import in imported {
        let ImportedKind::Facets(facets) = &import.kind else { continue };
        match facets.of {
            FacetsOf::Queries => {
                let names = names_of(facets, import, |name| {
                    queries.iter().any(|query| query.facets.contains_key(name))
                });
                let added = Arc::make_mut(&mut queries);
                for (row, values) in &facets.rows {
                    if let Some(query) = added.get_mut(*row as usize) {
                        set(&mut query.facets, &names, values);
                    }
                }
                for (place, name) in names.into_iter().enumerate() {
                    let values = facets.rows.iter().filter_map(|(_, own)| own.get(place)?.clone());
                    let values: BTreeSet<String> = values.collect();
                    manifest.facets.push(Facet { name, values: values.into_iter().collect() });
                }
            }
            FacetsOf::Images => {
                let names = names_of(facets, import, |name| {
                    images.iter().any(|image| image.facets.contains_key(name))
                });
                let added = Arc::make_mut(&mut images);
                for (row, values) in &facets.rows {
                    if let Some(image) = added.get_mut(*row as usize) {
                        set(&mut image.facets, &names, values);
                    }
                }
            }
        }
    }
    (queries, images)
}

/// The names of its facets; one that is taken gets the file's name.
fn names_of(
    facets: &MatchedFacets,
    import: &Imported,
    is_taken: impl Fn(&str) -> bool,
) -> Vec<String> {
    let own = |name: &String| match is_taken(name) {
        true => format!("{name} ({})", import.file),
        false => name.clone(),
    };
    facets.names.iter().map(own).collect()
}

fn set(own: &mut BTreeMap<String, String>, names: &[String], values: &[Option<String>]) {
    let given = names.iter().zip(values).filter_map(|(name, value)| Some((name, value.as_ref()?)));
    own.extend(given.map(|(name, value)| (name.clone(), value.clone())));
}
