//! The seeds of the open benchmark's queries, with the pictures nearest to them.

use super::Dataset;
use crate::benchmark::Image;
use crate::formats::{FormatError, Place, seeds_from_jsonl};
use std::collections::HashMap;

/// A seed of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuerySeed {
    /// Its picture.
    pub image: Image,
    /// The rows of the nearest pictures of the corpus, the nearest first.
    pub nearest: Vec<u32>,
}

/// The seeds by row of the query.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QuerySeeds(Vec<Vec<QuerySeed>>);

impl QuerySeeds {
    /// Reads a benchmark's file of seeds. Seeds of queries that it does not have are left out.
    ///
    /// # Errors
    /// As [`seeds_from_jsonl`]; or a picture that is not in the corpus.
    pub fn read(file: &str, text: &str, dataset: &Dataset) -> Result<Self, FormatError> {
        let ids = dataset.images().iter().map(|image| image.id.as_str());
        let rows: HashMap<&str, u32> = ids.zip(0..).collect();
        let mut by_query = vec![Vec::new(); dataset.queries.len()];
        for (line, seed) in seeds_from_jsonl(file, text, |image: &Image| &image.id)? {
            let query_row = dataset.query_row_from_id.get(&seed.query);
            let Some(own) = query_row.and_then(|row| by_query.get_mut(*row as usize)) else {
                continue;
            };
            let row = |id: &String| {
                rows.get(id.as_str()).copied().ok_or_else(|| {
                    let reason = format!(
                        "near the seed {} is image {id}, and the corpus has no such image: build \
                         the benchmark again",
                        seed.seed.id
                    );
                    FormatError::new(file, Place::Line(line), reason)
                })
            };
            let nearest = seed.nearest.iter().map(row).collect::<Result<_, _>>()?;
            own.push(QuerySeed { image: seed.seed, nearest });
        }
        Ok(Self(by_query))
    }

    /// The seeds of a query.
    pub fn of(&self, query_row: u32) -> &[QuerySeed] {
        self.0.get(query_row as usize).map_or(&[], Vec::as_slice)
    }
}
