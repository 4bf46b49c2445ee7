//! Parts in their order: the rows of each follow those of the part before it.

use super::{
    found::FoundPart,
    side_file::{PromisedFile, SidePart},
};
use anyhow::{Result, bail};
use rankscope_core::benchmark::{FileEntry, RowRange, is_inside};
use std::{collections::BTreeMap, ops::RangeInclusive};

const N_NAMED: usize = 10;

#[derive(Debug, Clone)]
pub(super) struct Promised {
    pub(super) entry: FileEntry,
    pub(super) side_file: String,
    /// `None` for files of the queries.
    pub(super) part: Option<u32>,
}

/// The parts of the image lists or of one gallery, joined.
#[derive(Debug)]
pub(super) struct Joined {
    /// In the order of rows.
    pub(super) files: Vec<Promised>,
    pub(super) n_rows: u32,
    pub(super) rows_of_parts: Vec<u32>,
}

/// Joins the parts of `what`, such as `the image lists`. Refuses a part that occurs twice or is missing,
/// one that does not begin where the last one ended, and one whose files do not have its rows.
pub(super) fn joined(what: &str, parts: Vec<FoundPart>) -> Result<Joined> {
    let parts = numbered(what, parts)?;
    check_complete(what, &parts)?;
    let mut joined = Joined { files: Vec::new(), n_rows: 0, rows_of_parts: Vec::new() };
    for FoundPart { side_file, part } in parts.into_values() {
        let first = joined.n_rows;
        if let Some(said) = part.first_row.filter(|said| *said != first) {
            bail!(
                "{side_file}: its first row is {said}, and the parts before it end at row {first}: \
                 write part {} or those before it again, so that the rows follow each other",
                part.part
            );
        }
        let SidePart { part, rows, files, .. } = part;
        for PromisedFile { path, bytes, sha256, rows } in files {
            let Some(rows) = rows.filter(|rows| *rows > 0) else {
                bail!("{side_file}: {path} has no rows: write part {part} again");
            };
            if !is_inside(&path) {
                bail!("{side_file}: {path:?} is not a path inside the benchmark: correct it");
            }
            let Some(end) = joined.n_rows.checked_add(rows) else {
                bail!("{side_file}: {what} have more rows than 32 bits count: make two benchmarks");
            };
            let range = RowRange { start: joined.n_rows, end };
            let entry = FileEntry { path, bytes, sha256, rows: Some(range) };
            joined.files.push(Promised { entry, side_file: side_file.clone(), part: Some(part) });
            joined.n_rows = end;
        }
        let found = joined.n_rows - first;
        if found != rows {
            bail!(
                "{side_file}: part {part} has {rows} rows, and its files {found}: write it again"
            );
        }
        joined.rows_of_parts.push(rows);
    }
    if joined.n_rows == 0 {
        bail!("{what}: none of the parts has a row");
    }
    Ok(joined)
}

/// By number. Refuses a number in two side files.
fn numbered(what: &str, parts: Vec<FoundPart>) -> Result<BTreeMap<u32, FoundPart>> {
    let mut by_number: BTreeMap<u32, FoundPart> = BTreeMap::new();
    for found in parts {
        let number = found.part.part;
        if let Some(other) = by_number.get(&number) {
            bail!(
                "{} and {} are both part {number} of {what}: remove one of them",
                other.side_file,
                found.side_file
            );
        }
        by_number.insert(number, found);
    }
    Ok(by_number)
}

/// Refuses missing parts, and parts that disagree on how many there are.
fn check_complete(what: &str, parts: &BTreeMap<u32, FoundPart>) -> Result<()> {
    let mut said: Option<(u32, &str)> = None;
    for FoundPart { side_file, part } in parts.values() {
        let Some(n_parts) = part.n_parts else { continue };
        match said {
            Some((other, by)) if other != n_parts => bail!(
                "{by} says that there are {other} parts, and {side_file} that there are {n_parts}: \
                 write all parts with the same n_parts, and remove those of other cuts"
            ),
            _ => said = Some((n_parts, side_file.as_str())),
        }
    }
    let last = parts.keys().next_back().copied().unwrap_or(0);
    if let Some((n_parts, by)) = said.filter(|(n_parts, _)| last >= *n_parts) {
        bail!(
            "there is a part {last} of {what}, and {by} says that there are {n_parts}, numbered from \
             0: remove the parts of other cuts"
        );
    }
    let end = said.map_or(last, |(n_parts, _)| n_parts - 1);
    let missing = missing(parts.keys().copied(), end);
    if missing.is_empty() {
        return Ok(());
    }
    let name = |run: &RangeInclusive<u32>| match (run.start(), run.end()) {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}–{last}"),
    };
    let named: Vec<String> = missing.iter().take(N_NAMED).map(name).collect();
    let more = if missing.len() > N_NAMED { ", …" } else { "" };
    let n: u64 = missing.iter().map(|run| u64::from(run.end() - run.start()) + 1).sum();
    bail!(
        "{what}: of the parts 0–{end}, {}{more} {} missing: run {} again",
        named.join(", "),
        if n == 1 { "is" } else { "are" },
        if n == 1 { "its task" } else { "their tasks" }
    )
}

/// The runs of numbers in `0..=end` that are missing; `there` ascends.
fn missing(there: impl Iterator<Item = u32>, end: u32) -> Vec<RangeInclusive<u32>> {
    let mut runs = Vec::new();
    // The first number that is not seen yet; `None` after the last that there can be.
    let mut next = Some(0);
    for number in there {
        if let Some(first) = next
            && first < number
        {
            runs.push(first..=number - 1);
        }
        next = number.checked_add(1);
    }
    runs.extend(next.filter(|first| *first <= end).map(|first| first..=end));
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_missing_parts() {
        let of = |there: &[u32], end| missing(there.iter().copied(), end);
        assert_eq!(of(&[0, 1, 2], 2), []);
        assert_eq!(of(&[1, 4], 6), [0..=0, 2..=3, 5..=6]);
        assert_eq!(of(&[u32::MAX], u32::MAX), [0..=u32::MAX - 1]);
    }
}
