//! The visitor's table of models and measures in a visit: the texts that were dropped, as they were.

use crate::formats::{FormatError, Place, PublishedTable, ResultFile, published_from_files};
use serde::{Deserialize, Serialize};

/// The most bytes of its files together: a larger one is no table that people read.
pub const MAX_TABLE_BYTES: u64 = 16 << 20;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VisitTable {
    /// As the page names it.
    pub name: String,
    /// Paths with texts; several are results in JSON, which are joined.
    pub files: Vec<(String, String)>,
}

impl VisitTable {
    /// # Errors
    /// Too large, not such a file, or one whose texts are no table.
    pub fn from_json(file: &str, text: &str) -> Result<Self, FormatError> {
        let n = text.len();
        if n as u64 > MAX_TABLE_BYTES {
            let reason = format!("it has {n} bytes, and a table at most {MAX_TABLE_BYTES}");
            return Err(FormatError::new(file, Place::File, reason));
        }
        let table: Self = serde_json::from_str(text).map_err(|e| {
            let reason = format!("no table of a visit: {e}");
            FormatError::new(file, Place::Line(e.line()), reason).because(e)
        })?;
        table.read().map_err(|e| {
            FormatError::new(file, Place::File, format!("no table: {e}")).because(e)
        })?;
        Ok(table)
    }

    /// # Errors
    /// As [`published_from_files`].
    pub fn read(&self) -> Result<PublishedTable, FormatError> {
        let files: Vec<ResultFile<'_>> =
            self.files.iter().map(|(path, text)| ResultFile::at(path, text)).collect();
        published_from_files(&files)
    }
}
