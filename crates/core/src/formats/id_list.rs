//! Lists of ids: one a line, or a JSON array.

use super::{
    FormatError, Place,
    ids::fault_of_id,
    json::{Ids, value_from_json},
};
use std::collections::HashMap;

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
