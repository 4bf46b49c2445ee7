//! Metadata tables of pictures: CSV, TSV, JSON lines, an array of JSON objects, or iNaturalist's JSON
//! with its licences and the taxonomy of its categories.

use super::{
    FormatError, Place,
    inat::{InatImages, is_inat, text_of},
    json::{lines_from_jsonl, value_from_json},
    table::Table,
};
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

/// Reads the columns of these names; those that the file lacks are left out. A whole number under
/// `license` is looked up in iNaturalist's list of licences.
pub fn field_table(file: &str, text: &str, wanted: &[&str]) -> Result<FieldTable, FormatError> {
    let first = text.trim_start().chars().next();
    match first {
        None => Err(FormatError::new(file, Place::File, "empty: it needs a row for each picture")),
        Some('[') => Ok(from_objects(&value_from_json::<Vec<_>>(file, text)?, wanted)),
        Some('{') if is_inat(text) => Ok(from_inat(&InatImages::read(file, text)?, wanted)),
        Some('{') => {
            let lines = lines_from_jsonl(file, text)?;
            let objects: Vec<_> = lines.into_iter().map(|(_, object)| object).collect();
            Ok(from_objects(&objects, wanted))
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

fn from_objects(objects: &[Map<String, Value>], wanted: &[&str]) -> FieldTable {
    let mut seen = HashSet::new();
    let all = objects.iter().flat_map(Map::keys);
    let names: Vec<String> = all.filter(|name| seen.insert(name.as_str())).cloned().collect();
    let known = wanted.iter().filter(|name| seen.contains(**name));
    let columns = known.map(|name| {
        let values = objects.iter().map(|object| text_of(object.get(*name)?)).collect();
        ((*name).to_owned(), values)
    });
    FieldTable { columns: columns.collect(), n_rows: objects.len(), names }
}

fn from_inat(images: &InatImages, wanted: &[&str]) -> FieldTable {
    let names = images.names();
    let known = wanted.iter().filter(|name| names.iter().any(|own| own == *name));
    let columns = known.map(|name| {
        let values = (0..images.n()).map(|row| images.value(row, name)).collect();
        ((*name).to_owned(), values)
    });
    FieldTable { columns: columns.collect(), n_rows: images.n(), names }
}
