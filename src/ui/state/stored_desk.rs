//! The visitor's judgements as this browser has stored them.

use crate::ui::stored_text::stored_text;
use rankscope_core::analysis::Desk;
use rankscope_core::formats::FormatError;

/// The key under which the judgements of a benchmark are stored.
#[must_use]
pub(in crate::ui) fn desk_key(benchmark: &str) -> String {
    format!("rankscope-judgements:{benchmark}")
}

/// The judgements that this browser has stored under a key; none if it has none.
///
/// # Errors
/// The stored text is not one of judgements.
pub(in crate::ui) fn stored_desk(key: &str) -> Result<Desk, FormatError> {
    let read = stored_text(key).map(|text| Desk::from_json(key, &text)).transpose();
    read.map(Option::unwrap_or_default)
}
