//! Metadata tables of pictures: CSV, TSV, JSON lines, an array of JSON objects, or iNaturalist's JSON
//! with `images` and `licenses`.

use super::{
    FormatError, Place,
    json::{lines_from_jsonl, value_from_json},
    table::Table,
};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashSet};

/// Columns by name; a value is `None` where the row has none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldTable {
    /// The requested columns that exist.
    pub columns: BTreeMap<String, Vec<Option<String>>>,
    /// All columns of the file.
    pub names: Vec<String>,
    pub n_rows: usize,
}

/// As COCO and iNaturalist publish it.
#[derive(Deserialize)]
struct Published {
    images: Vec<Map<String, Value>>,
    #[serde(default)]
    licenses: Vec<Map<String, Value>>,
}

/// Reads the columns of these names; those that the file lacks are left out. A whole number under
/// `license` is looked up in iNaturalist's list of licences.
pub fn field_table(file: &str, text: &str, wanted: &[&str]) -> Result<FieldTable, FormatError> {
    let first = text.trim_start().chars().next();
    match first {
        None => Err(FormatError::new(file, Place::File, "empty: it needs a row for each picture")),
        Some('[') => Ok(from_objects(&value_from_json::<Vec<_>>(file, text)?, &[], wanted)),
        Some('{') => {
            let is_lines = text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| {
                serde_json::from_str::<Map<String, Value>>(line)
                    .is_ok_and(|object| !object.contains_key("images"))
            });
            if is_lines {
                let lines = lines_from_jsonl(file, text)?;
                let objects: Vec<_> = lines.into_iter().map(|(_, object)| object).collect();
                return Ok(from_objects(&objects, &[], wanted));
            }
            let published: Published = value_from_json(file, text)?;
            Ok(from_objects(&published.images, &published.licenses, wanted))
        }
        Some(_) => {
            let table = Table::read_tabs_or_commas(file, text)?;
            let columns = wanted.iter().filter_map(|name| {
                let place = table.columns.iter().position(|column| column == name)?;
                let value = |text: &str| (!text.is_empty()).then(|| text.to_owned());
                let values = table.rows.iter().map(|row| value(row.field(place)));
                Some(((*name).to_owned(), values.collect()))
            });
            Ok(FieldTable {
                columns: columns.collect(),
                n_rows: table.rows.len(),
                names: table.columns,
            })
        }
    }
}

fn from_objects(
    objects: &[Map<String, Value>],
    licences: &[Map<String, Value>],
    wanted: &[&str],
) -> FieldTable {
    let mut seen = HashSet::new();
    let all = objects.iter().flat_map(Map::keys);
    let names: Vec<String> = all.filter(|name| seen.insert(name.as_str())).cloned().collect();
    let licence = |number: &Value| {
        let licence = licences.iter().find(|licence| licence.get("id") == Some(number))?;
        text_of(licence.get("url")?).or_else(|| text_of(licence.get("name")?))
    };
    let value = |object: &Map<String, Value>, name: &str| {
        let value = object.get(name)?;
        (name == "license").then(|| licence(value)).flatten().or_else(|| text_of(value))
    };
    let known = wanted.iter().filter(|name| seen.contains(**name));
    let columns = known.map(|name| {
        let values = objects.iter().map(|object| value(object, name)).collect();
        ((*name).to_owned(), values)
    });
    FieldTable { columns: columns.collect(), n_rows: objects.len(), names }
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is) => Some(is.to_string()),
        _ => None,
    }
}
