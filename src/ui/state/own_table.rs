//! The visitor's table of models and measures. It stays in the page and in saved visits; a reload forgets it.

use leptos::prelude::*;
use rankscope_core::formats::{FormatError, PublishedTable};
use rankscope_core::visit::VisitTable;
use std::sync::Arc;

pub struct OwnTable {
    /// Its name is the file's, or how it came.
    pub source: VisitTable,
    pub table: PublishedTable,
}

impl OwnTable {
    /// # Errors
    /// The files are no table.
    pub fn new(source: VisitTable) -> Result<Self, FormatError> {
        Ok(Self { table: source.read()?, source })
    }
}

pub type OwnTableSignal = RwSignal<Option<Arc<OwnTable>>>;
