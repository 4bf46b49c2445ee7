//! The visitor's judgements as this browser stores them.

use crate::ui::stored_text::{AsText, stored};
use rankscope_core::analysis::Desk;
use rankscope_core::formats::FormatError;

impl AsText for Desk {
    fn from_text(key: &str, text: &str) -> Result<Self, FormatError> {
        Self::from_json(key, text)
    }

    fn to_text(&self) -> Option<String> {
        Some(self.to_json())
    }
}

pub(in crate::ui) fn desk_key(benchmark: &str) -> String {
    format!("rankscope-judgements:{benchmark}")
}

/// The judgements that this browser has stored under a key; none if it has none.
pub(in crate::ui) fn stored_desk(key: &str) -> Result<Desk, FormatError> {
    stored(key)
}
