//! What could come next in a filter, with the number of pictures that it would leave.

use super::by::CarriedBy;
use super::filter::CarriedFilter;
use super::matches::{exif_place, plain};
use super::statistics::{FIELD_DEGREES, PlaceField};
use super::term::{KEYS, quoted, split};
use crate::benchmark::{FieldColumn, FieldsFile};
use crate::search::RowMask;
use std::collections::BTreeMap;

/// A term that could be typed next, or the beginning of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The whole filter with it.
    pub words: String,
    /// The term alone.
    pub term: String,
    /// How many pictures meet the other terms and this one; of a beginning, any of its terms.
    pub n: usize,
}

/// At most `most` terms that complete the last one of a text, the most frequent first.
pub fn suggestions(text: &str, by: CarriedBy<'_>, most: usize) -> Vec<Suggestion> {
    let terms = split(text);
    let is_open =
        !text.ends_with(char::is_whitespace) || !text.matches('"').count().is_multiple_of(2);
    let (before, last) = match terms.split_last() {
        Some((last, before)) if is_open => (before, *last),
        _ => (&terms[..], ""),
    };
    let before = before.join(" ");
    let rows = CarriedFilter::new(&before, by).rows;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    match last.split_once(':') {
        None => {
            for (key, _) in KEYS.iter().filter(|(key, _)| key.starts_with(&last.to_lowercase())) {
                let n = n_with(key, &rows, by);
                if n > 0 {
                    counts.insert((*key).to_owned(), n);
                }
            }
        }
        Some((key, typed)) => {
            let typed = typed.replace('"', "").to_lowercase();
            add_values(&key.to_lowercase(), &typed, &rows, by, &mut counts);
        }
    }
    let mut all: Vec<(String, usize)> = counts.into_iter().filter(|(_, n)| *n > 0).collect();
    if last.contains(':') {
        all.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    }
    let suggestion = |(term, n): (String, usize)| {
        let words = if before.is_empty() { term.clone() } else { format!("{before} {term}") };
        Suggestion { words, term, n }
    };
    all.into_iter().take(most).map(suggestion).collect()
}

/// How many rows have any value under a key.
fn n_with(key: &str, rows: &RowMask, by: CarriedBy<'_>) -> usize {
    let of_column = |column: &dyn Fn(&FieldsFile) -> usize| -> usize {
        by.files.iter().map(|file| column(file)).sum()
    };
    let in_rows = |file: &FieldsFile, row: usize| rows.contains(file.rows.start as usize + row);
    let of = |file: &FieldsFile, column: &FieldColumn| {
        column.numbered().filter(|(row, _)| in_rows(file, *row)).count()
    };
    match key {
        "tag:" => {
            let tagged = by.images.iter().enumerate().filter(|(_, image)| !image.tags.is_empty());
            tagged.filter(|(row, _)| rows.contains(*row)).count()
        }
        "creator:" => of_column(&|file| of(file, &file.creator)),
        "licence:" => of_column(&|file| of(file, &file.licence)),
        "taken:" => of_column(&|file| {
            let taken = file.taken.iter().enumerate().filter(|(_, taken)| taken.is_some());
            taken.filter(|(row, _)| in_rows(file, *row)).count()
        }),
        "lat:" | "lon:" => of_column(&|file| {
            let placed = file.place.iter().enumerate().filter(|(_, place)| place.is_some());
            placed.filter(|(row, _)| in_rows(file, *row)).count()
        }),
        _ => of_column(&|file| {
            let mut has = vec![false; file.n_rows()];
            for (row, _) in file.exif.iter().flat_map(|(_, column)| column.numbered()) {
                if let Some(place) = has.get_mut(row) {
                    *place = true;
                }
            }
            has.iter().enumerate().filter(|(row, has)| **has && in_rows(file, *row)).count()
        }),
    }
}

fn add_values(
    key: &str,
    typed: &str,
    rows: &RowMask,
    by: CarriedBy<'_>,
    counts: &mut BTreeMap<String, usize>,
) {
    let mut add = |term: String, n: usize| *counts.entry(term).or_default() += n;
    let fits = |text: &str| text.to_lowercase().contains(typed);
    let in_rows = |file: &FieldsFile, row: usize| rows.contains(file.rows.start as usize + row);
    let of_texts = |file: &FieldsFile, column: &FieldColumn| {
        let mut of_text = vec![0usize; column.texts().len()];
        for (row, number) in column.numbered().filter(|(row, _)| in_rows(file, *row)) {
            let _ = row;
            if let Some(n) = of_text.get_mut(number) {
                *n += 1;
            }
        }
        of_text
    };
    match key {
        "tag" => {
            for (_, image) in by.images.iter().enumerate().filter(|(row, _)| rows.contains(*row)) {
                for tag in image.tags.iter().filter(|tag| fits(tag)) {
                    add(format!("tag:{}", quoted(tag)), 1);
                }
            }
        }
        "creator" => {
            for file in by.files {
                let texts = file.creator.texts().iter().zip(of_texts(file, &file.creator));
                for (text, n) in texts.filter(|(text, _)| fits(text)) {
                    add(format!("creator:{}", quoted(text)), n);
                }
            }
        }
        "licence" | "license" => {
            for file in by.files {
                for (own, n) in file.licences.iter().zip(of_texts(file, &file.licence)) {
                    if fits(&own.id) || fits(&own.name) {
                        add(format!("licence:{}", quoted(&own.id)), n);
                    }
                }
            }
        }
        "taken" => {
            // Years first, then the months of a year that is typed.
            let length = if typed.len() >= 4 { 7 } else { 4 };
            for file in by.files {
                for (row, taken) in file.taken.iter().enumerate() {
                    let Some(taken) = taken.filter(|_| in_rows(file, row)) else { continue };
                    let words = taken.to_string();
                    let words = words.get(..length).unwrap_or(&words);
                    if words.starts_with(typed) {
                        add(format!("taken:{words}"), 1);
                    }
                }
            }
        }
        "exif" => {
            let name = typed.split(['=', '>', '<', ':']).next().unwrap_or_default();
            let has_sign = name.len() < typed.len();
            let value = typed.get(name.len()..).unwrap_or_default();
            let value = value.trim_start_matches(['=', '>', '<', ':']);
            for file in by.files {
                for (own, _) in
                    file.exif.iter().filter(|(own, _)| plain(own).starts_with(&plain(name)))
                {
                    let Some(place) = exif_place(file, own) else { continue };
                    let Some((_, column)) = file.exif.get(place) else { continue };
                    let of_text = of_texts(file, column);
                    if has_sign {
                        let texts = column.texts().iter().zip(of_text);
                        for (text, n) in
                            texts.filter(|(text, _)| text.to_lowercase().starts_with(value))
                        {
                            add(format!("exif:{}={}", quoted(own), quoted(text)), n);
                        }
                    } else {
                        add(format!("exif:{}", quoted(own)), of_text.iter().sum());
                    }
                }
            }
        }
        "lat" | "lon" => {
            for file in by.files {
                for (row, place) in file.place.iter().enumerate() {
                    let Some(place) = place.filter(|_| in_rows(file, row)) else { continue };
                    let (south, west) = PlaceField::edges(place);
                    let edge = if key == "lat" { south } else { west };
                    let range = format!("{edge}..{}", edge + FIELD_DEGREES);
                    if range.starts_with(typed) {
                        add(format!("{key}:{range}"), 1);
                    }
                }
            }
        }
        _ => {}
    }
}
