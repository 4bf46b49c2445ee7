//! How a view is cited: in words, and as BibTeX with the publications behind benchmark, protocols and
//! measures.
//!
//! A [`CitedView`] says what is in view. [`CitedView::text`] is for people, [`CitedView::bibliography`]
//! for a bibliography. A benchmark may bring entries of its own, which [`read_entries`] checks.
//!
//! May use `benchmark`, `metrics` and `table`; nothing uses it but pages and commands.

mod cited_view;
mod entry;
mod publications;
mod read;

pub use cited_view::{Bibliography, CitedRelevance, CitedView};
pub use entry::Entry;
pub use publications::entry_of;
pub use read::{BibtexError, MAX_CITATION_BYTES, ReadEntry, is_bibtex, read_entries};
