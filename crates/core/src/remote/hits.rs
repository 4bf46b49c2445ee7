//! Checks answers against requests.

use super::{
    call::Call,
    dialect::{Claimed, Filter},
    error::RemoteError,
};
use crate::ranking::{Hit, select_top_k};
use std::collections::HashSet;

pub(super) struct Terms<'a> {
    pub(super) n_queries: usize,
    pub(super) k: usize,
    pub(super) n_rows: u32,
    pub(super) filter: &'a Filter,
}

/// In the program's order.
pub(super) fn checked(
    call: &Call,
    lists: Vec<Vec<Claimed>>,
    terms: &Terms<'_>,
) -> Result<Vec<Vec<Hit>>, RemoteError> {
    let refused = |reason| RemoteError::Contradicts { url: call.url.clone(), reason };
    if lists.len() != terms.n_queries {
        return Err(refused(format!(
            "it has {} lists, but {} queries were asked",
            lists.len(),
            terms.n_queries
        )));
    }
    let named: Option<(HashSet<u32>, bool)> = match terms.filter {
        Filter::All => None,
        Filter::Only(rows) => Some((rows.iter().copied().collect(), true)),
        Filter::Not(rows) => Some((rows.iter().copied().collect(), false)),
    };
    let is_asked =
        |row: &u32| named.as_ref().is_none_or(|(rows, are_asked)| rows.contains(row) == *are_asked);
    let checked_list = |claimed: Vec<Claimed>| {
        if claimed.len() > terms.k {
            return Err(format!("it has {} hits, but {} were asked for", claimed.len(), terms.k));
        }
        let mut seen = HashSet::with_capacity(claimed.len());
        let mut hits = Vec::with_capacity(claimed.len());
        for Claimed { id, score } in claimed {
            let row = row_of(&id, terms.n_rows)?;
            #[expect(clippy::cast_possible_truncation, reason = "scores are float32 everywhere")]
            let score = score as f32;
            if !score.is_finite() {
                return Err(format!("the score of point {row} is {score}"));
            }
            if !is_asked(&row) {
                return Err(format!("it has point {row}, which the filter leaves out"));
            }
            if !seen.insert(row) {
                return Err(format!("it has point {row} twice"));
            }
            hits.push(Hit { row_in_corpus: row, score });
        }
        Ok(select_top_k(hits, terms.k))
    };
    lists.into_iter().map(checked_list).collect::<Result<_, String>>().map_err(refused)
}

pub(super) fn row_of(id: &str, n_rows: u32) -> Result<u32, String> {
    let row = id.parse::<u32>().ok().filter(|row| row.to_string() == id);
    row.filter(|row| *row < n_rows).ok_or_else(|| {
        let id: String = id.chars().take(60).collect();
        format!(
            "it has a point {id:?}, but the ids must be the rows 0 to {}",
            n_rows.saturating_sub(1)
        )
    })
}
