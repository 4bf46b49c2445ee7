//! Maps the ids of queries and images to rows.

use super::{ListSource, paced::Pace};
use crate::benchmark::{ImageIds, Query};
use rustc_hash::FxHashMap;

/// Rows by id; borrows the ids.
pub(super) struct IdRows<'a> {
    queries: FxHashMap<&'a str, u32>,
    images: ImageRows<'a>,
}

enum ImageRows<'a> {
    Listed(FxHashMap<&'a str, u32>),
    /// Ids are row numbers and need no table.
    Numbered(ImageIds<'a>),
}

/// An id that occurs twice.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Duplicate {
    pub(super) id: String,
    pub(super) first_row: u32,
    pub(super) row: u32,
}

impl<'a> IdRows<'a> {
    /// For listed images.
    pub(super) fn new(queries: FxHashMap<&'a str, u32>, images: FxHashMap<&'a str, u32>) -> Self {
        Self { queries, images: ImageRows::Listed(images) }
    }

    /// For a corpus without image lists.
    pub(super) fn numbered(queries: FxHashMap<&'a str, u32>, n_images: u32) -> Self {
        let ids = ImageIds::RowNumbers { n_rows: n_images as usize, beyond: &[] };
        Self { queries, images: ImageRows::Numbered(ids) }
    }

    /// The row of a query in `queries.jsonl`.
    pub(super) fn query(&self, id: &str) -> Option<u32> {
        self.queries.get(id).copied()
    }

    /// The row of an image in the corpus.
    pub(super) fn image(&self, id: &str) -> Option<u32> {
        match &self.images {
            ImageRows::Listed(rows) => rows.get(id).copied(),
            ImageRows::Numbered(ids) => u32::try_from(ids.row_of(id)?).ok(),
        }
    }

    /// The number of queries.
    pub(super) fn n_queries(&self) -> usize {
        self.queries.len()
    }
}

/// The row of each query.
pub(super) async fn rows_of_queries<'a>(
    queries: &'a [Query],
    source: &impl ListSource,
) -> Result<FxHashMap<&'a str, u32>, Duplicate> {
    rows_of_ids(queries.iter().map(|query| query.id.as_str()), source).await
}

/// The row of each id.
pub(super) async fn rows_of_ids<'a>(
    ids: impl ExactSizeIterator<Item = &'a str>,
    source: &impl ListSource,
) -> Result<FxHashMap<&'a str, u32>, Duplicate> {
    let mut rows = FxHashMap::default();
    let mut pace = Pace::silent(source);
    for (row, id) in (0u32..).zip(ids) {
        if let Some(first_row) = rows.insert(id, row) {
            return Err(Duplicate { id: id.into(), first_row, row });
        }
        pace.step().await;
    }
    Ok(rows)
}
