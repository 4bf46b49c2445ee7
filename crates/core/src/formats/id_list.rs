//! Lists of ids, one a line, in the order of a matrix's rows.

use super::{FormatError, Place};
use std::collections::HashMap;

/// Reads ids, one a line. Ignores spaces around an id and empty lines at the end.
///
/// # Errors
/// An empty line between ids, an id with white space (which TREC files cannot represent), or a
/// duplicate id.
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

/// Why a text cannot be an id, or `None` if it can: TREC files separate fields by white space.
#[must_use]
pub fn fault_of_id(id: &str) -> Option<String> {
    if id.is_empty() {
        Some("an id is missing".into())
    } else if id.contains(char::is_whitespace) {
        Some(format!("the id {id:?} has white space in it"))
    } else {
        None
    }
}
