//! The visitor's table of models and measures. It stays in the page; a reload forgets it.

use leptos::prelude::*;
use rankscope_core::formats::PublishedTable;
use std::sync::Arc;

pub struct OwnTable {
    /// The file's, or how it came.
    pub name: String,
    pub table: PublishedTable,
}

pub type OwnTableSignal = RwSignal<Option<Arc<OwnTable>>>;
