//! The ids of queries and images as rows.

use super::{ListSource, paced::Pace};
use crate::benchmark::{ImageIds, Query};
use rustc_hash::FxHashMap;

/// The rows of ids, without copies of the ids.
pub(super) struct IdRows<'a> {
    queries: FxHashMap<&'a str, u32>,
    images: ImageRows<'a>,
}

enum ImageRows<'a> {
    Listed(FxHashMap<&'a str, u32>),
    /// Their ids are the numbers of their rows, which need no table.
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
    /// Of queries by their ids, and of images as they are named.
    pub(super) fn new(queries: FxHashMap<&'a str, u32>, images: FxHashMap<&'a str, u32>) -> Self {
        Self { queries, images: ImageRows::Listed(images) }
    }

    /// Of a corpus without lists.
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

    /// How many queries there are.
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
