//! Cases of two queries and two images by their rows, and a system's scores of them.

use crate::formats::{FormatError, IdTable, PairCase};
use crate::matching::{near, nearest};
use crate::metrics::PairScores;
use crate::ranking::Hit;

/// The rows of a case: query 0 is of image 0, and query 1 of image 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaseRows {
    /// Of the queries.
    pub queries: [u32; 2],
    /// Of the images.
    pub images: [u32; 2],
}

/// Ids by row, and what has them, for messages.
pub type IdsOf<'a> = (&'a IdTable, &'a str);

impl CaseRows {
    /// The cases of a file.
    ///
    /// # Errors
    /// An id that is not there, by its place in the file.
    pub fn of(
        file: &str,
        cases: &[PairCase],
        queries: IdsOf<'_>,
        images: IdsOf<'_>,
    ) -> Result<Vec<Self>, FormatError> {
        let row = |case: &PairCase, what: &str, (table, of): IdsOf<'_>, id: &String| {
            table.row_of(id).ok_or_else(|| {
                let near = near(nearest([id.as_str()], table.ids()));
                FormatError::new(file, case.place, format!("{of} has no {what} {id}{near}"))
            })
        };
        let both = |case: &PairCase, what: &str, of: IdsOf<'_>, [first, second]: &[String; 2]| {
            Ok([row(case, what, of, first)?, row(case, what, of, second)?])
        };
        let of_case = |case: &PairCase| {
            let queries = both(case, "query", queries, &case.queries)?;
            Ok(Self { queries, images: both(case, "image", images, &case.images)? })
        };
        cases.iter().map(of_case).collect()
    }

    /// Its scores among the rankings of all queries; `None` if a query's ranking lacks an image.
    pub fn scores(&self, rankings: &[Vec<Hit>]) -> Option<PairScores> {
        let score = |query: u32, image: u32| {
            let hits = rankings.get(query as usize)?;
            let hit = hits.iter().find(|hit| hit.row_in_corpus == image)?;
            Some(f64::from(hit.score))
        };
        let of_query = |query: u32| {
            let [first, second] = self.images;
            Some([score(query, first)?, score(query, second)?])
        };
        let [first, second] = self.queries;
        Some([of_query(first)?, of_query(second)?])
    }
}
