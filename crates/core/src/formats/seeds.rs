//! The pictures that inspired a query or found its candidates, such as ConQA's seeds: JSON lines, one for
//! each seed of a query.
//!
//! ```json
//! {"query":"0","seed":{"id":"2335966","uri":"…","caption":""},"nearest":["2350412","2345745"]}
//! ```

use super::{
    FormatError, Place,
    json::{Id, Ids, lines_from_jsonl},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::collections::HashSet;

/// `I` describes the seed's picture, which need not be in the corpus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Seed<I> {
    pub query: String,
    pub seed: I,
    /// The ids of the nearest pictures in the corpus, nearest first.
    pub nearest: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<I> {
    query: Id,
    seed: I,
    nearest: Ids,
}

/// Reads seeds with their line numbers; `id_of` gives the id of a seed's picture. Refuses a seed that a
/// query has twice.
pub fn seeds_from_jsonl<I: DeserializeOwned>(
    file: &str,
    text: &str,
    id_of: impl Fn(&I) -> &str,
) -> Result<Vec<(usize, Seed<I>)>, FormatError> {
    let mut seen = HashSet::new();
    let mut seeds = Vec::new();
    for (number, line) in lines_from_jsonl::<Line<I>>(file, text)? {
        let Line { query: Id(query), seed, nearest: Ids(nearest) } = line;
        if !seen.insert((query.clone(), id_of(&seed).to_owned())) {
            let reason = format!("query {query} has the seed {} already", id_of(&seed));
            return Err(FormatError::new(file, Place::Line(number), reason));
        }
        seeds.push((number, Seed { query, seed, nearest }));
    }
    Ok(seeds)
}
