//! Checks answers: their status, their texts, which terminals and the page show, and hits against requests.

use super::{
    call::{Answer, Call, Transport},
    dialect::{Claimed, Filter, NotRead},
    dialects::dialect_of,
    error::RemoteError,
};
use crate::benchmark::Remote;
use crate::ranking::{Hit, select_top_k};
use std::collections::HashSet;

/// The longest error message of an engine that is shown.
const SAID_CHARS: usize = 300;

/// Of a successful answer.
pub(super) async fn body_of(
    remote: &Remote,
    call: &Call,
    transport: &impl Transport,
) -> Result<Vec<u8>, RemoteError> {
    let Answer { status, body } = transport.send(call).await?;
    let (url, dialect) = (call.url.clone(), dialect_of(call.kind));
    let said = || Some(told(&dialect.said(&body)?).chars().take(SAID_CHARS).collect::<String>());
    match (status, said()) {
        (200..=299, _) => Ok(body),
        (401 | 403, _) => Err(RemoteError::Key { url, status, has_key: transport.has_key() }),
        (404, Some(_)) => Err(RemoteError::NoCollection {
            url: remote.base().to_owned(),
            collection: remote.whole_name(),
        }),
        (404 | 405, None) => Err(not_understood(call, format!("it answers with status {status}"))),
        (300..=399, _) => {
            Err(not_understood(call, format!("it redirects elsewhere (status {status})")))
        }
        (_, said) => Err(RemoteError::Status { url, status, said: said.unwrap_or_default() }),
    }
}

pub(super) fn not_understood(call: &Call, reason: NotRead) -> RemoteError {
    let reason = told(&reason).chars().take(SAID_CHARS).collect();
    RemoteError::NotUnderstood { url: call.url.clone(), kind: call.kind, reason }
}

/// Whether a character affects the text around it instead of being shown: control characters, line and paragraph
/// separators, and direction marks, which can show a text in another order than it is written.
pub fn is_invisible_command(c: char) -> bool {
    let is_direction = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c.is_control() || is_direction || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Without such characters.
pub(super) fn told(text: &str) -> String {
    text.chars().filter(|c| !is_invisible_command(*c)).collect()
}

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
