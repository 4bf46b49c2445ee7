//! Reads judgements, with ids of queries and images resolved to rows.

use super::{ListError, ListSource, source::Pace};
use crate::benchmark::{ImageIds, Judgements, Query, Relevance};
use crate::formats::{judgement_lines, lines_of_own_qrels};
use rustc_hash::FxHashMap;

/// Resolves ids to rows. Judgements of unknown queries are ignored: published judgements often cover more queries
/// than a benchmark uses.
pub(super) async fn relevance_from_qrels(
    file: &str,
    text: &str,
    rows: &IdRows<'_>,
    source: &impl ListSource,
) -> Result<Relevance, ListError> {
    let n_lines = text.bytes().filter(|byte| *byte == b'\n').count();
    let mut by_query: Vec<Vec<(u32, i32)>> = vec![Vec::new(); rows.n_queries()];
    let mut pace = Pace::of_file(source, file, n_lines as u64);
    for (n_before, line) in lines_of_own_qrels(file, text).enumerate() {
        let (query, image, grade) = line?;
        if let Some(query_row) = rows.query(query) {
            let Some(row) = rows.image(image) else {
                return Err(ListError::UnknownImage {
                    file: file.into(),
                    line: line_of_judgement(text, n_before),
                    query: query.into(),
                    image: image.into(),
                });
            };
            if let Some(judged) = by_query.get_mut(query_row as usize) {
                judged.push((row, grade));
            }
        }
        pace.step().await;
    }
    let judged = by_query.into_iter().map(|grades| Ok::<_, ListError>(Judgements::new(grades)));
    Ok(Relevance::of_queries(Pace::silent(source).collect(judged).await?))
}

/// The line, from 1, of the judgement after `n_before` others.
fn line_of_judgement(text: &str, n_before: usize) -> usize {
    judgement_lines(text).nth(n_before).map_or(0, |(number, _)| number)
}

pub(super) struct IdRows<'a> {
    queries: FxHashMap<&'a str, u32>,
    images: ImageRows<'a>,
}

enum ImageRows<'a> {
    Listed(FxHashMap<&'a str, u32>),
    /// Ids are row numbers and need no table.
    Numbered(ImageIds<'a>),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Duplicate {
    pub(super) id: String,
    pub(super) first_row: u32,
    pub(super) row: u32,
}

impl<'a> IdRows<'a> {
    /// With image lists.
    pub(super) fn new(queries: FxHashMap<&'a str, u32>, images: FxHashMap<&'a str, u32>) -> Self {
        Self { queries, images: ImageRows::Listed(images) }
    }

    /// Without image lists.
    pub(super) fn numbered(queries: FxHashMap<&'a str, u32>, n_images: u32) -> Self {
        let ids = ImageIds::RowNumbers { n_rows: n_images as usize, beyond: &[] };
        Self { queries, images: ImageRows::Numbered(ids) }
    }

    /// In `queries.jsonl`.
    pub(super) fn query(&self, id: &str) -> Option<u32> {
        self.queries.get(id).copied()
    }

    /// In the corpus.
    pub(super) fn image(&self, id: &str) -> Option<u32> {
        match &self.images {
            ImageRows::Listed(rows) => rows.get(id).copied(),
            ImageRows::Numbered(ids) => u32::try_from(ids.row_of(id)?).ok(),
        }
    }

    pub(super) fn n_queries(&self) -> usize {
        self.queries.len()
    }
}

pub(super) async fn rows_of_queries<'a>(
    queries: &'a [Query],
    source: &impl ListSource,
) -> Result<FxHashMap<&'a str, u32>, Duplicate> {
    rows_of_ids(queries.iter().map(|query| query.id.as_str()), source).await
}

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
