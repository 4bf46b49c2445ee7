//! Facets of queries or of images as a table: CSV or TSV with a header, JSON lines or an array of objects, with a
//! column of ids and one for each facet.

use super::{
    FormatError, Place,
    column_names::{FacetsOf, facet_columns},
    named_columns::{NamedColumns, columns_from_text, names_from_text},
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A column with more values is no facet: nobody chooses among so many.
const MOST_VALUES: usize = 200;
/// The name of what every query has anyway.
const SPLIT: &str = "split";

/// Values by id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetTable {
    pub of: FacetsOf,
    pub ids: Vec<String>,
    pub facets: Vec<FacetColumn>,
    /// Columns that are no facets, in sentences.
    pub notes: Vec<String>,
}

/// A facet's values, in the order of the ids; `None` where a row has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetColumn {
    pub name: String,
    pub values: Vec<Option<String>>,
}

/// Whether the columns name queries, or images, and nothing that pairs them.
pub(super) fn is_facet_table(text: &str) -> bool {
    facet_columns(&names_from_text(text)).is_some()
}

/// Refuses rows without an id, ids that are there twice, a facet called split, and a table without facets.
pub fn facets_from_table(file: &str, text: &str) -> Result<FacetTable, FormatError> {
    let wrong = |place: Place, reason: String| FormatError::new(file, place, reason);
    let names = names_from_text(text);
    let (of, id, facets) = facet_columns(&names).ok_or_else(|| {
        let known = names.join(", ");
        wrong(Place::File, format!("no column of ids called query or image, only {known}"))
    })?;
    if let Some(name) = facets.iter().find(|name| name.eq_ignore_ascii_case(SPLIT)) {
        let reason = format!("a facet cannot be called {name}: give the column another name");
        return Err(wrong(Place::File, reason));
    }
    let wanted: Vec<&str> = [id].into_iter().chain(facets.iter().copied()).collect();
    let NamedColumns { places, columns } = columns_from_text(file, text, &wanted)?;
    let mut columns = columns.into_iter();
    let mut ids = Vec::with_capacity(places.len());
    let mut place_of: FxHashMap<String, Place> = FxHashMap::default();
    for (place, own) in places.iter().zip(columns.next().unwrap_or_default()) {
        let own = own.ok_or_else(|| wrong(*place, format!("{id:?} is empty")))?;
        if let Some(first) = place_of.insert(own.clone(), *place) {
            return Err(wrong(*place, format!("{own} is there already{first}")));
        }
        ids.push(own);
    }
    let (mut kept, mut notes) = (Vec::new(), Vec::new());
    for (name, values) in facets.iter().zip(columns) {
        let n = values.iter().flatten().collect::<BTreeSet<_>>().len();
        match n {
            0 => notes.push(format!("The column {name} is empty and is left out.")),
            1..=MOST_VALUES => kept.push(FacetColumn { name: (*name).to_owned(), values }),
            _ => notes.push(format!(
                "The column {name} has {n} values, more than the {MOST_VALUES} of a facet, and is left out."
            )),
        }
    }
    if kept.is_empty() {
        let reason = match notes.is_empty() {
            true => format!("it has ids ({id}) and no other column: add one for each facet"),
            false => format!("it has no facet. {}", notes.join(" ").trim_end_matches('.')),
        };
        return Err(wrong(Place::File, reason));
    }
    Ok(FacetTable { of, ids, facets: kept, notes })
}
