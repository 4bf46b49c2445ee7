//! What experts say of the open benchmark's queries and of pictures as answers to them, by rows.

use crate::benchmark::{ImageIds, Query};
use crate::formats::{Explanation, FormatError, Place, explanations_from_jsonl};
use rustc_hash::FxHashMap;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explanations {
    /// By the rows of query and picture, or of the query alone.
    said: FxHashMap<(u32, Option<u32>), Vec<Explanation>>,
}

impl Explanations {
    /// Reads a benchmark's file of explanations. Those of queries that it does not have are left out, as
    /// votes are.
    ///
    /// # Errors
    /// As [`explanations_from_jsonl`]; or an image that is not in the corpus.
    pub fn read(
        file: &str,
        text: &str,
        queries: &[Query],
        image_ids: ImageIds<'_>,
    ) -> Result<Self, FormatError> {
        let ids = queries.iter().map(|query| query.id.as_str());
        let query_rows: FxHashMap<&str, u32> = ids.zip(0..).collect();
        let row_of = image_ids.rows_by_id();
        let mut said: FxHashMap<_, Vec<Explanation>> = FxHashMap::default();
        for (line, own) in explanations_from_jsonl(file, text)? {
            let Some(query_row) = query_rows.get(own.query.as_str()) else { continue };
            let row = match &own.image {
                None => None,
                Some(image) => Some(row_of(image).ok_or_else(|| {
                    let reason = format!(
                        "query {} has an explanation of image {image}, and the corpus has no such \
                         image: build the benchmark again",
                        own.query
                    );
                    FormatError::new(file, Place::Line(line), reason)
                })?),
            };
            said.entry((*query_row, row)).or_default().push(own);
        }
        Ok(Self { said })
    }

    /// Of a query, in the order of the file.
    pub fn of_query(&self, query_row: u32) -> &[Explanation] {
        self.of((query_row, None))
    }

    /// Of a picture as an answer to a query, in the order of the file.
    pub fn of_pair(&self, query_row: u32, row_in_corpus: u32) -> &[Explanation] {
        self.of((query_row, Some(row_in_corpus)))
    }

    fn of(&self, rows: (u32, Option<u32>)) -> &[Explanation] {
        self.said.get(&rows).map_or(&[], Vec::as_slice)
    }
}
