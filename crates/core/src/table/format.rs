//! What a way to write a table consists of.

use super::data::Table;

/// A way to write a table into a file.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// Its name on a button.
    pub name: &'static str,
    /// The end of its files' names, without the dot.
    pub extension: &'static str,
    /// Its media type.
    pub mime: &'static str,
    /// Table → text of a file.
    pub write: fn(&Table) -> String,
}
