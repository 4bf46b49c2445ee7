use super::{Ids, ImportError, TURN_LINES, Unmatched};
use crate::formats::{FacetTable, FacetsOf};

/// Facets of the benchmark's queries or images.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchedFacets {
    pub of: FacetsOf,
    pub names: Vec<String>,
    /// Rows of queries or images, with a value for each name.
    pub rows: Vec<(u32, Vec<Option<String>>)>,
    /// Of the file, which are not in the benchmark.
    pub unknown: Unmatched,
    /// How many of the benchmark the file lacks.
    pub n_without: usize,
    /// Of the file's columns.
    pub notes: Vec<String>,
}

/// Replaces ids by rows; `pause` is awaited every few milliseconds.
///
/// # Errors
/// None of the queries, or of the images, is in the benchmark.
pub async fn matched_facets(
    file: &str,
    table: &FacetTable,
    ids: &Ids,
    pause: &impl AsyncFn(),
) -> Result<MatchedFacets, ImportError> {
    let mut unknown = Unmatched::default();
    let mut rows = Vec::new();
    for (place, id) in table.ids.iter().enumerate() {
        if (place + 1).is_multiple_of(TURN_LINES) {
            pause().await;
        }
        let row = match table.of {
            FacetsOf::Queries => ids.query_row(id),
            FacetsOf::Images => ids.row_in_corpus(id),
        };
        match row {
            Some(row) => {
                let value = |own: &crate::formats::FacetColumn| own.values.get(place)?.clone();
                rows.push((row, table.facets.iter().map(value).collect()));
            }
            None => unknown.add(id),
        }
    }
    let n = table.ids.len();
    let n_known = match table.of {
        FacetsOf::Queries => {
            ids.compare_queries(file, &mut unknown, n)?;
            ids.queries().len()
        }
        FacetsOf::Images => {
            ids.compare_images(file, &mut unknown, n)?;
            ids.n_images()
        }
    };
    if rows.is_empty() {
        return Err(ids.no_image_of(file, unknown.first(), n));
    }
    Ok(MatchedFacets {
        of: table.of,
        names: table.facets.iter().map(|own| own.name.clone()).collect(),
        n_without: n_known.saturating_sub(rows.len()),
        rows,
        unknown,
        notes: table.notes.clone(),
    })
}

impl MatchedFacets {
    /// What does not match and how it is treated, in sentences.
    pub fn notes(&self) -> Vec<String> {
        let left_out = match self.of {
            FacetsOf::Queries => self.unknown.left_out(),
            FacetsOf::Images => self.unknown.sentence(
                "of its images is not in the corpus and is left out",
                "of its images are not in the corpus and are left out",
            ),
        };
        let what = match self.of {
            FacetsOf::Queries => ("query", "queries"),
            FacetsOf::Images => ("image", "images"),
        };
        let without = (self.n_without > 0).then(|| {
            let n = crate::digits::in_groups(self.n_without as u64);
            match self.n_without {
                1 => format!(
                    "1 {} of the benchmark is not in it and has none of these facets.",
                    what.0
                ),
                _ => format!(
                    "{n} {} of the benchmark are not in it and have none of these facets.",
                    what.1
                ),
            }
        });
        self.notes.iter().cloned().chain(without).chain(left_out).collect()
    }
}
