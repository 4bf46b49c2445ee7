//! A search that has the signs of all rows before any vector: where vectors come from a server, row
//! by row, only those of the final candidates are worth a request.

use super::SIGN_SEED;
use crate::ranking::{Hit, select_top_k};
use crate::search::{RowMask, estimated, scan::SignCodes};
use crate::vectors::{Vectors, scored};
use rustc_hash::FxHashMap;

/// The search for one query: first the signs of all shards ([`Self::add_signs`]), then the vectors of
/// the rows that it asks for ([`Self::wanted`], [`Self::add_vectors`]). The result is that of
/// [`super::LargeSearch`] with as many candidates.
#[derive(Debug)]
pub struct SignSearch {
    query: Vec<f32>,
    k: usize,
    n_candidates: usize,
    mask: Option<RowMask>,
    /// The rows with the highest estimates so far, with these as scores.
    best: Vec<Hit>,
    rows: FxHashMap<u32, Row>,
    n_rows: usize,
}

#[derive(Debug)]
struct Row {
    /// [`SignCodes::of_row`].
    code: Vec<u8>,
    /// Once its vector has arrived.
    score: Option<f32>,
}

impl SignSearch {
    /// Searches for the `k` best rows for a query `[dim]` by at least `k` candidates, among the rows
    /// of a mask or all.
    pub fn new(query: Vec<f32>, k: usize, n_candidates: usize, mask: Option<RowMask>) -> Self {
        let n_candidates = n_candidates.max(k);
        let (best, rows) = (Vec::new(), FxHashMap::default());
        Self { query, k, n_candidates, mask, best, rows, n_rows: 0 }
    }

    /// Of the shards added so far.
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Searches the signs of another shard, whose first row in the corpus is `first_row`.
    pub fn add_signs(&mut self, first_row: u32, signs: &SignCodes) {
        let mask = self.mask.as_ref().map(|mask| mask.slice(first_row, signs.n_rows()));
        let queries = std::slice::from_ref(&self.query);
        let lists = estimated::top_k(&signs.scan(), queries, self.n_candidates, mask.as_ref());
        let mut all = std::mem::take(&mut self.best);
        let of_corpus = |hit: Hit| Hit { row_in_corpus: hit.row_in_corpus + first_row, ..hit };
        all.extend(lists.into_iter().flatten().map(of_corpus));
        self.best = select_top_k(all, self.n_candidates);
        for hit in &self.best {
            let row = hit.row_in_corpus.checked_sub(first_row).map(|row| row as usize);
            if let Some(row) = row.filter(|row| *row < signs.n_rows()) {
                let code = || Row { code: signs.of_row(row), score: None };
                self.rows.entry(hit.row_in_corpus).or_insert_with(code);
            }
        }
        self.n_rows += signs.n_rows();
    }

    /// The rows, ascending, whose vectors are still needed to score the first `n` candidates.
    pub fn wanted(&self, n: usize) -> Vec<u32> {
        let first = self.best.iter().take(n).map(|hit| hit.row_in_corpus);
        let mut rows: Vec<u32> = first.filter(|row| self.score_of(*row).is_none()).collect();
        rows.sort_unstable();
        rows
    }

    /// All rows, ascending, whose vectors are still needed.
    pub fn all_wanted(&self) -> Vec<u32> {
        self.wanted(self.n_candidates)
    }

    /// Scores rows by their vectors `[rows, dim]`, after comparing their signs with the known ones:
    /// bits, scale and error bound say so much of a vector that damage, or the vector of another
    /// row or build, does not pass. The error is the first row whose vector has other signs; none
    /// of the rows is scored then.
    pub fn add_vectors(&mut self, rows: &[u32], vectors: &Vectors) -> Result<(), u32> {
        let found = SignCodes::new(vectors, SIGN_SEED);
        for (place, row) in rows.iter().enumerate() {
            let is_same = self.rows.get(row).is_some_and(|one| one.code == found.of_row(place));
            if !is_same {
                return Err(*row);
            }
        }
        #[expect(clippy::cast_possible_truncation, reason = "corpora are counted in 32 bits")]
        let places: Vec<u32> = (0..rows.len().min(vectors.n_rows()) as u32).collect();
        let scores = scored(&self.query, vectors, &places);
        for (row, hit) in rows.iter().zip(scores) {
            if let Some(row) = self.rows.get_mut(row) {
                row.score = Some(hit.score);
            }
        }
        Ok(())
    }

    /// The `k` best of the scored rows.
    pub fn best(&self) -> Vec<Hit> {
        let hit = |hit: &Hit| Some(Hit { score: self.score_of(hit.row_in_corpus)?, ..*hit });
        select_top_k(self.best.iter().filter_map(hit).collect(), self.k)
    }

    fn score_of(&self, row: u32) -> Option<f32> {
        self.rows.get(&row)?.score
    }
}
