//! The description of an export format.

use super::data::Table;

/// A file format that tables are exported to.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// The name on the export button.
    pub name: &'static str,
    /// The file name extension, without the dot.
    pub extension: &'static str,
    /// The media type.
    pub mime: &'static str,
    /// Table → content of the file.
    pub write: fn(&Table) -> String,
}
