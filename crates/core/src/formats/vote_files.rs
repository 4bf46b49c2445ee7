//! Votes in any of the files that people have: a benchmark's JSON lines, ConQA's `mturk.json`, and a
//! table of single answers.
//!
//! ```csv
//! query,image,person,answer
//! 12,2358704,Ada,relevant
//! ```

use super::{
    FormatError, Place, VotedImage, Votes,
    conqa::votes_from_conqa,
    ids::fault_of_id,
    json::{Entries, value_from_json},
    named_columns::{columns_from_text, names_from_text},
    votes::votes_from_jsonl,
};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

const COLUMNS: [&str; 4] = ["query", "image", "person", "answer"];

/// Whether a table, JSON lines or an array has the columns of votes.
pub(super) fn are_votes(text: &str) -> bool {
    let names = names_from_text(text);
    let has = |name: &str| names.iter().any(|known| known == name);
    has("query") && has("image") && (has("votes") || has("person") && has("answer"))
}

/// Recognises the file by its beginning. Refuses one without votes.
pub fn votes_from_text(file: &str, text: &str) -> Result<Vec<VotedImage>, FormatError> {
    let names = names_from_text(text);
    let has = |name: &str| names.iter().any(|known| known == name);
    let voted = if has("votes") && has("image") {
        votes_from_jsonl(file, text)?
    } else if has("answer") || !text.trim_start().starts_with('{') {
        votes_from_answers(file, text)?
    } else {
        votes_from_conqa(file, text)?
    };
    match voted.iter().any(|own| own.votes.n() > 0) {
        true => Ok(voted),
        false => Err(FormatError::new(file, Place::File, "it has no votes")),
    }
}

/// Reads the columns `query`, `image`, `person` and `answer`; the images stand in the order in which they
/// come first. Refuses a second answer of a person to an image.
fn votes_from_answers(file: &str, text: &str) -> Result<Vec<VotedImage>, FormatError> {
    let table = columns_from_text(file, text, &COLUMNS)?;
    let mut voted: Vec<VotedImage> = Vec::new();
    let mut places: HashMap<(String, String), usize> = HashMap::new();
    for (row, place) in table.places.iter().enumerate() {
        let refused = |reason: String| FormatError::new(file, *place, reason);
        let field = |column: usize| {
            let value = table.columns.get(column).and_then(|column| column.get(row)?.as_deref());
            value.unwrap_or_default()
        };
        let id = |column: usize| match fault_of_id(field(column)) {
            None => Ok(field(column).to_owned()),
            Some(fault) => {
                Err(refused(format!("{}: {fault}", COLUMNS.get(column).unwrap_or(&"id"))))
            }
        };
        let (query, image, person) = (id(0)?, id(1)?, field(2).to_owned());
        if person.is_empty() {
            return Err(refused("person: it is empty, so nobody answered".into()));
        }
        let answer = answered(field(3)).ok_or_else(|| {
            let answer = field(3);
            refused(format!("answer: {answer:?} is not relevant, not relevant or unsure"))
        })?;
        let next = voted.len();
        let at = *places.entry((query.clone(), image.clone())).or_insert(next);
        if at == next {
            voted.push(VotedImage { query, image, ..VotedImage::default() });
        }
        let Some(own) = voted.get_mut(at) else { continue };
        if own.by.insert(person.clone(), answer).is_some() {
            let VotedImage { query, image, .. } = own;
            return Err(refused(format!(
                "{person} has answered image {image} for query {query} already: leave one answer out"
            )));
        }
    }
    for own in &mut voted {
        own.votes = Votes::of(&own.by).unwrap_or(own.votes);
    }
    Ok(voted)
}

/// The place in [`Votes`] of an answer in words, by its first letter, or as 1 and 0.
fn answered(text: &str) -> Option<u8> {
    let text = text.to_lowercase().replace(['-', '_'], " ");
    match text.as_str() {
        "relevant" | "r" | "yes" | "y" | "1" => Some(0),
        "not relevant" | "not" | "non relevant" | "irrelevant" | "n" | "no" | "0" => Some(1),
        "unsure" | "not sure" | "u" | "?" => Some(2),
        _ => None,
    }
}

/// The group of each query: ConQA's `seed.json` (conceptual or descriptive), `{query: group}`, or a table or
/// JSON lines with the columns `query` (or `query_id`, `id`) and `group`.
pub fn query_groups_from_text(
    file: &str,
    text: &str,
) -> Result<BTreeMap<String, String>, FormatError> {
    let names = names_from_text(text);
    let has = |name: &&str| names.iter().any(|known| known == name);
    if text.trim_start().starts_with('{') && !has(&"group") {
        let Entries(queries) = value_from_json::<Entries<Value>>(file, text)?;
        let group = |(query, value): (String, Value)| {
            let kind = |is| if is { "conceptual" } else { "descriptive" };
            let conqa = value.get("Conceptual").and_then(Value::as_bool).map(kind);
            match conqa.or_else(|| value.as_str()) {
                Some(group) => Ok((query, group.to_owned())),
                None => Err(FormatError::new(
                    file,
                    Place::File,
                    format!("query {query}: neither a group nor an entry of ConQA's seed.json"),
                )),
            }
        };
        return queries.into_iter().map(group).collect();
    }
    let query = ["query", "query_id", "id"].into_iter().find(has).unwrap_or("query");
    let table = columns_from_text(file, text, &[query, "group"])?;
    let [queries, groups] = table.columns.as_slice() else { return Ok(BTreeMap::new()) };
    let rows = queries.iter().zip(groups);
    Ok(rows.filter_map(|(query, group)| Some((query.clone()?, group.clone()?))).collect())
}
