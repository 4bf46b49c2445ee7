use super::{ListError, ListSource, LoadError, load::records_of};
use crate::benchmark::{GuideImage, Manifest, Query, StoredGuides};
use rustc_hash::FxHashMap;

/// An engine's guides, and those of each query.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueryGuides {
    images: Vec<GuideImage>,
    of_query: Vec<Vec<u32>>,
}

impl QueryGuides {
    /// `file` is for errors. Refuses, by row, a guide of an unknown query or one that a query has twice.
    pub fn new(file: &str, images: Vec<GuideImage>, queries: &[Query]) -> Result<Self, ListError> {
        let row_of: FxHashMap<&str, usize> =
            queries.iter().enumerate().map(|(row, query)| (query.id.as_str(), row)).collect();
        let mut first_row_of: FxHashMap<(&str, &str), u32> = FxHashMap::default();
        let mut of_query = vec![Vec::new(); queries.len()];
        for (row, GuideImage { query, guide, .. }) in (0u32..).zip(&images) {
            let place = row_of.get(query.as_str()).and_then(|row| of_query.get_mut(*row));
            let Some(of_query) = place else {
                let (file, guide, query) = (file.into(), guide.clone(), query.clone());
                return Err(ListError::GuideOfUnknownQuery { file, row, guide, query });
            };
            if let Some(first_row) = first_row_of.insert((query, guide), row) {
                let (file, guide, query) = (file.into(), guide.clone(), query.clone());
                return Err(ListError::DuplicateGuide { file, row, guide, query, first_row });
            }
            of_query.push(row);
        }
        Ok(Self { images, of_query })
    }

    /// The place of a guide is its row in the engine's vectors.
    pub fn images(&self) -> &[GuideImage] {
        &self.images
    }

    /// Rows of a query's guides in the engine's vectors, in the order of the list; empty beyond the queries.
    /// `query` is a row of `queries.jsonl`.
    pub fn of_query(&self, query: usize) -> &[u32] {
        self.of_query.get(query).map_or(&[], Vec::as_slice)
    }
}

pub async fn load_guides<S: ListSource>(
    manifest: &Manifest,
    engine: &StoredGuides,
    queries: &[Query],
    source: &S,
) -> Result<QueryGuides, LoadError<S::Error>> {
    let file = manifest.file(&engine.path())?;
    let images = records_of(file, "guides", engine.images, source).await?;
    Ok(QueryGuides::new(&file.path, images, queries)?)
}
