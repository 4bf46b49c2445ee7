//! One id a line, in the order of some matrix's rows.

use super::{FormatError, Place};
use std::collections::HashMap;

/// Reads ids, one a line. Spaces around an id and empty lines at the end are passed over.
///
/// # Errors
/// An empty line between ids, an id with white space in it (TREC files could not hold
/// it), or an id that was there before.
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
            let reason = format!("the id {id} stands on line {first} already");
            return Err(FormatError::new(file, Place::Line(number), reason));
        }
        ids.push(id.to_owned());
    }
    Ok(ids)
}

/// Why a text cannot be an id: TREC files put white space between their fields.
#[must_use]
pub fn fault_of_id(id: &str) -> Option<String> {
    if id.is_empty() {
        Some("an id is missing here".into())
    } else if id.contains(char::is_whitespace) {
        Some(format!("the id {id:?} has white space in it"))
    } else {
        None
    }
}
