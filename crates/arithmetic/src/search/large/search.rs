use super::LargeShard;
use crate::ranking::{Hit, hit_order, select_top_k};
use crate::{FormatError, vectors::ReadAt};
use crate::{
    search::{RowMask, bounded, estimated, scan::Int8Codes},
    vectors::scored,
};

/// Which rows are scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// This many rows with the highest estimates of the whole gallery.
    Candidates(usize),
    /// Every vector is read, as by brute force.
    AllRows,
}

/// Rows in memory at once.
const ROWS_PER_BLOCK: usize = 4_096;

/// A search for several queries in a gallery larger than memory, with the results of the shards so
/// far.
#[derive(Debug)]
pub struct LargeSearch {
    queries: Vec<Vec<f32>>,
    k: usize,
    effort: Effort,
    mask: Option<RowMask>,
    found: Vec<Vec<Candidate>>,
    n_rows: usize,
}

/// A row that was scored.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    /// By its signs; its score if all rows are scored.
    estimate: Hit,
    score: f32,
}

/// A row to be scored for a query.
struct New {
    row_in_shard: u32,
    query: usize,
    estimate: Hit,
}

impl LargeSearch {
    /// Searches for the `k` best rows for each query `[dim]`, among the rows of a mask or all.
    /// Takes at least `k` candidates.
    pub fn new(queries: Vec<Vec<f32>>, k: usize, effort: Effort, mask: Option<RowMask>) -> Self {
        let effort = match effort {
            Effort::Candidates(n) => Effort::Candidates(n.max(k)),
            Effort::AllRows => Effort::AllRows,
        };
        let found = vec![Vec::new(); queries.len()];
        Self { queries, k, effort, mask, found, n_rows: 0 }
    }

    /// Of the shards added so far.
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Searches another shard.
    pub fn add_shard<R: ReadAt>(&mut self, shard: &LargeShard<R>) -> Result<(), FormatError> {
        let mask = self.mask.as_ref().map(|mask| mask.slice(shard.first_row, shard.n_rows()));
        match self.effort {
            Effort::Candidates(n) => self.add_candidates(shard, n, mask.as_ref())?,
            Effort::AllRows => self.add_all_rows(shard, mask.as_ref())?,
        }
        self.n_rows += shard.n_rows();
        Ok(())
    }

    fn add_candidates<R: ReadAt>(
        &mut self,
        shard: &LargeShard<R>,
        n: usize,
        mask: Option<&RowMask>,
    ) -> Result<(), FormatError> {
        let lists = estimated::top_k(&shard.signs.scan(), &self.queries, n, mask);
        // The rows of this shard among the n best estimates, for all queries.
        let mut new: Vec<New> = Vec::new();
        for (query, (found, mut list)) in self.found.iter_mut().zip(lists).enumerate() {
            for hit in &mut list {
                hit.row_in_corpus += shard.first_row;
            }
            list.extend(found.iter().map(|one| one.estimate));
            let best = select_top_k(list, n);
            // Earlier candidates stay if their estimates are still among the n best.
            if let Some(last) = best.last() {
                found.retain(|one| hit_order(&one.estimate, last).is_le());
            }
            let row_in_shard = |hit: &Hit| {
                let row = hit.row_in_corpus.checked_sub(shard.first_row)?;
                ((row as usize) < shard.n_rows()).then_some(row)
            };
            new.extend(best.into_iter().filter_map(|estimate| {
                Some(New { row_in_shard: row_in_shard(&estimate)?, query, estimate })
            }));
        }
        // In the order of the file, so that a row that several queries need is read once.
        new.sort_unstable_by_key(|one| (one.row_in_shard, one.query));
        for block in new.chunks(ROWS_PER_BLOCK) {
            self.score(shard, block)?;
        }
        Ok(())
    }

    /// Reads rows and scores them for the queries that need them.
    fn score<R: ReadAt>(
        &mut self,
        shard: &LargeShard<R>,
        wanted: &[New],
    ) -> Result<(), FormatError> {
        let mut rows: Vec<u32> = wanted.iter().map(|one| one.row_in_shard).collect();
        rows.dedup();
        let vectors = shard.stored.chosen_rows(&rows)?;
        for (query, (values, found)) in self.queries.iter().zip(&mut self.found).enumerate() {
            let of_query: Vec<&New> = wanted.iter().filter(|one| one.query == query).collect();
            let place = |one: &&New| rows.binary_search(&one.row_in_shard).ok();
            #[expect(clippy::cast_possible_truncation, reason = "at most a block of rows")]
            let places: Vec<u32> =
                of_query.iter().filter_map(place).map(|place| place as u32).collect();
            let scores = scored(values, &vectors, &places);
            found.extend(
                of_query
                    .iter()
                    .zip(scores)
                    .map(|(one, Hit { score, .. })| Candidate { estimate: one.estimate, score }),
            );
        }
        Ok(())
    }

    fn add_all_rows<R: ReadAt>(
        &mut self,
        shard: &LargeShard<R>,
        mask: Option<&RowMask>,
    ) -> Result<(), FormatError> {
        for first in (0..shard.n_rows()).step_by(ROWS_PER_BLOCK) {
            let block = shard.stored.rows(first, ROWS_PER_BLOCK)?;
            #[expect(clippy::cast_possible_truncation, reason = "corpora are counted in 32 bits")]
            let mask = mask.map(|mask| mask.slice(first as u32, block.n_rows()));
            let codes = Int8Codes::new(&block);
            let scan = codes.scan(&block);
            let lists = bounded::top_k(&scan, &block, &self.queries, self.k, mask.as_ref());
            #[expect(clippy::cast_possible_truncation, reason = "corpora are counted in 32 bits")]
            let first_row = shard.first_row + first as u32;
            for (found, list) in self.found.iter_mut().zip(lists) {
                let hits = list.into_iter().map(|Hit { row_in_corpus, score }| Hit {
                    row_in_corpus: first_row + row_in_corpus,
                    score,
                });
                let all = found.iter().map(|one| one.estimate).chain(hits).collect();
                let candidate = |hit: Hit| Candidate { estimate: hit, score: hit.score };
                *found = select_top_k(all, self.k).into_iter().map(candidate).collect();
            }
        }
        Ok(())
    }

    /// The `k` best rows for each query in the shards added so far.
    pub fn best(&self) -> Vec<Vec<Hit>> {
        let hit = |one: &Candidate| Hit { score: one.score, ..one.estimate };
        self.found
            .iter()
            .map(|found| select_top_k(found.iter().map(hit).collect(), self.k))
            .collect()
    }
}
