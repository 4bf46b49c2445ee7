//! Columns of a table by name: CSV or TSV with a header, JSON lines, an array of JSON objects, or
//! iNaturalist's JSON. Quoted fields may span lines, as pandas writes captions with line breaks.

use super::{
    FormatError, Place,
    inat::{InatImages, is_inat},
    json::{lines_from_jsonl, value_from_json},
};
use csv::{ReaderBuilder, StringRecord};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedColumns {
    pub places: Vec<Place>,
    /// In the order requested; `None` for a row without a value.
    pub columns: Vec<Vec<Option<String>>>,
}

/// Values are trimmed. Refuses a row with another number of fields than the header, and a missing column,
/// with the names of all.
pub fn columns_from_text(
    file: &str,
    text: &str,
    wanted: &[&str],
) -> Result<NamedColumns, FormatError> {
    match text.trim_start().chars().next() {
        None => Err(FormatError::new(file, Place::File, "empty: a header is needed")),
        Some('[') => {
            let objects: Vec<Map<String, Value>> = value_from_json(file, text)?;
            of_objects(
                file,
                objects.into_iter().enumerate().map(|(n, o)| (Place::Row(n), o)),
                wanted,
            )
        }
        Some('{') if is_inat(text) => of_inat(file, &InatImages::read(file, text)?, wanted),
        Some('{') => {
            let lines = lines_from_jsonl(file, text)?;
            of_objects(file, lines.into_iter().map(|(n, o)| (Place::Line(n), o)), wanted)
        }
        Some(_) => of_fields(file, text, wanted),
    }
}

/// None if the text is no table.
pub fn names_from_text(text: &str) -> Vec<String> {
    let text = text.trim_start();
    if let Some(array) = text.strip_prefix('[').or_else(|| text.starts_with('{').then_some(text)) {
        let first =
            serde_json::Deserializer::from_str(array).into_iter::<Map<String, Value>>().next();
        return first.and_then(Result::ok).into_iter().flatten().map(|(name, _)| name).collect();
    }
    let Some(header) = text.lines().next() else { return Vec::new() };
    let reader = ReaderBuilder::new()
        .delimiter(separator(header))
        .has_headers(false)
        .from_reader(header.as_bytes());
    let record = reader.into_records().next().and_then(Result::ok).unwrap_or_default();
    record.iter().map(|name| name.trim().to_owned()).collect()
}

fn separator(header: &str) -> u8 {
    if header.contains('\t') { b'\t' } else { b',' }
}

fn of_objects(
    file: &str,
    objects: impl Iterator<Item = (Place, Map<String, Value>)>,
    wanted: &[&str],
) -> Result<NamedColumns, FormatError> {
    let mut table = NamedColumns { places: Vec::new(), columns: vec![Vec::new(); wanted.len()] };
    let mut names: BTreeSet<String> = BTreeSet::new();
    for (place, object) in objects {
        table.places.push(place);
        for (name, column) in wanted.iter().zip(&mut table.columns) {
            let text = match object.get(*name) {
                None | Some(Value::Null) => None,
                Some(Value::String(text)) => filled(text),
                Some(Value::Number(number)) => Some(number.to_string()),
                Some(Value::Bool(is)) => Some(is.to_string()),
                Some(Value::Array(_) | Value::Object(_)) => {
                    let reason = format!("{name:?} is neither text nor a number");
                    return Err(FormatError::new(file, place, reason));
                }
            };
            column.push(text);
        }
        names.extend(object.into_iter().map(|(name, _)| name));
    }
    let missing = wanted.iter().find(|name| !table.places.is_empty() && !names.contains(**name));
    match missing {
        Some(name) => Err(no_column(file, name, names.iter().map(String::as_str))),
        None => Ok(table),
    }
}

fn of_inat(file: &str, images: &InatImages, wanted: &[&str]) -> Result<NamedColumns, FormatError> {
    let names = images.names();
    if let Some(name) = wanted.iter().find(|name| !names.iter().any(|own| own == *name)) {
        return Err(no_column(file, name, names.iter().map(String::as_str)));
    }
    let rows = || 0..images.n();
    let column = |name: &&str| rows().map(|row| images.value(row, name)).collect();
    let columns = wanted.iter().map(column).collect();
    Ok(NamedColumns { places: rows().map(Place::Row).collect(), columns })
}

fn of_fields(file: &str, text: &str, wanted: &[&str]) -> Result<NamedColumns, FormatError> {
    let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut reader = ReaderBuilder::new()
        .delimiter(separator(header))
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut records = reader.records();
    let mut next = || -> Option<Result<(usize, StringRecord), FormatError>> {
        loop {
            let record = match records.next()? {
                Ok(record) => record,
                Err(e) => {
                    let reason = format!("not a table: {e}");
                    return Some(Err(FormatError::new(file, Place::File, reason).because(e)));
                }
            };
            let line = record.position().map_or(1, |at| line_of(text, at));
            if record.len() > 1 || record.iter().any(|field| !field.trim().is_empty()) {
                return Some(Ok((usize::try_from(line).unwrap_or(usize::MAX), record)));
            }
        }
    };
    let header = next().transpose()?;
    let (_, header) =
        header.ok_or_else(|| FormatError::new(file, Place::File, "empty: a header is needed"))?;
    let names: Vec<&str> = header.iter().map(str::trim).collect();
    let index_of = |wanted: &&str| {
        let index = names.iter().position(|name| name == wanted);
        index.ok_or_else(|| no_column(file, wanted, names.iter().copied()))
    };
    let indices: Vec<usize> = wanted.iter().map(index_of).collect::<Result<_, _>>()?;
    // At the end of a file the csv reader takes an unclosed quote for a field.
    let is_open = !text.bytes().filter(|byte| *byte == b'"').count().is_multiple_of(2);
    let mut table = NamedColumns { places: Vec::new(), columns: vec![Vec::new(); wanted.len()] };
    while let Some((line, record)) = next().transpose()? {
        let place = Place::Line(line);
        if is_open && record.iter().any(|field| field.contains('\n')) {
            let reason = "a quote is opened here or above and not closed";
            return Err(FormatError::new(file, place, reason));
        }
        if record.len() != names.len() {
            let reason = format!(
                "{} columns, but the header has {}: a field with the separator in it needs quotes",
                record.len(),
                names.len()
            );
            return Err(FormatError::new(file, place, reason));
        }
        table.places.push(place);
        for (column, index) in table.columns.iter_mut().zip(&indices) {
            column.push(record.get(*index).and_then(filled));
        }
    }
    Ok(table)
}

/// The line of a record. The csv reader takes the line feed of `\r\n`, and empty lines, for the
/// beginning of the next one.
fn line_of(text: &str, at: &csv::Position) -> u64 {
    let rest = usize::try_from(at.byte()).ok().and_then(|byte| text.as_bytes().get(byte..));
    let breaks = rest.unwrap_or_default().iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
    at.line() + breaks.filter(|byte| **byte == b'\n').count() as u64
}

fn filled(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn no_column<'a>(file: &str, name: &str, names: impl Iterator<Item = &'a str>) -> FormatError {
    let names: Vec<&str> = names.collect();
    let reason = format!("no column {name:?}, only {}", names.join(", "));
    FormatError::new(file, Place::File, reason)
}
