//! The visitor's table of models and measures. It stays in the page and in saved visits; a reload forgets it.

use super::view::ViewState;
use crate::ui::imports::NamedText;
use leptos::prelude::*;
use rankscope_core::formats::{FormatError, PublishedTable};
use rankscope_core::visit::VisitTable;
use rankscope_messages::Failure;
use std::sync::Arc;

/// The visitor's own table, in the address.
pub const OWN: &str = "_own";

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

    /// One table of all the files.
    pub(in crate::ui) fn from_files(files: Vec<NamedText>) -> Result<Self, Failure> {
        let name = match files.as_slice() {
            [(path, _)] => path.rsplit('/').next().unwrap_or_default().to_string(),
            many => format!("{} files of results", many.len()),
        };
        Self::new(VisitTable { name, files }).map_err(|error| Failure {
            title: "The table cannot be read".into(),
            detail: error.to_string(),
            advice: "A table has a header, a row for each model and a column for each measure. \
                     Correct it, and drop it again."
                .into(),
        })
    }

    pub(in crate::ui) fn choose(&self, state: &mut ViewState) {
        // The measures of another table mean nothing in this one.
        (state.table, state.models) = (Some(OWN.into()), None);
    }
}

pub type OwnTableSignal = RwSignal<Option<Arc<OwnTable>>>;
