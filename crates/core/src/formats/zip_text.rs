//! Text files in a zip archive, such as BEIR's `queries.jsonl` and `qrels/test.tsv`.

use super::{FormatError, Place, zip_members::Members};
use crate::limits::MAX_INFLATED_BYTES;
use std::io::{Read, Seek};

/// The name and bytes of the member with the path `wanted`, or of the only one whose path ends in it:
/// `qrels/test.tsv` finds `scifact/qrels/test.tsv`. It may have up to [`MAX_INFLATED_BYTES`] bytes.
pub fn member_of_zip<R: Read + Seek>(
    file: &str,
    reader: R,
    wanted: &str,
) -> Result<(String, Vec<u8>), FormatError> {
    let mut members = Members::open(file, reader)?;
    let name = member_named(file, &members.names(), wanted)?;
    let bytes = members.bytes(&name, MAX_INFLATED_BYTES)?;
    Ok((name, bytes))
}

/// The name and bytes of BEIR's `qrels/<split>.tsv`, which without a split must be the only one.
pub fn beir_qrels_of_zip<R: Read + Seek>(
    file: &str,
    reader: R,
    split: Option<&str>,
) -> Result<(String, Vec<u8>), FormatError> {
    let mut members = Members::open(file, reader)?;
    let names = members.names();
    let splits: Vec<&str> = names.iter().filter_map(|name| split_of(name)).collect();
    let is_wanted = |name: &&String| {
        split_of(name).is_some_and(|found| split.is_none_or(|split| found == split))
    };
    let wrong = |reason: String| Err(FormatError::new(file, Place::File, reason));
    let mut found = names.iter().filter(is_wanted);
    let name = match (found.next(), found.next(), split) {
        (Some(name), None, _) => name.clone(),
        (None, _, _) if splits.is_empty() => {
            return wrong("it has no qrels/<split>.tsv: is it BEIR's?".into());
        }
        (None, _, split) => {
            let split = split.unwrap_or_default();
            return wrong(format!("it has no qrels/{split}.tsv, only {}", splits.join(", ")));
        }
        (Some(_), Some(_), _) => {
            return wrong(format!(
                "it has judgements of {}: name the split, as in {file}#{}",
                splits.join(", "),
                splits.first().copied().unwrap_or("test")
            ));
        }
    };
    let bytes = members.bytes(&name, MAX_INFLATED_BYTES)?;
    Ok((name, bytes))
}

/// The splits of BEIR's `qrels/<split>.tsv`, each with its file.
pub fn beir_splits(names: &[String]) -> Vec<(&str, &str)> {
    names.iter().filter_map(|name| Some((split_of(name)?, name.as_str()))).collect()
}

pub fn names_from_zip<R: Read + Seek>(file: &str, reader: R) -> Result<Vec<String>, FormatError> {
    Ok(Members::open(file, reader)?.names())
}

/// `test` of `scifact/qrels/test.tsv`.
fn split_of(name: &str) -> Option<&str> {
    let (folder, file) = name.rsplit_once('/')?;
    let is_qrels = folder == "qrels" || folder.ends_with("/qrels");
    file.strip_suffix(".tsv").filter(|split| is_qrels && !split.is_empty())
}

fn member_named(file: &str, names: &[String], wanted: &str) -> Result<String, FormatError> {
    if let Some(exact) = names.iter().find(|name| *name == wanted) {
        return Ok(exact.clone());
    }
    let is_end = |name: &&String| name.strip_suffix(wanted).is_some_and(|rest| rest.ends_with('/'));
    let found: Vec<&String> = names.iter().filter(is_end).collect();
    let listed = |names: &[&String]| {
        let names: Vec<&str> = names.iter().take(8).map(|name| name.as_str()).collect();
        names.join(", ")
    };
    match found[..] {
        [one] => Ok(one.clone()),
        [] => {
            let all: Vec<&String> = names.iter().collect();
            let reason = format!("it has no member {wanted:?}, only {}", listed(&all));
            Err(FormatError::new(file, Place::File, reason))
        }
        _ => {
            let reason = format!("several members end in {wanted:?}: {}", listed(&found));
            Err(FormatError::new(file, Place::File, reason))
        }
    }
}
