use super::{
    FormatError, Place,
    json::{Ids, value_from_json},
};
use rustc_hash::FxHashMap;
use std::collections::HashMap;

/// Ids ↔ rows, in order of first appearance. A file of millions of lines stores each id once.
#[derive(Debug, Clone, Default)]
pub struct IdTable {
    ids: Vec<String>,
    row_from_id: FxHashMap<String, u32>,
}

impl IdTable {
    /// Adds the id if it is new. A table takes up to 2³² ids, more than fit in memory.
    pub fn row(&mut self, id: &str) -> u32 {
        if let Some(&row) = self.row_from_id.get(id) {
            return row;
        }
        let row = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        self.ids.push(id.to_owned());
        self.row_from_id.insert(id.to_owned(), row);
        row
    }

    pub fn row_of(&self, id: &str) -> Option<u32> {
        self.row_from_id.get(id).copied()
    }

    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// The row of each id.
    pub fn rows(&self) -> &FxHashMap<String, u32> {
        &self.row_from_id
    }
}

/// Reads ids, one a line. Ignores spaces around an id and empty lines at the end. Refuses duplicates.
pub fn ids_from_lines(file: &str, text: &str) -> Result<Vec<String>, FormatError> {
    let mut first_line_of: HashMap<&str, usize> = HashMap::new();
    let mut ids = Vec::new();
    for (index, line) in text.trim_end().lines().enumerate() {
        let number = index + 1;
        let id = line.trim();
        if let Some(fault) = fault_of_id(id) {
            return Err(FormatError::new(file, Place::Line(number), fault));
        }
        if let Some(first) = first_line_of.insert(id, number) {
            let reason = format!("the id {id} is on line {first} already");
            return Err(FormatError::new(file, Place::Line(number), reason));
        }
        ids.push(id.to_owned());
    }
    Ok(ids)
}

/// Reads a list of ids: one a line, or a JSON array of texts and whole numbers. Refuses duplicates.
pub fn ids_from_text(file: &str, text: &str) -> Result<Vec<String>, FormatError> {
    if !text.trim_start().starts_with('[') {
        return ids_from_lines(file, text);
    }
    let Ids(ids) = value_from_json(file, text)?;
    match ids.iter().enumerate().find_map(|(row, id)| Some((row, fault_of_id(id)?))) {
        Some((row, fault)) => Err(FormatError::new(file, Place::Row(row), fault)),
        None => Ok(ids),
    }
}

/// Why a text cannot be an id, if so: TREC files separate fields by white space.
pub fn fault_of_id(id: &str) -> Option<String> {
    if id.is_empty() {
        Some("an id is missing".into())
    } else if id.contains(char::is_whitespace) {
        Some(format!("the id {id:?} has white space in it"))
    } else {
        None
    }
}

/// Values by key, keys in order of first appearance.
pub(super) fn grouped<'a, T>(pairs: impl Iterator<Item = (&'a str, T)>) -> Vec<(&'a str, Vec<T>)> {
    let mut groups: Vec<(&str, Vec<T>)> = Vec::new();
    let mut place_of: FxHashMap<&str, usize> = FxHashMap::default();
    for (key, value) in pairs {
        let place = *place_of.entry(key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}
